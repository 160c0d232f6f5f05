/** The longest character of UTF-8 has four bytes. */
const LONGEST = 4;

/** Where the whole characters of a part of a text in UTF-8 begin and end. A part without a whole one is left as it is. */
export function wholeCharacters(part: Uint8Array): { start: number; end: number } {
  const start = Math.max(
    0,
    part.subarray(0, LONGEST).findIndex((byte) => !isInside(byte)),
  );
  const last = part.subarray(-LONGEST).findLastIndex((byte) => !isInside(byte));
  const at = Math.max(0, part.length - LONGEST) + last;
  const isCut = last >= 0 && at + lengthOf(part[at] ?? 0) > part.length;
  return isCut && at > start ? { start, end: at } : { start, end: part.length };
}

/** Whether a byte continues a character. */
function isInside(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

/** Of the character that begins with this byte. */
function lengthOf(byte: number): number {
  return byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}
