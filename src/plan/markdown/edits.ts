import type { Piece } from "./layout.ts";
import { nextLine, normalBreaks } from "./lines.ts";

export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The text with all edits applied, in its own line endings; `undefined` if two edits overlap. */
export function applyEdits(text: string, edits: readonly Edit[], lineBreak: string): string | undefined {
  const ordered = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let result = "";
  let at = 0;
  for (const edit of ordered) {
    if (edit.start < at) return undefined;
    result += text.slice(at, edit.start) + edit.text.replaceAll("\n", lineBreak);
    at = edit.end;
  }
  return result + text.slice(at);
}

/** The wanted pieces of the text. `edit` changes the existing piece; `undefined` if that is impossible. */
interface Wanted<Found extends Piece = Piece> {
  key: string;
  text: () => string;
  edit: (piece: Found) => Edit[] | undefined;
}

interface Arrangement {
  /** Between two pieces. */
  separator: "\n" | "\n\n";
  /** Whether the pieces must be in the wanted order. */
  ordered: (key: string) => boolean;
  /** Whether an unwanted piece stays in place. */
  keep: (key: string) => boolean;
}

/**
 * The edits that turn the pieces of a text into the wanted ones and leave everything else: unchanged pieces, comments
 * between them, and their order where it does not matter. `undefined` if that is impossible.
 */
export function reconcile<Found extends Piece>(
  text: string,
  have: readonly Found[],
  want: readonly Wanted<Found>[],
  how: Arrangement,
): Edit[] | undefined {
  const there = new Map(have.map((piece) => [piece.key, piece]));
  const wanted = new Set(want.map(({ key }) => key));
  const stays = (piece: Piece) => wanted.has(piece.key) || how.keep(piece.key);
  if (!have.some(stays)) return replaced(have, want, how);
  const inText = have.filter(({ key }) => wanted.has(key) && how.ordered(key)).map(({ key }) => key);
  const inWant = want.filter(({ key }) => there.has(key) && how.ordered(key)).map(({ key }) => key);
  if (inText.join("\0") !== inWant.join("\0"))
    return have.every(({ key }) => how.ordered(key)) ? rearranged(text, have, want, how) : undefined;
  const changed = want.map(({ key, edit }) => {
    const piece = there.get(key);
    return piece ? edit(piece) : [];
  });
  if (changed.includes(undefined)) return undefined;
  return [
    ...changed.flatMap((edits) => edits ?? []),
    ...inserted(have, want, there, how),
    ...removed(text, have, stays),
  ];
}

/** Moved pieces keep their text. Not if other content is between them, because its owner is unclear. */
function rearranged<Found extends Piece>(
  text: string,
  have: readonly Found[],
  want: readonly Wanted<Found>[],
  how: Arrangement,
) {
  const [first, last] = [have[0], have.at(-1)];
  const alone = have.every(
    (piece, index) => text.slice(have[index - 1]?.end ?? piece.start, piece.start).trim() === "",
  );
  if (!first || !last || !alone) return undefined;
  const texts = want.map((one) => {
    const piece = have.find(({ key }) => key === one.key);
    if (!piece) return one.text();
    const edits = one
      .edit(piece)
      ?.map((edit) => ({ ...edit, start: edit.start - piece.start, end: edit.end - piece.start }));
    const written = edits && applyEdits(text.slice(piece.start, piece.end), edits, "\n");
    return written === undefined ? one.text() : normalBreaks(written);
  });
  return [{ start: first.start, end: last.end, text: texts.join(how.separator) }];
}

function replaced(
  have: readonly Piece[],
  want: readonly Wanted<never>[],
  { separator }: Arrangement,
): Edit[] | undefined {
  const [first, last] = [have[0], have.at(-1)];
  if (!first || !last || want.length === 0) return undefined;
  return [{ start: first.start, end: last.end, text: want.map((one) => one.text()).join(separator) }];
}

/** A new piece follows the wanted piece before it. */
function inserted(
  have: readonly Piece[],
  want: readonly Wanted<never>[],
  there: ReadonlyMap<string, Piece>,
  how: Arrangement,
): Edit[] {
  const edits: Edit[] = [];
  let before: Piece | undefined;
  const first = have.find(({ key }) => want.some((one) => one.key === key)) ?? have.at(-1);
  for (const { key, text } of want) {
    const piece = there.get(key);
    if (piece) before = piece;
    else if (before) edits.push({ start: before.end, end: before.end, text: how.separator + text() });
    else if (first && there.has(first.key) && want.some((one) => one.key === first.key)) {
      edits.push({ start: first.start, end: first.start, text: text() + how.separator });
    } else if (first) edits.push({ start: first.end, end: first.end, text: how.separator + text() });
  }
  return edits;
}

/** Removing consecutive pieces also removes the blank lines after them; other content between pieces stays. */
function removed(text: string, have: readonly Piece[], stays: (piece: Piece) => boolean): Edit[] {
  const edits: Edit[] = [];
  have.forEach((piece, index) => {
    if (stays(piece)) return;
    const next = have[index + 1];
    const previous = have[index - 1];
    const blank = (start: number, end: number) => text.slice(start, end).trim() === "";
    const last = have.slice(index + 1).every((later) => !stays(later));
    if (last && previous && blank(previous.end, piece.start))
      edits.push({ start: previous.end, end: piece.end, text: "" });
    else if (!last && next && blank(piece.end, next.start))
      edits.push({ start: piece.start, end: next.start, text: "" });
    else edits.push({ start: piece.start, end: nextLine(text, piece.end), text: "" });
  });
  return edits;
}
