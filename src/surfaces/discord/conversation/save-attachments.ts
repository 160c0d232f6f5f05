import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ImageContent } from "@earendil-works/pi-ai";
import { directoryForMessage, dropOldAttachments } from "./attachments-directory.ts";
import { download, type Fetch } from "./download.ts";

/** A file of a message, as Discord describes it. */
export interface Attachment {
  name: string;
  url: string;
  size: number;
}

/** A saved file, or why it was not saved. */
export type SavedAttachment =
  | {
      /** The sender's name for it, made safe. */
      name: string;
      path: string;
      size: number;
      /** All of it, if it is a short text. */
      text?: string;
      /** If it is an image, and the model takes images. */
      image?: ImageContent;
    }
  | { name: string; missing: string };

export interface SaveOptions {
  /** From `attachmentsDirectory`. */
  directory: string;
  message: string;
  fetch: Fetch;
  now: number;
  takesImages: boolean;
  /** Bytes of one file. */
  largest?: number;
  timeoutMs?: number;
}

const LARGEST = 25_000_000;
const LARGEST_TEXT = 20_000;
const LARGEST_IMAGE = 5_000_000;
const MOST = 10;

/** Saves the files of a message where the agent can read them, in a directory per message. */
export async function saveAttachments(
  attachments: readonly Attachment[],
  { directory, message, fetch, now, takesImages, largest = LARGEST, timeoutMs = 30_000 }: SaveOptions,
): Promise<SavedAttachment[]> {
  if (attachments.length === 0) return [];
  const place = directoryForMessage(directory, message);
  if (place === undefined) {
    return attachments.map(({ name }) => ({
      name: safeFileName(name),
      missing: `${directory} is no directory of ours`,
    }));
  }
  dropOldAttachments(directory, now);
  const taken = new Set<string>();
  const saved: SavedAttachment[] = [];
  for (const [index, { name: wanted, url, size }] of attachments.entries()) {
    const name = safeFileName(wanted, taken);
    taken.add(name);
    const isTooMany = index >= MOST ? `only ${MOST} files of a message are taken` : undefined;
    const isTooLarge = size > largest ? `it is larger than ${Math.floor(largest / 1_000_000)} MB` : undefined;
    const bytes = isTooMany ?? isTooLarge ?? (await download(url, { fetch, largest, timeoutMs }));
    if (typeof bytes === "string") saved.push({ name, missing: bytes });
    else saved.push({ name, ...kept(join(place, name), bytes), ...contentOf(bytes, takesImages) });
  }
  return saved;
}

/** Never overwrites a file. */
function kept(path: string, bytes: Uint8Array): { path: string; size: number } {
  writeFileSync(path, bytes, { flag: "wx", mode: 0o600 });
  return { path, size: bytes.length };
}

/** Goes by the content: the sender chose the name. */
function contentOf(bytes: Uint8Array, takesImages: boolean): { text?: string; image?: ImageContent } {
  const mimeType = imageType(bytes);
  if (mimeType !== undefined) {
    if (!takesImages || bytes.length > LARGEST_IMAGE) return {};
    return { image: { type: "image", data: Buffer.from(bytes).toString("base64"), mimeType } };
  }
  if (bytes.length === 0 || bytes.length >= LARGEST_TEXT) return {};
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return isPlain(text) ? { text } : {};
  } catch {
    return {};
  }
}

function isPlain(text: string): boolean {
  return !/[\u0000-\u0008\u000e-\u001f]/.test(text);
}

function imageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(start)) return "image/gif";
  return /^RIFF.{4}WEBP/s.test(start) ? "image/webp" : undefined;
}

const LONGEST_NAME = 80;

/** A safe file name: without a directory, visible, and different from those taken. */
export function safeFileName(wanted: string, taken: ReadonlySet<string> = new Set()): string {
  const clean = wanted
    .toWellFormed()
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._+-]+/gu, "_");
  const [extension = ""] = /\.[\p{L}\p{N}]{1,10}$/u.exec(clean) ?? [];
  // At the start these would hide the file, or make its name an option of a command.
  const stem = clean.slice(0, clean.length - extension.length).replace(/^[._+-]+/, "");
  const name = (number: number) => {
    const suffix = number === 1 ? extension : `-${number}${extension}`;
    return `${[...(stem || "file")].slice(0, LONGEST_NAME - suffix.length).join("")}${suffix}`;
  };
  // Some file systems take upper and lower case for the same.
  const used = new Set([...taken].map((one) => one.toLowerCase()));
  let number = 1;
  while (used.has(name(number).toLowerCase())) number += 1;
  return name(number);
}
