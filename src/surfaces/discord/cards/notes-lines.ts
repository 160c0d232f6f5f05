import { compareRevisions } from "../../../plan/compare-revisions.ts";
import { comparisonText } from "../../../plan/comparison-text.ts";
import type { Widening } from "../../../plan/find-widening.ts";
import type { Plan } from "../../../plan/plan.ts";
import { counted } from "../../../plan/quantities.ts";
import { hasHidden } from "../../../plan/visible.ts";
import { hostFileWarnings } from "../../../policy/signed-host-file.ts";
import { code, inline } from "./discord-text.ts";
import { type PlanFacts, shownText } from "./plan-facts.ts";

const NO_PLAN: Plan = { id: "PLAN-00000000", title: "", steps: [] };

/** Facts for an approver beside the plan itself; a wider scope comes first. */
export function noteLines(facts: PlanFacts): string[] {
  return [
    ...widenedLines(facts),
    ...hostFileLines(facts),
    ...treeLines(facts),
    ...warningLines(facts),
    ...changedLines(facts),
    ...hiddenLines(facts),
  ];
}

function widenedLines({ previous }: PlanFacts): string[] {
  if (previous === undefined || previous.comparison.widened.length === 0) return [];
  const { widened } = previous.comparison;
  const told = widened.slice(0, 6).map(briefly);
  // Every surface describes a wider scope with the same text.
  const lines = comparisonText({ ...NOTHING_ELSE, same: false, widened: told }, { width: 2000 });
  return [
    `⚠️ **This text may do more than revision ${previous.revision}:**`,
    ...lines.flatMap(({ text }) =>
      text.startsWith("! ") ? [`• ${inline(text.slice(2), 160, { spelled: true })}`] : [],
    ),
    ...(widened.length > told.length ? [`… and ${widened.length - told.length} more`] : []),
  ];
}

/** Files that a step may write and that a program loads by itself. */
function hostFileLines({ plan }: PlanFacts): string[] {
  const warnings = shownText(plan).plan.steps.flatMap(hostFileWarnings);
  if (warnings.length === 0) return [];
  return [
    "⚠️ **Steps may write files that programs load by themselves:**",
    ...warnings.slice(0, 5).map((warning) => `• ${inline(warning, 160, { spelled: true })}`),
    ...(warnings.length > 5 ? [`… and ${warnings.length - 5} more`] : []),
  ];
}

const NOTHING_ELSE = compareRevisions(NO_PLAN, NO_PLAN);

/** Shortened before it is laid out: a card has no room for more. */
function briefly({ items, before, after, ...widening }: Widening): Widening {
  return {
    ...widening,
    ...(items && { items: items.slice(0, 5).map(shortened) }),
    ...(before !== undefined && { before: brief(before) }),
    ...(after !== undefined && { after: brief(after) }),
  };
}

function brief(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 5).map((item) => shortened(String(item)));
  return typeof value === "string" ? shortened(value) : value;
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}

function treeLines({ tree, plan: { status } }: PlanFacts): string[] {
  if (tree === undefined || !UNDER_REVIEW.includes(status)) return [];
  switch (tree.kind) {
    case "unchanged":
      return ["🌿 Planning left the working tree unchanged."];
    case "unknown":
      return [`🌿 Whether planning changed files is unknown: ${inline(tree.because, 120)}`];
    case "changed": {
      const { files, head, isStaged } = tree;
      const what = [
        ...(files.length > 0 ? [`${counted(files.length, "file")} (${pathList(files.map(({ path }) => path))})`] : []),
        ...(head ? ["the checked-out commit"] : []),
        ...(isStaged ? ["the staged files"] : []),
      ];
      return [`⚠️ **The working tree has changed since planning began:** ${what.join(", ")}`];
    }
  }
}

function warningLines({ warnings = [] }: PlanFacts): string[] {
  const lines = warnings.slice(0, 5).map(({ message }) => `⚠️ ${inline(message, 200, { spelled: true })}`);
  const more = warnings.length - lines.length;
  return [...lines, ...(more > 0 ? [`… and ${counted(more, "more warning")}`] : [])];
}

function changedLines({ reliesOnChanged = [], plan: { status } }: PlanFacts): string[] {
  if (reliesOnChanged.length === 0 || ENDED.includes(status)) return [];
  const first = "⚠️ **Files of these steps changed after the plan's base commit:**";
  const lines = reliesOnChanged.slice(0, 4).map(({ step, files }) => `• ${code(step, 40)}: ${pathList(files)}`);
  const more = reliesOnChanged.length - lines.length;
  return [first, ...lines, ...(more > 0 ? [`… and ${counted(more, "more step")}`] : [])];
}

function hiddenLines({ plan }: PlanFacts): string[] {
  return hasHidden(shownText(plan).text) ? ["⚠️ This plan contains hidden characters, spelled out here as ‹U+…›."] : [];
}

const UNDER_REVIEW: readonly string[] = ["proposed", "needs_review", "changes_requested"];
const ENDED: readonly string[] = ["completed", "rejected", "cancelled"];

export function pathList(paths: readonly string[], most = 3): string {
  const shown = paths.slice(0, most).map((path) => code(path, 60));
  return `${shown.join(", ")}${paths.length > most ? `, and ${paths.length - most} more` : ""}`;
}
