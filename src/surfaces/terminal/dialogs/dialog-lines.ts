import { visible } from "../../../plan/visible.ts";
import { hanging, oneLine } from "../lines.ts";
import { type Paint, paintedDiff } from "../paint.ts";
import type { Answered } from "../review/foot-lines.ts";
import type { Dialog, DialogDraft, Entry, Passage } from "./dialog.ts";
import { quoted } from "./quoted.ts";
import type { Lines } from "./scroll.ts";

export function headingLines(paint: Paint, { heading, about }: Dialog, width: number): string[] {
  return [
    ...hanging(paint.fg("accent", "? "), heading, width, (line) => paint.bold(paint.fg("accent", line))),
    ...(about === undefined ? [] : hanging("  ", oneLine(about), width, (line) => paint.fg("muted", line))),
  ];
}

/** The text to read before answering. */
export function passageLines(paint: Paint, { passages }: Dialog, width: number): string[] {
  return passages.flatMap((passage) => linesOf(paint, passage, width));
}

function linesOf(paint: Paint, passage: Passage, width: number): string[] {
  switch (passage.kind) {
    case "text":
      return quoted(paint, passage.text, width);
    case "exact":
      return quoted(paint, passage.text, width, { exact: true });
    case "diff":
      return passage.text
        .split("\n")
        .flatMap((line) =>
          quoted(paint, line, width, { exact: true, colour: (part) => paintedDiff(paint, line, part) }),
        );
    case "note":
      return passage.text
        .replaceAll("\t", "    ")
        .split("\n")
        .flatMap((line) => hanging("", line, width, (words) => paint.fg("muted", words)));
    case "warning":
      return hanging(paint.fg("warning", "! "), passage.text, width, (line) => paint.fg("warning", line));
  }
}

/** Unsent text and marks: they can still be read and copied. */
export function unsentLines(paint: Paint, { entries, picks }: Dialog, draft: DialogDraft, width: number): string[] {
  const marked = picks === "at_once" ? [] : draft.picked.map((index) => oneLine(entries[index]?.label ?? ""));
  return [
    ...(draft.words.trim() === "" ? [] : [paint.bold("Not sent"), ...quoted(paint, draft.words, width), ""]),
    ...(marked.length === 0 ? [] : [...hanging("", `You had marked: ${marked.join(", ")}`, width), ""]),
  ];
}

export function answeredLines(paint: Paint, { by, how }: Answered, width: number): string[] {
  const words = visible(`${by} ${how}`.replaceAll(/\s*\n\s*/g, " "), { spelled: true });
  return hanging(paint.fg("accent", "■ "), `${words.replace(/[.]$/, "")}.`, width, (line) =>
    paint.bold(paint.fg("accent", line)),
  );
}

/** The lines of the entries, and the range of each entry. */
export function entryLines(
  paint: Paint,
  { entries, picks }: Dialog,
  { cursor, draft, width }: { cursor: number | undefined; draft: DialogDraft; width: number },
): { lines: string[]; places: Lines[] } {
  const lines: string[] = [];
  const places = entries.map((entry, index): Lines => {
    const isHere = index === cursor;
    const from = lines.length;
    const pointer = isHere ? paint.fg("accent", "▸") : " ";
    const number = paint.fg("accent", entry.key ?? " ");
    const box = boxOf(picks, isHere, draft.picked.includes(index));
    lines.push(
      ...hanging(`${pointer} ${number} ${box}`, labelOf(paint, entry, draft), width, (line) =>
        isHere ? paint.bold(line) : line,
      ),
    );
    if (entry.description) {
      const indent = " ".repeat(4 + box.length);
      lines.push(...hanging(indent, oneLine(entry.description), width, (line) => paint.fg("muted", line)));
    }
    return { from, to: lines.length };
  });
  return { lines, places };
}

function boxOf(picks: Dialog["picks"], isHere: boolean, isPicked: boolean): string {
  if (picks === "many") return isPicked ? "[x] " : "[ ] ";
  if (picks === "one") return isHere ? "(•) " : "( ) ";
  return " ";
}

function labelOf(paint: Paint, { label, recommended, words }: Entry, draft: DialogDraft): string {
  const kept = words && draft.words.trim() !== "" ? paint.fg("muted", " (your text is kept)") : "";
  return `${oneLine(label)}${recommended ? paint.fg("success", " (recommended)") : ""}${kept}`;
}
