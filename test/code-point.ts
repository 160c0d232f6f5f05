import fc from "fast-check";

const [BELOW, BEYOND] = [0xd800, 0x800];

/**
 * Any character, for `fc.string({ unit: codePoint })`: the same ones as `unit: "binary"` has, in the same order. That one
 * fills a map of a million characters first, which takes a second in every process.
 */
export const codePoint = fc.nat({ max: 0x10ffff - BEYOND }).map(
  (index) => String.fromCodePoint(index < BELOW ? index : index + BEYOND),
  (character) => {
    const code = typeof character === "string" ? character.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== character) throw new Error("This is no character.");
    if (code >= BELOW && code < BELOW + BEYOND) throw new Error("This is half a character.");
    return code < BELOW ? code : code - BEYOND;
  },
);
