import { randomBytes } from "node:crypto";
import type { Clock } from "../../src/run/clock.ts";
import { LIMITS } from "../../src/surfaces/discord/limits.ts";
import type { Snowflakes } from "./snowflakes.ts";

/** A file that a member uploads. */
export interface Upload {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly type?: string;
}

/** A file that is attached to something. */
export interface LocalFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly description: string | undefined;
  readonly text: string;
}

const LINK_HOLDS_FOR = 24 * 60 * 60 * 1000;
export const MOST_BYTES = LIMITS.fileBytes;

/** Where attachments are fetched from. Links to them run out after a day, as those of Discord do. */
export class FileHost {
  /** Known when the server listens. */
  origin = "";
  readonly #files = new Map<string, LocalFile>();
  readonly #clock: Clock;
  readonly #ids: Snowflakes;

  constructor(clock: Clock, ids: Snowflakes) {
    this.#clock = clock;
    this.#ids = ids;
  }

  add(channel: string, { name, content, type = typeOf(name) }: Upload, description?: string): LocalFile {
    const id = this.#ids.next();
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    const kept = keptName(name);
    const place = `/attachments/${channel}/${id}/${kept}`;
    const until = Math.floor((this.#clock.now() + LINK_HOLDS_FOR) / 1000);
    const url = `${this.origin}${place}?ex=${until.toString(16)}&hm=${randomBytes(16).toString("hex")}`;
    const text = Buffer.from(bytes).toString("utf8");
    const file = { id, name: kept, type, bytes, url, description, text };
    this.#files.set(place, file);
    return file;
  }

  find(url: URL): LocalFile | undefined {
    const until = Number.parseInt(url.searchParams.get("ex") ?? "0", 16) * 1000;
    return until > this.#clock.now() ? this.#files.get(url.pathname) : undefined;
  }
}

export function filePayload({ id, name, type, bytes, url, description }: LocalFile): object {
  const more = description === undefined ? {} : { description };
  return { id, filename: name, size: bytes.length, url, proxy_url: url, content_type: type, ...more };
}

/** Discord keeps no spaces and few signs in names of files. */
export function keptName(name: string): string {
  return name.replaceAll(" ", "_").replace(/[^\w.-]/g, "") || "unknown";
}

function typeOf(name: string): string {
  const types: Record<string, string> = {
    md: "text/markdown; charset=utf-8",
    txt: "text/plain; charset=utf-8",
    json: "application/json",
    png: "image/png",
    svg: "image/svg+xml",
  };
  return types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
}
