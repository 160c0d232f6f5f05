import { diffWordsWithSpace } from "diff";

/** A piece of a text that is in both versions, or only in the one that is shown. */
export interface Piece {
  text: string;
  isOwn: boolean;
}

/** Both texts in pieces. Texts with little in common are shown as a whole: pieces of them would not help the eye. */
export function wordPieces(before: string | undefined, after: string | undefined): { before: Piece[]; after: Piece[] } {
  if (before === undefined || after === undefined) return { before: whole(before), after: whole(after) };
  if (before.length + after.length > MOST) return { before: whole(before), after: whole(after) };
  const pieces = diffWordsWithSpace(before, after);
  const same = pieces.reduce((sum, { added, removed, value }) => sum + (added || removed ? 0 : value.trim().length), 0);
  if (same * 5 < Math.min(before.length, after.length)) return { before: whole(before), after: whole(after) };
  const side = (other: "added" | "removed", own: "added" | "removed"): Piece[] =>
    joined(pieces.flatMap((piece) => (piece[other] ? [] : [{ text: piece.value, isOwn: piece[own] === true }])));
  return { before: side("added", "removed"), after: side("removed", "added") };
}

const MOST = 40_000;

/** A space between two words that are new is new as well: whole phrases are easier to read than marked words. */
function joined(pieces: readonly Piece[]): Piece[] {
  const done: Piece[] = [];
  for (const [at, { text, isOwn }] of pieces.entries()) {
    const isBetween = !isOwn && /^\s*$/.test(text) && pieces[at - 1]?.isOwn === true && pieces[at + 1]?.isOwn === true;
    const last = done.at(-1);
    if (last?.isOwn === (isOwn || isBetween)) last.text += text;
    else done.push({ text, isOwn: isOwn || isBetween });
  }
  return done;
}

function whole(text: string | undefined): Piece[] {
  return text === undefined ? [] : [{ text, isOwn: true }];
}
