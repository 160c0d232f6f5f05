import { visibleWidth } from "@earendil-works/pi-tui";
import { STEP_LOOKS } from "../../../lifecycle/step-look.ts";
import { modeMark, modeTitle } from "../../../plan/mode-look.ts";
import type { Plan, Step } from "../../../plan/plan.ts";
import { counted } from "../../../plan/quantities.ts";
import { quoted } from "../../../plan/quoted.ts";
import { RISK_LOOKS } from "../../../plan/risk-look.ts";
import { foldCommand } from "../../../plan/visible-command.ts";
import { hanging, prose, same, spread, wrapped } from "../lines.ts";
import { type Paint, TONE_COLOUR } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";
import type { EarlierComment } from "./review-subject.ts";
import { type StepField, stepFields } from "./step-fields.ts";
import { outcomeLines, type StepOutcome } from "./step-outcome.ts";

/** A step of the review. */
export interface ShownStep {
  plan: Plan;
  step: Step;
  number: number;
  leftOut: boolean;
  unfolded: boolean;
  /** `new`, `changed`, `moved`: against the revision before. */
  mark?: string;
  /** Warnings that the plan itself does not contain. */
  remarks: readonly string[];
  earlier: readonly (EarlierComment & { by: string })[];
  comment: string;
  /** Of a plan that has begun. */
  outcome?: StepOutcome;
}

/** A folded step with all that it may do, and the beginning of what is long; an unfolded one with every word of it. */
export function stepBlock(paint: Paint, shown: ShownStep, width: number): { lines: string[]; isFolded: boolean } {
  const { plan, step, unfolded } = shown;
  const { lines, indent } = titleLines(paint, shown, width);
  const room = width - indent;
  const fields = stepFields(plan, step);
  const { words, isFolded } = unfolded
    ? { words: unfoldedLines(paint, step, fields, room), isFolded: false }
    : foldedLines(paint, step, fields, room);
  const details = [
    ...shown.remarks.flatMap((remark) => hanging(paint.fg("warning", "! "), remark, room, warned(paint))),
    ...words,
    ...(shown.outcome ? outcomeLines(paint, shown.outcome, unfolded, room) : []),
    ...shown.earlier.flatMap((comment) => earlierLines(paint, comment, room)),
    ...commentLines(paint, shown.comment, room),
  ];
  return { lines: [...lines, ...details.map((line) => `${" ".repeat(indent)}${line}`)], isFolded };
}

function titleLines(paint: Paint, shown: ShownStep, width: number): { lines: string[]; indent: number } {
  const { plan, step, number, leftOut, mark, outcome } = shown;
  const look = outcome && STEP_LOOKS[outcome.status];
  const box = look ? paint.fg(TONE_COLOUR[look.tone], ` ${look.mark} `) : leftOut ? paint.fg("warning", "[ ]") : "[x]";
  const count = String(number).padStart(String(plan.steps.length).length);
  const risk = step.risk ? riskText(paint, step.risk) : paint.fg("dim", "·     ");
  const first = `${box} ${count} ${risk}  `;
  const style = (line: string) => (leftOut ? paint.fg("dim", line) : paint.bold(line));
  const right = [
    ...(leftOut ? [paint.fg("warning", "left out")] : []),
    ...(mark && !look ? [paint.fg("accent", mark)] : []),
    ...(step.mode ? [paint.fg("muted", modeMark(step.mode))] : []),
    ...(look ? [paint.fg(TONE_COLOUR[look.tone], look.word)] : []),
  ].join("  ");
  const indent = visibleWidth(first);
  const title = visible(step.title);
  if (width < 48) {
    const above = spread(first.trimEnd(), right, width) ?? first.trimEnd();
    const below = right === "" || spread(first.trimEnd(), right, width) ? [] : [right];
    return {
      lines: [above, ...[...wrapped(title, width - 4).map(style), ...below].map((line) => `    ${line}`)],
      indent: 4,
    };
  }
  const room = right === "" ? width : width - visibleWidth(right) - 2;
  const [top = "", ...rest] = hanging(first, title, room, style);
  return { lines: [right === "" ? top : (spread(top, right, width) ?? top), ...rest], indent };
}

function riskText(paint: Paint, risk: NonNullable<Step["risk"]>): string {
  const { short, tone } = RISK_LOOKS[risk];
  return paint.fg(TONE_COLOUR[tone], `● ${short}`);
}

/** So many lines of a folded step show a command, and so many anything else. */
const COMMAND_LINES = 12;
const OTHER_LINES = 2;
/** Fields that most people skip stand beside the others if they are this short. */
const SHORT = 40;

function foldedLines(
  paint: Paint,
  { id, description }: Step,
  fields: readonly StepField[],
  room: number,
): { words: string[]; isFolded: boolean } {
  const more: string[] = [];
  const short = (label: string, lines: readonly string[], most: number): readonly string[] => {
    // To say that one line is folded takes the line that it would save.
    if (lines.length <= most + 1) return lines;
    more.push(`${counted(lines.length - most, "more line")} of ${label}`);
    return [...lines.slice(0, most - 1), `${lines[most - 1]}${paint.fg("dim", "…")}`];
  };
  const alone = (field: StepField) =>
    short(
      field.label,
      fieldLines(paint, field, field.label.length, room),
      field.folded === "command" ? COMMAND_LINES : OTHER_LINES,
    );
  const isPacked = ({ folded, text }: StepField) =>
    folded === "packed" || (folded === "named" && text.length <= SHORT && !text.includes("\n"));
  const words = [
    ...(description === undefined ? [] : short("description", prose(paint, description, room), OTHER_LINES + 1)),
    ...packedLines(paint, [...fields.filter(isPacked), { label: "id", text: id, folded: "packed" }], room, alone),
    ...fields.filter(({ folded }) => folded === "command").flatMap(alone),
  ];
  more.push(...fields.filter((field) => field.folded === "named" && !isPacked(field)).map(({ label }) => label));
  const hidden = hanging(paint.fg("dim", "⏎ "), more.join(", "), room, (line) => paint.fg("dim", line));
  return { words: more.length > 0 ? [...words, ...hidden] : words, isFolded: more.length > 0 };
}

/** Short fields side by side, longer ones on lines of their own. */
function packedLines(
  paint: Paint,
  fields: readonly StepField[],
  room: number,
  alone: (field: StepField) => readonly string[],
): string[] {
  const lines: string[] = [];
  let line = "";
  for (const field of fields) {
    const { label, text } = field;
    const piece = `${paint.fg("dim", label)} ${paint.fg("muted", text)}`;
    const joined = line === "" ? piece : `${line}${paint.fg("dim", " · ")}${piece}`;
    if (visibleWidth(joined) <= room) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    line = visibleWidth(piece) <= room ? piece : "";
    if (line === "") lines.push(...alone(field));
  }
  return line === "" ? lines : [...lines, line];
}

function unfoldedLines(paint: Paint, step: Step, fields: readonly StepField[], room: number): string[] {
  const all: StepField[] = [
    ...(step.mode ? [{ label: "mode", text: modeTitle(step.mode), folded: "named" } as const] : []),
    ...fields,
    { label: "id", text: step.id, folded: "named" },
  ];
  const widest = Math.max(...all.map(({ label }) => label.length));
  return [
    ...(step.description === undefined ? [] : prose(paint, step.description, room)),
    ...all.flatMap((field) => fieldLines(paint, field, room < 40 ? 0 : widest, room)),
  ];
}

function fieldLines(paint: Paint, { label, text, folded }: StepField, labelWidth: number, room: number): string[] {
  const first = `${paint.fg("dim", label.padEnd(labelWidth))} `;
  const indent = visibleWidth(first);
  const lines = folded === "command" ? foldCommand(text, room - indent, visibleWidth) : text.split("\n");
  return lines.flatMap((line, index) =>
    hanging(index === 0 ? first : " ".repeat(indent), line, room, (part) => paint.fg("muted", part)),
  );
}

function earlierLines(paint: Paint, comment: EarlierComment & { by: string }, room: number): string[] {
  const state = comment.state === "addressed" ? paint.fg("success", "✓ addressed") : paint.fg("warning", "– unchanged");
  const [first = "", ...rest] = comment.words.split("\n").map((line) => visible(line));
  const said = [
    ...hanging(`${paint.fg("accent", "↳")} `, `${visible(comment.by)}${onQuote(comment)}: ${first}`, room),
    ...rest.flatMap((line) => hanging("    ", line, room)),
  ];
  const last = said.pop() ?? "";
  const together = spread(last, state, room);
  return together ? [...said, together] : [...said, last, `  ${state}`];
}

/** ` on "twice a day"`. */
function onQuote({ quote }: EarlierComment): string {
  return quote === undefined ? "" : ` on ${quoted(quote)}`;
}

function commentLines(paint: Paint, comment: string, room: number): string[] {
  if (comment === "") return [];
  const [first = "", ...rest] = comment.split("\n").map((line) => visible(line));
  return [
    ...hanging(`${paint.fg("accent", "↳ you:")} `, first, room, same),
    ...rest.flatMap((line) => hanging("    ", line, room, same)),
  ];
}

function warned(paint: Paint): (line: string) => string {
  return (line) => paint.fg("warning", line);
}
