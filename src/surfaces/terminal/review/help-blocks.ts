import { hanging } from "../lines.ts";
import type { Paint } from "../paint.ts";
import type { Block } from "./block.ts";

const KEYS: readonly (readonly [string, string])[] = [
  ["1", "approve: what you see is signed, and carried out"],
  ["2", "request changes: your words and comments go to the planner, who revises the plan"],
  ["3", "reject: the plan ends here"],
  ["n", "approve with notes for whoever carries it out"],
  ["f", "approve, and begin with a fresh context"],
  ["l", "approve for later: nothing starts now"],
  ["m", "choose the model that carries it out"],
  ["", ""],
  ["space", "leave the selected step out, or take it in again"],
  ["c", "comment on the selected step; it is sent with 2"],
  ["Enter", "unfold the selected step, or fold it"],
  ["a", "unfold all steps, or fold them"],
  ["d", "what changed since the revision before, or back to the plan"],
  ["e", "edit the text in your editor"],
  ["", ""],
  ["↑ ↓ k j", "line by line, from one part to the next"],
  ["PgUp PgDn", "page by page"],
  ["Home End g G", "to the top, to the bottom"],
  ["Esc", "close: the plan goes on waiting, and your words are kept"],
  ["", ""],
  ["[x] [ ]", "the step is to be carried out, or left out"],
  ["‹U+202E›", "a character that the eye would miss, spelled out"],
];

export function helpBlocks(paint: Paint, width: number): Block[] {
  const indent = width < 50 ? 6 : 14;
  const lines = KEYS.flatMap(([key, words]) => {
    const first = key.length < indent ? key.padEnd(indent) : `${key} `;
    return key === "" ? [""] : hanging(paint.fg("accent", first), words, width);
  });
  return [{ lead: [], lines: [paint.bold("Keys"), "", ...lines, "", paint.fg("muted", "? goes back to the plan")] }];
}
