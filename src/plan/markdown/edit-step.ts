import { canonical } from "../canonical.ts";
import { type Edit, reconcile } from "./edits.ts";
import type { FieldPiece, StepPiece } from "./layout.ts";
import { indented, nextLine } from "./lines.ts";
import type { Spelling } from "./spelling.ts";
import {
  boxText,
  descriptionText,
  type StepAndClaim,
  stepFieldTexts,
  stepFieldValues,
  titleText,
} from "./write-step.ts";

/** The edits of a step's text; `undefined` if it must be rewritten. */
export function editStep(
  text: string,
  piece: StepPiece,
  old: StepAndClaim,
  now: StepAndClaim,
  path: string,
  spell: Spelling,
): Edit[] | undefined {
  const changed = (key: keyof StepAndClaim["step"]) =>
    canonical(old.step[key] ?? null) !== canonical(now.step[key] ?? null);
  const isField = (key: string) => piece.fields.some((field) => field.key === key);
  // Other formats put fields into the first line, where they cannot be edited alone.
  const inFirstLine = ["title", "description", "tools", "operation", "target"] as const;
  if (!piece.exact && inFirstLine.some((key) => changed(key) && !isField(key))) return undefined;
  const fields = editFields(text, piece, old, now, path, spell);
  const title = isField("title") ? undefined : piece.title;
  if (!fields || (changed("title") && !title)) return undefined;
  return [
    ...editBox(piece, old, now),
    ...(changed("title") && title ? [{ ...title, text: titleText(now.step, path, spell) }] : []),
    ...(changed("description") ? editDescription(text, piece, descriptionText(now.step, path, spell)) : []),
    ...fields,
  ];
}

function editBox({ box, contentStart }: StepPiece, old: StepAndClaim, now: StepAndClaim): Edit[] {
  if (boxText(old) === boxText(now)) return [];
  if (box) return [{ ...box, text: boxText(now) }];
  return [{ start: contentStart, end: contentStart, text: `[${boxText(now)}] ` }];
}

function editDescription(text: string, piece: StepPiece, now: string | undefined): Edit[] {
  const indent = " ".repeat(piece.content);
  const { description, titleEnd } = piece;
  if (description && now === undefined)
    return [{ start: description.start, end: nextLine(text, description.end), text: "" }];
  if (now === undefined) return [];
  const lines = indent + indented(now, indent);
  return [description ? { ...description, text: lines } : { start: titleEnd, end: titleEnd, text: `\n${lines}` }];
}

function editFields(
  text: string,
  piece: StepPiece,
  old: StepAndClaim,
  now: StepAndClaim,
  path: string,
  spell: Spelling,
): Edit[] | undefined {
  const [before, after] = [stepFieldValues(old), stepFieldValues(now)];
  const same = (key: string) => canonical(before.get(key) ?? null) === canonical(after.get(key) ?? null);
  // In other formats, content of the first line needs no field.
  const want = stepFieldTexts(now, path, spell).filter(
    ({ key }) =>
      piece.fields.some((field) => field.key === key) || !same(key) || (key === "description" && !piece.description),
  );
  if (want.length === 0 && piece.fields.length === 0) return [];
  const [first] = piece.fields;
  const indent = first ? (/^[ \t]*/.exec(text.slice(first.start))?.[0] ?? "") : " ".repeat(piece.content);
  const line = (field: string) => indent + indented(field, indent);
  if (!first) {
    const end = Math.max(piece.description?.end ?? 0, piece.titleEnd);
    return [{ start: end, end, text: want.map((field) => `\n${line(field.text)}`).join("") }];
  }
  if (want.length === 0) {
    const last = piece.fields.at(-1) ?? first;
    return [{ start: first.start, end: nextLine(text, last.end), text: "" }];
  }
  const wanted = want.map((field) => ({
    key: field.key,
    text: () => line(field.text),
    edit: (found: FieldPiece) => (same(field.key) ? [] : [replaceField(found, field.text, line(field.text))]),
  }));
  // Some fields also appear in the checkbox or above the list: then this line is the reader's own text.
  const keep = (key: string) => same(key) && (key === "status" || key === "title" || key === "id");
  return reconcile(text, piece.fields, wanted, { separator: "\n", ordered: () => false, keep });
}

function replaceField(found: FieldPiece, written: string, line: string): Edit {
  if (!found.value || written.includes("\n")) return { start: found.start, end: found.end, text: line };
  return { ...found.value, text: written.slice(written.indexOf(": ") + 2) };
}
