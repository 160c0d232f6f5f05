import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import { ENDS, type LivePlan } from "../lifecycle/plan-state.ts";
import { wrongState } from "../lifecycle/transitions.ts";
import type { StepId } from "../plan/plan.ts";
import { isOwn } from "./lease.ts";
import { leftOutOf } from "./left-behind.ts";
import { liveLease } from "./live-lease.ts";
import { type OpenedSnapshots, openPlanSnapshots, spanOf } from "./open-plan-snapshots.ts";
import type { Change, Conflict, Noted, SnapshotId } from "./snapshot.ts";

export interface RollBackOptions {
  env: NodeJS.ProcessEnv;
  /** Only this step; else all of them. */
  step?: StepId;
  /** All files as before the run, also those that no step is known to have changed. Nothing can be in conflict then. */
  everything?: boolean;
}

/** What would be taken back. Nothing is touched before somebody has seen it. */
export interface PreparedRollBack {
  steps: StepId[];
  changes: Change[];
  /** Files that differ, too, and that no step is known to have changed: they stay as they are. */
  others: string[];
  /** Files that were in no snapshot: whatever became of them stays. */
  leftOut: Noted[];
  carryOut(by: Person): Promise<Outcome<RolledBackPlan>>;
}

export interface RolledBackPlan {
  plan: LivePlan;
  to: SnapshotId;
  changes: Change[];
  left: Noted[];
  /** The files as they were. */
  before: SnapshotId;
}

/** Looks what taking back a plan, or one of its steps, would change; or says why it cannot be, with every conflict. */
export async function prepareRollBack(
  desk: Desk,
  plan: LivePlan,
  { env, step, everything = false }: RollBackOptions,
): Promise<Outcome<PreparedRollBack>> {
  const wrong = wrongState(plan, "roll_back");
  if (wrong) return { ok: false, refusal: wrong };
  const held = inUse(desk, plan);
  if (held) return held;
  const opened = await openPlanSnapshots(desk, plan, env);
  if (!opened.ok) return opened;
  const wanted = await wantedIn(opened.value, step, everything);
  if (!wanted.ok) return wanted;
  const { to, expected, only, steps } = wanted.value;
  const { snapshots } = opened.value;
  const all = await snapshots.changed(to, expected);
  return yes({
    steps,
    changes: all.filter(({ path }) => only(path)),
    leftOut: leftOutOf(opened.value.run),
    others: all.flatMap(({ path }) => (only(path) ? [] : [path])),
    carryOut: (by) => carryOut(desk, plan, { to, expected, only, steps }, opened.value, by),
  });
}

/** Why no file may be changed under the feet of whoever carries it out, if somebody does. */
function inUse(desk: Desk, plan: LivePlan): Outcome<never> | undefined {
  const running = plan.run?.steps.that("in_progress") ?? [];
  // What has ended may still say who did it last.
  const isOver = ENDS.includes(plan.status) && running.length === 0;
  const lease = isOver ? undefined : liveLease(desk, plan);
  const words = running.length > 0 ? `Still running: ${running.join(", ")}.` : "";
  // Where this process waits with it, and nothing runs, it looks at the files anew before it goes on.
  if (lease !== undefined && !(isOwn(lease) && running.length === 0)) {
    const message = `${plan.id} is in the hands of process ${lease.pid} on ${lease.host}. ${words}`.trim();
    return no(words ? "step_in_progress" : "lost_lease", message, {
      hint: "Let it come to its end, or cancel it, first.",
    });
  }
  return words ? no("step_in_progress", words) : undefined;
}

/**
 * The files first, then the record: if it breaks off in between, the journal still says "done" of steps whose files are
 * gone, and nobody does them again unasked; the same once more finds the files as they should be, and records it. The other
 * way round a run could begin on top of what was to be gone.
 */
async function carryOut(
  desk: Desk,
  { id, version }: LivePlan,
  { to, expected, only, steps }: Wanted,
  { snapshots }: OpenedSnapshots,
  by: Person,
): Promise<Outcome<RolledBackPlan>> {
  // Somebody may have let it go on while this was looked at: no file is changed under a run's feet.
  const now = await desk.plan(id);
  if (!now.ok) return now;
  if (now.value.kind !== "standing" || now.value.state.version !== version) {
    return no("conflict", "Something has happened to the plan meanwhile, so nothing was touched.", {
      hint: "Look at it again and repeat what you wanted.",
    });
  }
  const held = inUse(desk, now.value.state);
  if (held) return held;
  const back = await snapshots.rollback(to, { expected, only });
  if (!back.ok) return no(back.kind, back.message, { facts: { conflicts: back.conflicts } });
  const recorded = await desk.send(id, { type: "roll_back", steps, to }, by);
  if (!recorded.ok) {
    const hint = "The files are back, but the plan does not say so yet. Take it back once more.";
    return { ok: false, refusal: { ...recorded.refusal, hint } };
  }
  const { changes, left, before } = back;
  return yes({ plan: recorded.value, to, changes, left, before });
}

interface Wanted {
  to: SnapshotId;
  expected: SnapshotId;
  only(path: string): boolean;
  steps: StepId[];
}

async function wantedIn(
  opened: OpenedSnapshots,
  step: StepId | undefined,
  everything: boolean,
): Promise<Outcome<Wanted>> {
  const { trees, run, snapshots } = opened;
  if (step !== undefined) {
    const span = spanOf(opened, step);
    if (!span.ok) return span;
    const { before, after, paths } = span.value;
    return yes({ to: before, expected: after, only: among(paths), steps: [step] });
  }
  const steps = run.steps.that("completed", "failed", "interrupted");
  const { before = "", last = before } = trees;
  if (everything) {
    const now = await snapshots.take("before rollback");
    return yes({ to: before, expected: now.id, only: () => true, steps });
  }
  const conflicts = await changedByOthers(opened);
  if (conflicts.length > 0) {
    const message =
      "Somebody has changed files of the plan's steps while none was at work, so nothing was touched. Take back single steps, the last one first, or everything.";
    return no("changed_since", message, { facts: { conflicts } });
  }
  const paths = [...trees.steps.values()].flatMap((span) => span.paths);
  return yes({ to: before, expected: last, only: among(paths), steps });
}

/** Files of steps that somebody else changed between two steps: to take them back would lose that. */
async function changedByOthers({ snapshots, trees }: OpenedSnapshots): Promise<Conflict[]> {
  const found = new Map<string, Conflict>();
  for (const { from, to, excused } of trees.gaps) {
    for (const { path } of await snapshots.changed(from, to)) {
      const owners = [...trees.steps].flatMap(([step, { paths }]) => (paths.includes(path) ? [step] : []));
      if (owners.length === 0 || owners.some((step) => excused.includes(step))) continue;
      found.set(path, {
        path,
        because: `it was changed between two steps, by none of them (see ${owners.join(", ")})`,
      });
    }
  }
  return [...found.values()];
}

function among(paths: readonly string[]): (path: string) => boolean {
  const known = new Set(paths);
  return (path) => known.has(path);
}
