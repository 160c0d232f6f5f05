import { own } from "../lifecycle/own.ts";
import type { Run } from "../lifecycle/plan-state.ts";
import type { FileChange } from "../lifecycle/step-result.ts";
import type { StepId } from "../plan/plan.ts";

/** What a run has done to the world, as far as the host saw it, and what it could not see. */
export interface LeftBehind {
  files: (FileChange & { steps: StepId[] })[];
  /** Commands of the plan, and of agents where they are known. What they did elsewhere nobody can tell. */
  commands: { step: StepId; command: string }[];
  drift: { step: StepId; what: string }[];
  /** Steps that were at work, and nobody could compare the files. */
  unseen: StepId[];
  /** Files that are in no snapshot: nobody compared them, and they cannot be taken back. */
  left_out: { path: string; because: string }[];
}

/** What only whoever carried the plan out knows. */
export interface ReportExtras {
  /** By step: commands that its agent ran. */
  commands?: Readonly<Record<StepId, readonly string[]>>;
  /** The files as they were before the run, compared with now. It says more than what steps told one by one. */
  changed?: readonly FileChange[];
}

export function leftBehind(run: Run, { commands = {}, changed }: ReportExtras): LeftBehind {
  const found: LeftBehind = { files: [], commands: [], drift: [], unseen: [], left_out: leftOutOf(run) };
  const told = new Map<string, LeftBehind["files"][number]>();
  const takenBack = new Set((run.rolled_back ?? []).flatMap(({ steps }) => steps));
  for (const step of run.plan.steps) {
    const state = run.steps.get(step.id);
    if (state === undefined || state.attempts === 0) continue;
    const ran = [...(step.run === undefined ? [] : [step.run]), ...(own(commands, step.id) ?? [])];
    found.commands.push(...ran.map((command) => ({ step: step.id, command })));
    // Done again since, it counts again.
    if (state.status === "pending" && takenBack.has(step.id)) continue;
    const { artifacts, drift = [] } = state.result ?? {};
    found.drift.push(...drift.map((what) => ({ step: step.id, what })));
    if (artifacts === undefined && changed === undefined) found.unseen.push(step.id);
    for (const change of artifacts ?? []) combine(told, change, step.id);
  }
  const files = changed?.map((change) => ({ ...change, steps: told.get(change.path)?.steps ?? [] })) ?? told.values();
  found.files.push(...[...files].sort((a, b) => (a.path < b.path ? -1 : 1)));
  return found;
}

/** Steps need not have run in this order: what cannot be told without it is called changed. */
function combine(told: Map<string, LeftBehind["files"][number]>, { path, how }: FileChange, step: StepId): void {
  const before = told.get(path);
  const hows = new Set([how, before?.how ?? how]);
  const isClear = hows.size === 1 || hows.has("changed");
  const both = isClear ? ([...hows].find((one) => one !== "changed") ?? "changed") : "changed";
  told.set(path, { path, how: both, steps: [...(before?.steps ?? []), step] });
}

/** Of all steps of a run, each file once, with the newest reason. */
export function leftOutOf({ steps }: Run): LeftBehind["left_out"] {
  const all = steps.values().flatMap(({ result }) => result?.left_out ?? []);
  return [...new Map(all.map((noted) => [noted.path, noted])).values()];
}
