import { hanging } from "../lines.ts";
import type { Paint } from "../paint.ts";
import type { Block } from "./block.ts";

const KEYS: readonly (readonly [string, string])[] = [
  ["1 Enter", "approve: sign this text; ↑↓ choose when it runs, notes, the model"],
  ["2", "request changes: the agent gets your text and comments, and revises the plan"],
  ["3", "reject: the plan ends here"],
  ["any text", "a comment on the whole plan: a change you want, a question to the agent, or your approval"],
  ["", ""],
  ["space", "leave the selected step out, or include it again"],
  ["c", "comment on the selected step; it is sent with 2"],
  ["Enter", "unfold the selected step, or fold it"],
  ["a", "unfold all steps, or fold them"],
  ["d", "show the changes since the last revision, or the plan again"],
  ["e", "edit the text in your editor"],
  ["", ""],
  ["↑ ↓ k j", "line by line, from one part to the next"],
  ["PgUp PgDn", "page by page"],
  ["Home End g G", "to the top, to the bottom"],
  ["Esc", "close: the plan keeps waiting, your text is kept"],
  ["", ""],
  ["[x] [ ]", "the step runs, or is left out"],
  ["‹U+202E›", "a hidden character, spelled out"],
];

export function helpBlocks(paint: Paint, width: number): Block[] {
  const indent = width < 50 ? 6 : 14;
  const lines = KEYS.flatMap(([key, words]) => {
    const first = key.length < indent ? key.padEnd(indent) : `${key} `;
    return key === "" ? [""] : hanging(paint.fg("accent", first), words, width);
  });
  return [{ lead: [], lines: [paint.bold("Keys"), "", ...lines, "", paint.fg("muted", "? goes back to the plan")] }];
}
