import { type Pairing, pairByName } from "./compare-items.ts";
import { coversGlob } from "./covers-glob.ts";
import { defined } from "./defined.ts";
import { type Decision, type Plan, RISKS, type Step, type StepId } from "./plan.ts";

/** One right that only the later revision grants, or one check that it drops. */
export interface Widening {
  kind:
    | "more_tools"
    | "any_tool"
    | "denied_tools_removed"
    | "more_files"
    | "any_file"
    | "commits_added"
    | "higher_risk"
    | "run_changed"
    | "keeps_added"
    | "verify_changed"
    | "verify_removed"
    | "undo_removed"
    | "decision_gate_removed"
    | "decides_by_default"
    | "bigger_budget";
  /** The step or the decision it is about; neither when it is about the whole plan. */
  step?: StepId;
  decision?: string;
  /** For lists the added entries (removed ones, for denied tools); otherwise the values. */
  items?: string[];
  before?: unknown;
  after?: unknown;
}

export function findWidening(before: Plan, after: Plan, pairing: Pairing): Widening[] {
  const whole = everythingIn(before.steps);
  const required = before.tools_required ?? [];
  const more = (after.tools_required ?? []).filter((tool) => !required.includes(tool));
  return [
    ...(more.length > 0 ? [{ kind: "more_tools" as const, items: more }] : []),
    ...after.steps.flatMap((step, position) => {
      const from = pairing[position];
      const was = from === undefined ? undefined : before.steps[from];
      // A new step is compared with the rights of all earlier steps together.
      const found = was ? [...widerScope(was, step), ...fewerChecks(was, step)] : widerScope(whole, step);
      return found.map((widening) => ({ ...widening, step: step.id }));
    }),
    ...loosenedDecisions(before.decisions ?? [], after.decisions ?? []),
  ];
}

type Scope = Pick<Step, "tools" | "denied_tools" | "files" | "commits" | "risk" | "run" | "keeps">;

function widerScope(before: Scope, after: Scope): Widening[] {
  const found: Widening[] = [];
  if (before.tools && !after.tools) found.push({ kind: "any_tool", before: before.tools });
  const tools = after.tools?.filter((tool) => before.tools && !before.tools.includes(tool)) ?? [];
  if (tools.length > 0) found.push({ kind: "more_tools", items: tools });
  const allowed = before.denied_tools?.filter((tool) => !after.denied_tools?.includes(tool)) ?? [];
  if (allowed.length > 0) found.push({ kind: "denied_tools_removed", items: allowed });
  found.push(...widerFiles(before.files, after.files));
  if (after.commits && !before.commits) found.push({ kind: "commits_added" });
  if (rank(after.risk) > rank(before.risk)) found.push({ kind: "higher_risk", ...values(before.risk, after.risk) });
  if (after.run !== undefined && after.run !== before.run) {
    found.push({ kind: "run_changed", ...values(before.run, after.run) });
  }
  if (after.keeps !== undefined && before.keeps === undefined) found.push({ kind: "keeps_added", after: after.keeps });
  return found;
}

function widerFiles(before: readonly string[] | undefined, after: readonly string[] | undefined): Widening[] {
  if (!before) return [];
  if (!after) return [{ kind: "any_file", before: [...before] }];
  const exceptions = before.filter((glob) => glob.startsWith("!") && !after.includes(glob));
  const more = after.filter((glob) => !glob.startsWith("!") && !before.some((wide) => coversGlob(wide, glob)));
  return more.length + exceptions.length > 0 ? [{ kind: "more_files", items: [...more, ...exceptions] }] : [];
}

function fewerChecks(before: Step, after: Step): Widening[] {
  const found: Widening[] = [];
  if (before.verify !== undefined && before.verify !== after.verify) {
    const kind = after.verify === undefined ? "verify_removed" : "verify_changed";
    found.push({ kind, ...values(before.verify, after.verify) });
  }
  if (before.undo !== undefined && after.undo === undefined) found.push({ kind: "undo_removed", before: before.undo });
  if (before.decision_id !== undefined && before.decision_id !== after.decision_id) {
    found.push({ kind: "decision_gate_removed", ...values(before.decision_id, after.decision_id) });
  }
  for (const budget of ["max_tokens", "max_turns"] as const) {
    const [was, is] = [before[budget], after[budget]];
    if (was === undefined || (is !== undefined && is <= was)) continue;
    found.push({ kind: "bigger_budget", items: [budget], ...values(was, is) });
  }
  return found;
}

/** A decision with a default and a deadline is answered without a person; before, a person answered it. */
function loosenedDecisions(before: readonly Decision[], after: readonly Decision[]): Widening[] {
  const idOf = (decision: Decision) => decision.decision_id;
  const pairing = pairByName(before, after, idOf);
  return after.flatMap((decision, position): Widening[] => {
    const from = pairing[position];
    const was = from === undefined ? before.find((other) => idOf(other) === idOf(decision)) : before[from];
    if (!was || decision.deadline_minutes === undefined || was.deadline_minutes !== undefined) return [];
    return [{ kind: "decides_by_default", decision: idOf(decision), after: decision.default ?? [] }];
  });
}

function everythingIn(steps: readonly Step[]): Scope {
  const open = (field: "tools" | "files") => steps.some((step) => step[field] === undefined);
  return {
    ...(!open("tools") && { tools: [...new Set(steps.flatMap((step) => step.tools ?? []))] }),
    ...(!open("files") && {
      files: [...new Set(steps.flatMap((step) => step.files ?? []))].filter((glob) => !glob.startsWith("!")),
    }),
    ...(steps.some((step) => step.commits) && { commits: true }),
    risk: RISKS[Math.max(0, ...steps.map((step) => rank(step.risk)))] ?? "low",
  };
}

/** A step that says nothing about its risk counts as low: whatever it says later is seen. */
function rank(risk: Step["risk"]): number {
  return risk === undefined ? 0 : RISKS.indexOf(risk);
}

function values(before: unknown, after: unknown): Pick<Widening, "before" | "after"> {
  return { ...defined({ before, after }) };
}
