import { visibleWidth } from "@earendil-works/pi-tui";
import { hanging } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { type Dialog, hasChoices } from "./dialog.ts";
import type { DialogState } from "./dialog-screen.ts";

/** The keys that do something now. */
export function hintLines(paint: Paint, state: DialogState, scrolls: boolean, width: number): string[] {
  const lines: string[] = [];
  for (const key of [...keysOf(state), ...(scrolls ? ["PgUp PgDn scroll"] : [])]) {
    const longer = `${lines.at(-1)} · ${key}`;
    if (lines.length > 0 && visibleWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(key);
  }
  return lines.flatMap((line) => hanging("", line, width, (words) => paint.fg("dim", words)));
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
