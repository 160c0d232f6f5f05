import { definitionOf } from "../../../plan/digest.ts";
import type { Plan, Step } from "../../../plan/plan.ts";
import { counted } from "../../../plan/quantities.ts";
import { hasHidden } from "../../../plan/visible.ts";
import { listed } from "../lines.ts";
import { visible } from "../visible-in-terminal.ts";
import type { ReviewSubject } from "./review-subject.ts";

/** Facts that an approver should know and that the plan itself does not tell. One sentence each. */
export function signingWarnings(subject: ReviewSubject): string[] {
  const { plan, tree, reliesOnChanged, warnings, sandbox, voided } = subject;
  const hidden = hiddenText(plan);
  const asking = sandbox ? [] : plan.steps.flatMap((step, index) => (needsSandbox(step) ? [index + 1] : []));
  return [
    ...(voided
      ? [
          `The text changed, which voids what ${voided.by.map((name) => visible(name)).join(", ")} signed (revision ${voided.revision})`,
        ]
      : []),
    ...(tree.kind === "changed"
      ? [`Planning changed ${counted(tree.files.length, "file")} in the working tree: ${some(tree.files)}`]
      : []),
    ...(tree.kind === "unknown" ? [`Unknown whether planning changed anything: ${visible(tree.because)}`] : []),
    ...(hidden.characters.length > 0
      ? [`Hidden characters in ${some(hidden.characters)}; they are spelled out as ‹U+…›`]
      : []),
    ...(hidden.comments.length > 0 ? [`Comments that rendered Markdown hides, in ${some(hidden.comments)}`] : []),
    ...reliesOnChanged.map(
      ({ step, files }) =>
        `Step ${numberOf(subject, step)} relies on files that changed since ${visible(plan.base_commit ?? "the plan was made")}: ${some(files)}`,
    ),
    ...(asking.length > 0
      ? [`No sandbox here: ${asking.length === 1 ? "step" : "steps"} ${asking.join(", ")} will ask before each command`]
      : []),
    ...warnings.map(({ message, hint }) => visible(hint ? `${message} (${hint})` : message, { spelled: true })),
  ];
}

/** A step that is limited to files, and runs commands that only a sandbox could limit to them. */
export function needsSandbox(step: Step): boolean {
  if (step.files === undefined) return false;
  if (step.run !== undefined) return true;
  return (step.tools?.includes("bash") ?? true) && !step.denied_tools?.includes("bash");
}

function numberOf({ plan }: ReviewSubject, id: string): string {
  const position = plan.steps.findIndex((step) => step.id === id);
  return position < 0 ? visible(id) : String(position + 1);
}

function some(items: readonly string[]): string {
  return items.length > 8 ? `${listed(items.slice(0, 8))} and ${items.length - 8} more` : listed(items);
}

interface HiddenText {
  /** Fields with invisible characters. The screen spells them out. */
  characters: string[];
  /** Fields with comments that rendered Markdown would not show. */
  comments: string[];
}

/** Fields of a plan with hidden text, which its approver should read twice. */
function hiddenText(plan: Plan): HiddenText {
  const found: HiddenText = { characters: [], comments: [] };
  look(definitionOf(plan), [], found);
  return { characters: [...new Set(found.characters)], comments: [...new Set(found.comments)] };
}

function look(value: unknown, path: readonly string[], found: HiddenText): void {
  if (typeof value === "string") {
    if (hasHidden(value)) found.characters.push(fieldName(path));
    if (value.includes("<!--")) found.comments.push(fieldName(path));
  } else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      if (!Array.isArray(value) && hasHidden(key)) found.characters.push(fieldName(path));
      look(item, [...path, key], found);
    }
  }
}

/** `steps, 1, description, …` → `step 2 (description)`. */
function fieldName([part = "", key, field]: readonly string[]): string {
  const number = Number(key);
  const name = part.replaceAll("_", " ");
  if (key === undefined) return name;
  if (!Number.isInteger(number)) return visible(`${name} (${key.replaceAll("_", " ")})`);
  const one = name.replace(/s$/, "");
  return `${one} ${number + 1}${field === undefined ? "" : ` (${visible(field).replaceAll("_", " ")})`}`;
}
