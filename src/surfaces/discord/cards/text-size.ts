/**
 * How much of a message a text takes up. Discord counts characters, and fails with status 500 on too many bytes, which texts
 * in Chinese reach first: one number for both, so that a text within the room for characters is within that for bytes.
 * The parts of a text never take less than the whole.
 */
export function sizeOf(text: string): number {
  return Math.max(text.length, Buffer.byteLength(text) / BYTES);
}

/** A little less than the bytes there may be (`LIMITS.bytes`) for each of the characters there may be. */
const BYTES = 2.5;

export function sizeOfAll(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + sizeOf(text), 0);
}

/** As many whole lines as there is room for, and how many more there are. */
export function fitLines(lines: readonly string[], room: number, more = "more"): string {
  const all = lines.join("\n");
  if (sizeOf(all) <= room) return all;
  const kept: string[] = [];
  let used = sizeOf(more) + 12;
  for (const line of lines) {
    if (used + sizeOf(line) + 1 > room) break;
    used += sizeOf(line) + 1;
    kept.push(line);
  }
  return [...kept, `… ${lines.length - kept.length} ${more}`].join("\n");
}
