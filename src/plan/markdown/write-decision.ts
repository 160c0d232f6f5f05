import type { Decision } from "../plan.ts";
import { escaped } from "./escape.ts";
import { fieldText, listText } from "./field-value.ts";
import { indented } from "./lines.ts";
import { readDecisionHeading } from "./read-decisions.ts";
import type { Spelling } from "./spelling.ts";

/** A decision under its heading, with the chosen labels, if any. */
export function decisionText(
  decision: Decision,
  selected: readonly string[] | undefined,
  path: string,
  spell: Spelling,
): string {
  const { decision_id, header, question, multi_select, options, recommended, deadline_minutes } = decision;
  const choose = multi_select === undefined ? "" : multi_select ? " (choose any)" : " (choose one)";
  const lines = [`### ${headingWords(decision_id, header, choose, spell(`${path}.header`, header))}`];
  const escapeQuestion = spell(`${path}.question`, question);
  lines.push(escapeQuestion ? fieldText("question", "text", question, true) : question);
  const marked = options.findIndex(({ label }) => label === recommended);
  options.forEach((option, index) => {
    lines.push(optionText(option, index === marked, `${path}.options[${index}]`, spell));
  });
  if (recommended !== undefined && marked < 0) {
    lines.push(fieldText("recommended", "text", recommended, spell(`${path}.recommended`, recommended)));
  }
  if (decision.default !== undefined) {
    const looksLikeTime = decision.default.some((label) => label.startsWith("after "));
    const asEscape = looksLikeTime || spell(`${path}.default`, decision.default.join(" "));
    const labels = listText(decision.default, asEscape);
    const together = deadline_minutes !== undefined && !labels.startsWith("[");
    lines.push(`- default: ${labels}${together ? `, after ${timeText(deadline_minutes)}` : ""}`);
    if (deadline_minutes !== undefined && !together) lines.push(`- deadline: ${timeText(deadline_minutes)}`);
  } else if (deadline_minutes !== undefined) lines.push(`- deadline: ${timeText(deadline_minutes)}`);
  if (selected) lines.push(selectedText(selected, path, spell));
  return lines.join("\n");
}

export function selectedText(selected: readonly string[], path: string, spell: Spelling): string {
  return `- selected: ${listText(selected, spell(`${path}.selected`, selected.join(" ")))}`;
}

function headingWords(id: string, header: string, choose: string, asEscape: boolean): string {
  const words = `${id}: ${header}${choose}`;
  const read = readDecisionHeading(words, 0);
  const survives =
    !asEscape &&
    /^\S(?:[^\n]*[^\s#])?$/.test(header) &&
    read.header === header &&
    read.multi_select === readDecisionHeading(`${id}: x${choose}`, 0).multi_select;
  return survives ? words : `${id}: ${escaped(header)}${choose}`;
}

function optionText(
  { label, description }: Decision["options"][number],
  marked: boolean,
  path: string,
  spell: Spelling,
): string {
  const name = /[`\n]/.test(label) || spell(`${path}.label`, label) ? escaped(label) : `\`${label}\``;
  const asEscape = description !== undefined && spell(`${path}.description`, description);
  const words = description === undefined ? "" : `: ${asEscape ? escaped(description) : indented(description, "  ")}`;
  return `- ${name}${words}${marked ? " (recommended)" : ""}`;
}

function timeText(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}
