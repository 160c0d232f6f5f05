import { stripVTControlCharacters } from "node:util";
import { canonical } from "../../../plan/canonical.ts";
import { comparisonText } from "../../../plan/comparison-text.ts";
import { defined } from "../../../plan/defined.ts";
import type { Decision, Plan } from "../../../plan/plan.ts";
import { counted } from "../../../plan/quantities.ts";
import { hanging, listed, prose } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";
import type { Block } from "./block.ts";
import { decisionLines } from "./decision-lines.ts";
import { feedbackLines } from "./feedback-lines.ts";
import { commentOn, isLeftOut, type ReviewDraft } from "./review-draft.ts";
import type { ReviewSubject } from "./review-subject.ts";
import { needsSandbox, signingWarnings } from "./signing-warnings.ts";
import { stepBlock } from "./step-block.ts";

export interface PageState {
  subject: ReviewSubject;
  draft: ReviewDraft;
  /** Steps of which every word is shown. */
  unfolded: ReadonlySet<string>;
}

/** The whole plan: all that an approval signs is here, or unfolds here. */
export function planBlocks(paint: Paint, state: PageState, width: number): Block[] {
  const { subject } = state;
  const { plan } = subject;
  const page = new Blocks(paint, width);
  page.add(
    "",
    hanging("", visible(plan.title), width, (line) => paint.bold(line)),
    isLongTitle(plan, width),
  );
  // They are for the person who signs.
  const warnings = subject.status ? [] : signingWarnings(subject);
  page.add("", attentionLines(paint, subject, warnings, width));
  for (const { heading, body } of plan.sections ?? []) if (heading === "") page.prose("", body);
  page.prose("", plan.summary);
  page.prose("Goal", plan.goal);
  addSteps(page, paint, state, width);
  page.add("Warnings", areBelow(paint, warnings, width) ? warningLines(paint, warnings, width) : undefined);
  addDecisions(page, paint, plan.decisions ?? [], width);
  page.items("Open questions", paint.fg("warning", "? "), plan.questions);
  page.items("Assumptions", "- ", plan.assumptions);
  page.items("Risks", "- ", plan.risks);
  page.prose("Validation", plan.validation);
  page.add("Tools of the whole plan", plan.tools_required && hanging("", listed(plan.tools_required), width));
  page.items("After these plans", "- ", plan.depends_on_plans);
  addContext(page, plan);
  for (const { heading, body } of plan.sections ?? []) if (heading !== "") page.prose(heading, body);
  page.addAside("Earlier feedback", feedbackLines(paint, subject, width));
  page.addAside(
    subject.status ? "The digest of this text" : "Your approval signs this digest",
    signedLines(paint, subject, width),
  );
  return page.blocks;
}

/** Warnings of so many lines stand above the plan; more of them would push its steps off the screen. */
const FEW = 2;
/** And so many lines on what the plan may do that the text before did not allow. */
const MOST_WIDENED = 6;

/** Does the title need more than the line it has in the head? */
function isLongTitle(plan: Plan, width: number): boolean {
  return hanging("", visible(plan.title), width - 14).length > 1;
}

class Blocks {
  readonly blocks: Block[] = [];
  readonly #paint: Paint;
  readonly #width: number;

  constructor(paint: Paint, width: number) {
    this.#paint = paint;
    this.#width = width;
  }

  add(heading: string, lines: readonly string[] | undefined, wanted = true): void {
    if (!wanted || lines === undefined || lines.length === 0) return;
    const content = { name: heading, identity: `${heading}\n${unwrapped(lines)}`, isFolded: false };
    this.blocks.push({ lead: this.lead(heading), lines, content });
  }

  /** Not a part of what is signed: it need not have been on the screen. */
  addAside(heading: string, lines: readonly string[]): void {
    if (lines.length > 0) this.blocks.push({ lead: this.lead(heading), lines });
  }

  /** An empty line, and the heading; further lines of a long heading are indented. */
  lead(heading: string): string[] {
    const lines =
      heading === "" ? [] : hanging("", visible(heading), this.#width - 4, (line) => this.#paint.bold(line));
    return [
      ...(this.blocks.length === 0 ? [] : [""]),
      ...lines.map((line, index) => (index === 0 ? line : `    ${line}`)),
    ];
  }

  prose(heading: string, text: string | undefined): void {
    this.add(
      heading,
      text === undefined || text === ""
        ? heading && text === ""
          ? ["(empty)"]
          : undefined
        : prose(this.#paint, text, this.#width),
    );
  }

  items(heading: string, mark: string, texts: readonly string[] | undefined): void {
    const lines = texts?.flatMap((text) =>
      text.split("\n").flatMap((line, index) => hanging(index === 0 ? mark : "    ", visible(line), this.#width)),
    );
    this.add(heading, lines);
  }
}

/** The same words at every width. */
function unwrapped(lines: readonly string[]): string {
  return stripVTControlCharacters(lines.join(" ")).replaceAll(/[│\s]+/g, "");
}

function attentionLines(paint: Paint, subject: ReviewSubject, warnings: readonly string[], width: number): string[] {
  const signed = subject.signed?.by.map((name) => visible(name)).join(", ");
  const above = areBelow(paint, warnings, width)
    ? [`${counted(warnings.length, "warning")}, below the steps`]
    : warnings;
  return [
    ...warningLines(paint, above, width),
    ...sinceLines(paint, subject, width),
    ...(signed ? hanging(paint.fg("success", "✓ "), `Signed so far by ${signed}`, width) : []),
  ];
}

function areBelow(paint: Paint, warnings: readonly string[], width: number): boolean {
  return warningLines(paint, warnings, width).length > FEW;
}

function warningLines(paint: Paint, warnings: readonly string[], width: number): string[] {
  const warned = (part: string) => paint.fg("warning", part);
  return warnings.flatMap((line) => hanging(warned("! "), line, width, warned));
}

/** New rights of this revision come first; the key d shows the whole comparison. */
function sinceLines(paint: Paint, { previous, revision }: ReviewSubject, width: number): string[] {
  if (!previous) return [];
  const warned = (line: string) => paint.fg("warning", line);
  const { same, steps } = previous.comparison;
  const widened = comparisonText(previous.comparison, { width: width - 2 }).filter(({ tone }) => tone === "widened");
  const counts = (["added", "changed", "moved", "removed"] as const)
    .filter((how) => steps[how].length > 0)
    .map((how, index) => `${index === 0 ? counted(steps[how].length, "step") : steps[how].length} ${how}`);
  const said = counts.length === 0 ? "no step changed" : counts.join(", ");
  const since = previous.revision === revision ? "before the edit" : `revision ${previous.revision}`;
  const text = same ? `Nothing changed since ${since}` : `Since ${since}: ${said} · d shows everything`;
  return [
    ...hanging(paint.fg("accent", "± "), text, width, (line) => paint.fg("muted", line)),
    ...(widened.length > 0 ? hanging(paint.fg("warning", "! "), "It allows more than before:", width, warned) : []),
    ...widened.slice(0, MOST_WIDENED).flatMap(({ text }) => {
      const [mark = ""] = /^! | +/.exec(text) ?? [];
      return hanging(`  ${mark.replace("!", "-")}`, text.slice(mark.length), width, warned);
    }),
    ...(widened.length > MOST_WIDENED
      ? hanging("  - ", `${widened.length - MOST_WIDENED} more: d shows them`, width, warned)
      : []),
  ];
}

function addSteps(page: Blocks, paint: Paint, { subject, draft, unfolded }: PageState, width: number): void {
  const { plan, previous, feedback, sandbox, reliesOnChanged, outcomes } = subject;
  const heading = `${counted(plan.steps.length, "step")}`;
  let open = false;
  for (const [index, step] of plan.steps.entries()) {
    const mark = previous && markOf(previous.comparison, step.id);
    const isUnfolded = unfolded.has(step.id);
    const remarks = [
      ...(!sandbox && !outcomes && needsSandbox(step) ? ["asks before each command: no sandbox"] : []),
      ...reliesOnChanged.filter((relied) => relied.step === step.id).map(() => "relies on files that have changed"),
    ];
    const { lines, isFolded } = stepBlock(
      paint,
      {
        plan,
        step,
        number: index + 1,
        leftOut: isLeftOut(draft, step.id),
        unfolded: isUnfolded,
        ...defined({ mark, outcome: outcomes?.get(step.id) }),
        remarks,
        earlier: feedback.flatMap(({ by, comments }) =>
          comments.filter((comment) => comment.step === step.id).map((comment) => ({ ...comment, by })),
        ),
        comment: commentOn(draft, step.id),
      },
      width,
    );
    const lead = index === 0 ? page.lead(heading) : open || isUnfolded ? [""] : [];
    const content = { name: `step ${index + 1}`, identity: canonical([index, step]), isFolded };
    page.blocks.push({ lead, lines, step: index, content });
    open = isUnfolded;
  }
}

function markOf({ steps }: NonNullable<ReviewSubject["previous"]>["comparison"], id: string): string | undefined {
  if (steps.added.some(({ item }) => item.id === id)) return "new";
  if (steps.changed.some(({ after }) => after.id === id)) return "changed";
  return steps.moved.some(({ item }) => item.id === id) ? "moved" : undefined;
}

function addDecisions(page: Blocks, paint: Paint, decisions: readonly Decision[], width: number): void {
  for (const [index, decision] of decisions.entries()) {
    const lead = page.lead(index === 0 ? counted(decisions.length, "decision") : "");
    const content = { name: "a decision", identity: canonical(decision), isFolded: false };
    page.blocks.push({ lead, lines: decisionLines(paint, decision, width), content });
  }
}

function addContext(page: Blocks, plan: Plan): void {
  const { tool_outputs = {}, notes, artifacts } = plan.context ?? {};
  page.prose("Notes", notes);
  page.items(
    "Artifacts",
    "- ",
    artifacts?.map(({ name, sha256 }) => `${name} sha256:${sha256}`),
  );
  for (const [name, { tool, operation, data }] of Object.entries(tool_outputs)) {
    const from = [tool, operation].filter((part) => part !== undefined).join(" ");
    page.prose(`Tool output ${name}${from ? ` (${from})` : ""}`, JSON.stringify(data, null, 2));
  }
}

function signedLines(paint: Paint, { plan, digest }: ReviewSubject, width: number): string[] {
  const facts = [
    ["planned by", plan.planner_model],
    ["executor", plan.executor_model],
    ["based on", plan.base_commit],
    ["priority", plan.priority],
  ] as const;
  const given = facts.flatMap(([label, value]) => (value === undefined ? [] : [`${label} ${visible(String(value))}`]));
  const beside = given.length === 0 ? [] : [`not signed: ${given.join(" · ")}`];
  return [digest, ...beside].flatMap((line) => hanging("", line, width, (part) => paint.fg("dim", part)));
}
