import { crc32 } from "node:zlib";

const KEYWORD = "Description";
const HEADER = 8;

/** The picture, with a text in it that programs can read and nobody sees. */
export function withText(png: Uint8Array, text: string): Buffer {
  const whole = Buffer.from(png);
  const end = HEADER + 12 + whole.readUInt32BE(HEADER);
  // Keyword, not compressed, no language, no translation; then UTF-8.
  const data = Buffer.concat([Buffer.from(`iTXt${KEYWORD}\0\0\0\0\0`), Buffer.from(text)]);
  const chunk = Buffer.alloc(data.length + 8);
  chunk.writeUInt32BE(data.length - 4, 0);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), data.length + 4);
  return Buffer.concat([whole.subarray(0, end), chunk, whole.subarray(end)]);
}

/** What `withText` put there. */
export function textIn(png: Uint8Array): string | undefined {
  const whole = Buffer.from(png);
  const mark = Buffer.from(`iTXt${KEYWORD}\0\0\0\0\0`);
  const at = whole.indexOf(mark);
  if (at < 4) return undefined;
  return whole.toString("utf8", at + mark.length, at + 4 + whole.readUInt32BE(at - 4));
}
