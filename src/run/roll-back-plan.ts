import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import { accessNeeded } from "../lifecycle/access.ts";
import { accessFor } from "../lifecycle/commands.ts";
import { ENDS, type LivePlan, type Run } from "../lifecycle/plan-state.ts";
import { stepsToRollBack } from "../lifecycle/steps-to-roll-back.ts";
import { wrongState } from "../lifecycle/wrong-state.ts";
import type { StepId } from "../plan/plan.ts";
import { liveLease } from "./holder.ts";
import { isOwn } from "./lease.ts";
import { type OpenedSnapshots, openPlanSnapshots, spanOf, stepsWithUnknownChanges } from "./open-plan-snapshots.ts";
import { leftOutOf } from "./run-effects.ts";
import type { Change, Conflict, Noted, SnapshotId } from "./snapshot.ts";

export interface RollBackOptions {
  env: NodeJS.ProcessEnv;
  /** Only this step; else all of them. */
  step?: StepId;
  /** All files as before the run, also those that no step is known to have changed. Nothing can be in conflict then. */
  everything?: boolean;
}

/** The changes a rollback would make. No file is touched before `carryOut`, so that a person can see them first. */
export interface PreparedRollBack {
  steps: StepId[];
  changes: Change[];
  /** Files that differ, too, and that no step is known to have changed: they stay as they are. */
  others: string[];
  /** Files that were in no snapshot: the rollback leaves them. */
  leftOut: Noted[];
  /** Steps whose changes are unknown, and stay. */
  unknown: StepId[];
  carryOut(by: Person): Promise<Outcome<RolledBackPlan>>;
}

export interface RolledBackPlan {
  plan: LivePlan;
  to: SnapshotId;
  changes: Change[];
  left: Noted[];
  /** The files as they were. */
  before: SnapshotId;
  /** The git command that restores the files as they were. */
  restore: string;
}

/** The changes that a rollback of a plan, or of one step, would make; or why it is refused, with every conflict. */
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
  const obstacle = await snapshots.obstacle(to, { expected, only });
  if (obstacle) return no(obstacle.kind, obstacle.message, { facts: { conflicts: obstacle.conflicts } });
  const all = await snapshots.changed(to, expected);
  return yes({
    steps,
    changes: all.filter(({ path }) => only(path)),
    leftOut: leftOutOf(opened.value.run),
    unknown: everything || step !== undefined ? [] : stepsWithUnknownChanges(opened.value),
    others: all.flatMap(({ path }) => (only(path) ? [] : [path])),
    carryOut: (by) => carryOut(desk, plan, { to, expected, only, steps }, opened.value, by),
  });
}

/** A refusal if a process runs the plan: it relies on the files. */
function inUse(desk: Desk, plan: LivePlan): Outcome<never> | undefined {
  const running = plan.run?.steps.that("in_progress") ?? [];
  // A plan that has ended still names its last executor.
  const isOver = ENDS.includes(plan.status) && running.length === 0;
  const lease = isOver ? undefined : liveLease(desk, plan);
  const words = running.length > 0 ? `Still running: ${running.join(", ")}.` : "";
  // If this process holds the plan and runs no step, it takes a new snapshot before it continues.
  if (lease !== undefined && !(isOwn(lease) && running.length === 0)) {
    const message = `${plan.id} is run by process ${lease.pid} on ${lease.host}. ${words}`.trim();
    return no(words ? "step_in_progress" : "lost_lease", message, {
      hint: "Wait for its end, or cancel it, first.",
    });
  }
  return words ? no("step_in_progress", words) : undefined;
}

/**
 * The files first, then the record. If it breaks off in between, the journal still has the steps as done, so they are not
 * repeated, and a second rollback finds the files restored and records it. In the other order a run could start on files
 * that are not restored yet.
 */
async function carryOut(
  desk: Desk,
  { id, version, status }: LivePlan,
  { to, expected, only, steps }: Wanted,
  { snapshots }: OpenedSnapshots,
  by: Person,
): Promise<Outcome<RolledBackPlan>> {
  // Before any file is touched.
  const limited = accessNeeded(by, accessFor("roll_back", { status }));
  if (limited) return { ok: false, refusal: limited };
  // A person may have resumed the plan since: no file may change during a run.
  const now = await desk.plan(id);
  if (!now.ok) return now;
  if (now.value.kind !== "standing" || now.value.state.version !== version) {
    return no("conflict", "The plan changed since you looked, so nothing was touched.", {
      hint: "Look at it again and repeat the rollback.",
    });
  }
  const held = inUse(desk, now.value.state);
  if (held) return held;
  const back = await snapshots.rollback(to, { expected, only });
  if (!back.ok) return no(back.kind, back.message, { facts: { conflicts: back.conflicts } });
  const recorded = await desk.send(id, { type: "roll_back", steps, to }, by);
  if (!recorded.ok) {
    const hint = "The files are restored, but that is not recorded yet. Roll back once more.";
    return { ok: false, refusal: { ...recorded.refusal, hint } };
  }
  const { changes, left, before } = back;
  return yes({ plan: recorded.value, to, changes, left, before, restore: snapshots.restoreCommand(before) });
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
    if (run.steps.get(step)?.is_rolled_back) return no("wrong_step_state", `Step ${step} is rolled back already.`);
    const span = spanOf(opened, step);
    if (!span.ok) return span;
    const { before, after, paths, during } = span.value;
    const conflicts = await changedByOthers(opened, during);
    if (conflicts.length > 0) {
      const message = `Files of step ${step} were changed by others while none of its tools worked, so nothing was touched. Roll back everything.`;
      return no("changed_since", message, { facts: { conflicts } });
    }
    return yes({ to: before, expected: after, only: among(paths), steps: [step] });
  }
  const steps = stepsToRollBack(run);
  const { before = "", last = before } = trees;
  if (everything) {
    const now = await snapshots.take("before rollback");
    return yes({ to: before, expected: now.id, only: () => true, steps });
  }
  if (steps.length === 0) return nothingToRollBack(run);
  const conflicts = await changedByOthers(opened);
  if (conflicts.length > 0) {
    const message =
      "Files of the plan's steps were changed while no step worked, so nothing was touched. Roll back single steps, the last one first, or everything.";
    return no("changed_since", message, { facts: { conflicts } });
  }
  const paths = [...trees.steps.values()].flatMap((span) => span.paths);
  return yes({ to: before, expected: last, only: among(paths), steps });
}

function nothingToRollBack({ plan, steps }: Run): Outcome<never> {
  const back = [...steps].flatMap(([id, step]) => (step.is_rolled_back ? [id] : []));
  if (back.length === 0) return no("wrong_step_state", `There is nothing to roll back: no step of ${plan.id} has run.`);
  return no("wrong_step_state", `${plan.id} is rolled back already: ${back.join(", ")}.`, {
    hint: "Only everything can be rolled back now: also files that no step is known to have changed.",
  });
}

/**
 * Files of steps that another process or a person changed while no step worked: a rollback would lose that change. A file that
 * is as before the run again, by a person or an earlier rollback, has nothing to lose.
 */
async function changedByOthers({ snapshots, trees }: OpenedSnapshots, gaps = trees.gaps): Promise<Conflict[]> {
  const found = new Map<string, Conflict>();
  for (const { from, to, excused, isRollback } of gaps) {
    const differing = new Set((await snapshots.changed(trees.before ?? from, to)).map(({ path }) => path));
    for (const { path } of await snapshots.changed(from, to)) {
      const owners = [...trees.steps].flatMap(([step, { paths }]) => (paths.includes(path) ? [step] : []));
      if (!differing.has(path)) found.delete(path);
      if (!differing.has(path) || isRollback || owners.length === 0) continue;
      if (owners.some((step) => excused.includes(step))) continue;
      found.set(path, {
        path,
        because: `it was changed while no step worked, by none of them (see ${owners.join(", ")})`,
      });
    }
  }
  return [...found.values()];
}

function among(paths: readonly string[]): (path: string) => boolean {
  const known = new Set(paths);
  return (path) => known.has(path);
}
