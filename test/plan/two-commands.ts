import fc from "fast-check";

const PIECES = [
  ...[" ", "  ", "\t", "\n", "\\", "⏎", "␣", "⇥", "┊", "┊ ", "→", " → ", "‹U+0020›", "`", "\u00a0", "\r", "$", "│"],
  ...["a", "b", "word", "longer-word", "ab"],
];

const piece = fc.constantFrom(...PIECES);

/** A command, and another one that is nearly the same. */
export function twoCommands(maxLength: number): fc.Arbitrary<readonly [string, string]> {
  return fc
    .tuple(fc.array(piece, { minLength: 1, maxLength }), fc.nat(), fc.nat({ max: 1 }), fc.option(piece, { nil: "" }))
    .map(
      ([pieces, at, gone, come]) =>
        [pieces.join(""), pieces.toSpliced(at % pieces.length, gone, come).join("")] as const,
    )
    .filter(([one, other]) => one !== other && one !== "" && other !== "");
}

export const WIDTHS = fc.integer({ min: 20, max: 120 });
