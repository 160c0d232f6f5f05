import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { refuse } from "./guard/refuse.ts";

interface PageFile {
  bytes: Uint8Array;
  zipped: Uint8Array | undefined;
  headers: Record<string, string>;
}

/**
 * The files of the page, read once. An address is looked up among their names and never becomes a path, so none leads out
 * of their directory.
 */
export class PageFiles {
  readonly #files: ReadonlyMap<string, PageFile>;

  constructor(directory: string) {
    const names = globSync("**/*", { cwd: directory }).filter((name) => statSync(join(directory, name)).isFile());
    this.#files = new Map(
      names.map((name) => [`/${name.replaceAll("\\", "/")}`, read(name, readFileSync(join(directory, name)))]),
    );
  }

  /** A file, or the page itself: the page knows what its own addresses mean. */
  answer({ method, url, headers }: Request): Response {
    if (method !== "GET" && method !== "HEAD") {
      return refuse(405, { kind: "wrong_method", message: "The page is only read." }, { allow: "GET, HEAD" });
    }
    const { pathname } = new URL(url);
    const isAsset = pathname.startsWith("/assets/") || /\.\w+$/.test(pathname);
    const file = this.#files.get(pathname) ?? (isAsset ? undefined : this.#files.get("/index.html"));
    if (file === undefined) return new Response(isAsset ? "Not found.\n" : "The page is not built.\n", { status: 404 });
    if (headers.get("if-none-match") === file.headers["etag"]) return new Response(null, { status: 304 });
    const isZipped = file.zipped !== undefined && /\bgzip\b/.test(headers.get("accept-encoding") ?? "");
    const body = method === "HEAD" ? null : ((isZipped ? file.zipped : file.bytes) as Uint8Array<ArrayBuffer>);
    return new Response(body, { headers: { ...file.headers, ...(isZipped && { "content-encoding": "gzip" }) } });
  }
}

function read(name: string, bytes: Uint8Array): PageFile {
  const type = TYPES[extname(name)] ?? "application/octet-stream";
  const zipped = /text|json|svg|javascript/.test(type) ? gzipSync(bytes, { level: 9 }) : undefined;
  // The names of assets have a hash of what is in them.
  const cache = name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  return { bytes, zipped, headers: { "content-type": type, "cache-control": cache, etag, vary: "accept-encoding" } };
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};
