/**
 * How much of a message a text takes up. Discord counts characters, and breaks (status 500) on too many bytes, which texts
 * in Chinese reach first: one number for both, so that a text within the room for characters is within that for bytes.
 * The parts of a text never weigh less than the whole.
 */
export function weightOf(text: string): number {
  return Math.max(text.length, Buffer.byteLength(text) / BYTES);
}

/** A little less than the bytes there may be (`LIMITS.bytes`) for each of the characters there may be. */
const BYTES = 2.5;
