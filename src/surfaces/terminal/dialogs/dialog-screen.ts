import { hanging, packed } from "../lines.ts";
import type { Paint } from "../paint.ts";
import type { Answered } from "../review/foot-lines.ts";
import type { TextField } from "../review/text-field.ts";
import { type Dialog, type DialogDraft, type Entry, hasChoices } from "./dialog.ts";
import { type Frame, frame } from "./dialog-frame.ts";
import { answeredLines, entryLines, headingLines } from "./dialog-lines.ts";
import type { Lines, Scroll } from "./scroll.ts";

/** Where the person writes, and for which entry. */
export interface OpenField {
  index: number;
  words: NonNullable<Entry["words"]>;
  input: TextField;
}

export interface DialogState {
  dialog: Dialog;
  draft: DialogDraft;
  cursor: number | undefined;
  field: OpenField | undefined;
  notice: string | undefined;
  answered: Answered | undefined;
  bodyScroll: Scroll;
  choicesScroll: Scroll;
}

/** The dialog: its text, then the entries, the text field, or who answered first. */
export function dialogScreen(
  paint: Paint,
  state: DialogState,
  { body, width, rows, most }: { body: (width: number) => string[]; width: number; rows: number; most: number },
): Frame & { places: Lines[] } {
  const { dialog, draft, cursor, field, answered, bodyScroll, choicesScroll } = state;
  const room = Math.max(4, width - 2);
  const isChoosing = !answered && !field;
  const { lines, places } = entryLines(paint, dialog, { cursor, draft, width: room });
  const drawn = (scrolls: boolean) =>
    frame(paint, {
      heading: headingLines(paint, dialog, room),
      body: body(room),
      bodyScroll,
      choices: isChoosing ? lines : [],
      chosen: isChoosing && cursor !== undefined ? places[cursor] : undefined,
      choicesScroll,
      foot: footLines(paint, state, room),
      hint: hintLines(paint, state, scrolls, room),
      width,
      rows,
      most,
    });
  const tops = [bodyScroll.top, choicesScroll.top] as const;
  const first = drawn(false);
  if (!first.scrolls) return { ...first, places };
  // The hint names the keys that scroll only where there is something to scroll. It may take a row more: nothing is kept of
  // where the first attempt put things, or the last line could never be reached.
  [bodyScroll.top, choicesScroll.top] = tops;
  return { ...drawn(true), places };
}

function footLines(paint: Paint, { field, notice, answered }: DialogState, width: number): string[] {
  if (answered) return answeredLines(paint, answered, width);
  const said = notice ? hanging(paint.fg("warning", "! "), notice, width, (line) => paint.fg("warning", line)) : [];
  if (!field) return ["", ...said];
  return [...hanging("", field.words.asks, width, (line) => paint.bold(line)), ...field.input.render(width), ...said];
}

/** The keys that do something now. */
function hintLines(paint: Paint, state: DialogState, scrolls: boolean, width: number): string[] {
  const keys = [...keysOf(state), ...(scrolls ? ["PgUp PgDn scroll"] : [])];
  return packed(keys, " · ", width).flatMap((line) => hanging("", line, width, (words) => paint.fg("dim", words)));
}

function keysOf({ dialog, draft, field, answered }: DialogState): string[] {
  if (answered) return ["Any key closes it", ...(draft.words.trim() === "" ? [] : ["your text is kept"])];
  if (!field) return choosingKeys(dialog);
  const back = hasChoices(dialog) ? "Esc back, text is kept" : "Esc: answer later";
  return [`Enter ${field.words.sends}`, "Ctrl+J new line", back];
}

function choosingKeys({ entries, picks, leaves = "Esc: answer later" }: Dialog): string[] {
  const digits = entries.filter(({ key }) => key !== undefined && key !== "t").length;
  const numbers = digits > 1 ? `1–${digits}` : "1";
  switch (picks) {
    case "at_once":
      return [`${numbers} or ↑↓ Enter answers`, leaves];
    case "one":
      return [`${numbers} or ↑↓ chooses`, "Enter confirms", leaves];
    case "many":
      return [`${numbers} or Space marks`, "Enter confirms", leaves];
  }
}
