import fc from "fast-check";

const BLANK = [" ", "\n", "  ", "\t", "\u00a0", " \n", "\n ", "\r\n", " ".repeat(21), " ".repeat(150)];
const ODD = ["\\", "⏎", "␣", "⇥", "┊", "┊ ", "·", "·×21·", "×", "→", " → ", "‹U+0020›", "`", "$", "│", "│ "];

const word = fc.constantFrom("a", "ab", "word", "longer-word");
const piece = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 4, arbitrary: fc.constant(" ") },
  { weight: 1, arbitrary: fc.constantFrom(...BLANK) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD) },
);
const change = fc.oneof(fc.constantFrom(...BLANK, ""), piece);

/** A command, and another one that is nearly the same: mostly a blank of it is another blank. */
export function twoCommands(maxLength: number): fc.Arbitrary<readonly [string, string]> {
  return fc
    .tuple(fc.array(piece, { minLength: 1, maxLength, size: "max" }), fc.nat(), fc.constantFrom(1, 1, 1, 0), change)
    .map(([pieces, place, gone, come]) => {
      const blanks = pieces.flatMap((one, at) => (one.trim() === "" ? [at] : []));
      const at = place % 4 > 0 ? blanks[place % blanks.length] : place % pieces.length;
      return [pieces.join(""), pieces.toSpliced(at ?? 0, gone, come).join("")] as const;
    })
    .filter(([one, other]) => one !== other && one !== "" && other !== "");
}

export const WIDTHS = fc.oneof(fc.integer({ min: 20, max: 40 }), fc.integer({ min: 20, max: 120 }));
