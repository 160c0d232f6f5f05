import { ownProperty } from "../lifecycle/own-property.ts";
import type { Run } from "../lifecycle/plan-state.ts";
import type { AttemptEffects, FileChange } from "../lifecycle/step-result.ts";
import type { StepState } from "../lifecycle/step-state.ts";
import type { StepId } from "../plan/plan.ts";

/** The effects of a run that the host saw, and what it could not see. */
export interface RunEffects {
  files: (FileChange & { steps: StepId[] })[];
  /** Commands of the plan, and of agents where they are known. Their effects outside the project are unknown. */
  commands: { step: StepId; command: string }[];
  /** Deviations from the plan that steps reported. */
  deviations: { step: StepId; what: string }[];
  /** Unexpected changes. */
  drift: { step: StepId; what: string }[];
  /** Files that changed during a step while nothing of it worked: they do not count as its changes. */
  others: (FileChange & { step: StepId })[];
  /** Steps that ran, and whose files could not be compared. */
  unseen: StepId[];
  /** Files that are in no snapshot: they were not compared and cannot be rolled back. */
  left_out: { path: string; because: string }[];
}

/** Known only to the process that ran the plan. */
export interface ReportExtras {
  /** By step: commands that its agent ran. */
  commands?: Readonly<Record<StepId, readonly string[]>>;
  /** The differences between the files before the run and now. They replace those of single steps. */
  changed?: readonly FileChange[];
}

export function runEffects(run: Run, { commands = {}, changed }: ReportExtras): RunEffects {
  const found: RunEffects = {
    files: [],
    commands: [],
    deviations: [],
    drift: [],
    others: [],
    unseen: [],
    left_out: leftOutOf(run),
  };
  const seen = new Map<string, RunEffects["files"][number]>();
  for (const step of run.plan.steps) {
    const state = run.steps.get(step.id);
    if (state === undefined || state.attempts === 0) continue;
    const ran = [...(step.run === undefined ? [] : [step.run]), ...(ownProperty(commands, step.id) ?? [])];
    found.commands.push(...ran.map((command) => ({ step: step.id, command })));
    if (state.is_rolled_back) continue;
    const attempts = attemptsOf(state);
    const each = (of: (attempt: AttemptEffects) => readonly string[] | undefined) =>
      [...new Set(attempts.flatMap((attempt) => of(attempt) ?? []))].map((what) => ({ step: step.id, what }));
    found.deviations.push(...each(({ deviations }) => deviations));
    found.drift.push(...each(({ drift }) => drift));
    found.others.push(...changesOf(attempts, "others").map((change) => ({ ...change, step: step.id })));
    const isUnseen = attempts.some(({ artifacts }) => artifacts === undefined);
    if (isUnseen && changed === undefined) found.unseen.push(step.id);
    for (const change of changesOf(attempts)) combine(seen, change, step.id);
  }
  const files = changed?.map((change) => ({ ...change, steps: seen.get(change.path)?.steps ?? [] })) ?? seen.values();
  found.files.push(...[...files].sort((a, b) => (a.path < b.path ? -1 : 1)));
  return found;
}

/** Oldest first. A step that waits for its next attempt still has the result of the last one. */
function attemptsOf({ earlier = [], result }: StepState): AttemptEffects[] {
  return [...earlier, result ?? {}];
}

/** The changes of attempts one after the other: a file that one added and a later one removed is not among them. */
function changesOf(attempts: readonly AttemptEffects[], of: "artifacts" | "others" = "artifacts"): FileChange[] {
  const hows = new Map<string, FileChange["how"]>();
  for (const { path, how } of attempts.flatMap((attempt) => attempt[of] ?? [])) {
    const before = hows.get(path);
    if (before === "added" && how === "removed") hows.delete(path);
    else if (before === "added") continue;
    else hows.set(path, before === "removed" && how === "added" ? "changed" : how);
  }
  return [...hows].map(([path, how]) => ({ path, how }));
}

/** Steps may have run in another order: a combination that depends on it counts as changed. */
function combine(seen: Map<string, RunEffects["files"][number]>, { path, how }: FileChange, step: StepId): void {
  const before = seen.get(path);
  const hows = new Set([how, before?.how ?? how]);
  const isClear = hows.size === 1 || hows.has("changed");
  const both = isClear ? ([...hows].find((one) => one !== "changed") ?? "changed") : "changed";
  seen.set(path, { path, how: both, steps: [...(before?.steps ?? []), step] });
}

/** Of all steps of a run, each file once, with the newest reason. */
export function leftOutOf({ steps }: Run): RunEffects["left_out"] {
  const all = steps.values().flatMap((step) => attemptsOf(step).flatMap(({ left_out }) => left_out ?? []));
  return [...new Map(all.map((noted) => [noted.path, noted])).values()];
}
