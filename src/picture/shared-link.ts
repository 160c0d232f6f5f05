import { SharedPlan } from "../lifecycle/shared-plan.ts";
import { checkShape } from "../plan/check-shape.ts";

/** The content of a link, for the part of its address behind `#`, which no browser sends to a server. */
export type SharedLink = { fragment: string; tooLong?: never } | { tooLong: number; fragment?: never };

/** What a link holds; or why it cannot be read. */
export type OpenedLink = { shared: SharedPlan; problem?: never } | { problem: string; shared?: never };

/** Longer addresses are cut by programs that hand them on. */
export const LONGEST_FRAGMENT = 64_000;
/** A short fragment can become a long text. */
const LONGEST_TEXT = 4_000_000;

/** Compressed and written in characters of an address. `tooLong`: it would have so many; a file has room for it. */
export async function linkOf(shared: SharedPlan): Promise<SharedLink> {
  const packed = await piped(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"));
  const fragment = `${FORMAT}${toText(packed)}`;
  return fragment.length > LONGEST_FRAGMENT ? { tooLong: fragment.length } : { fragment };
}

/** Reads a link that a stranger may have written: nothing is taken that does not have the shape of a shared plan. */
export async function openLink(fragment: string): Promise<OpenedLink> {
  const text = fragment.replace(/^#/, "");
  if (text.length > LONGEST_FRAGMENT) return { problem: "The link is too long." };
  if (!text.startsWith(FORMAT)) return { problem: "The link holds no plan, or one of a newer version." };
  let value: unknown;
  try {
    const bytes = await piped(toBytes(text.slice(FORMAT.length)), new DecompressionStream("deflate-raw"), LONGEST_TEXT);
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    return { problem: error instanceof TooLong ? "The link holds too much." : "The link is damaged: copy all of it." };
  }
  const [problem] = checkShape(SharedPlan, value);
  return problem ? { problem: `The link holds no plan: ${problem.message}.` } : { shared: value as SharedPlan };
}

/** Changes with the shape, so that an older page says so. */
const FORMAT = "1.";

class TooLong extends Error {}

interface Pipe {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array<ArrayBuffer>>;
}

async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  pipe: Pipe,
  most = Number.POSITIVE_INFINITY,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = pipe.writable.getWriter();
  // The reader below is told of what fails here.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = pipe.readable.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > most) {
      reader.cancel().catch(() => {});
      throw new TooLong();
    }
    chunks.push(read.value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Base64 with the characters that an address may hold, without padding. */
function toText(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new Error("not of an address");
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}
