import { type DeskRefusal, no, type Outcome, yes } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import { counted } from "../plan/quantities.ts";
import { visible } from "../plan/visible.ts";
import { liveExecutor } from "../run/holder.ts";
import { isOwn } from "../run/lease.ts";
import { prepareRollBack as prepareFiles, type RolledBackPlan } from "../run/roll-back-plan.ts";
import type { Change, Conflict, Noted } from "../run/snapshot.ts";
import type { Acting, Done } from "./act.ts";
import { done } from "./done.ts";
import { interruptIfDead } from "./interrupt-if-dead.ts";

export interface RollBackWish {
  /** Only this step; else all of them. */
  step?: StepId | undefined;
  /** All files as before the run, also those that no step is known to have changed. */
  everything?: boolean;
  env: NodeJS.ProcessEnv;
}

/** What a roll back would do. A surface shows all of it before it asks. */
export interface RollBackPreview {
  plan: LivePlan;
  step?: StepId;
  steps: StepId[];
  changes: Change[];
  /** Files that differ too, and that no step is known to have changed: they stay, unless everything is rolled back. */
  left: string[];
  /** Files that are in no snapshot: they stay. */
  inNoSnapshot: Noted[];
  /** Steps whose changes are unknown: they stay. */
  unknown: StepId[];
}

export interface RolledBack extends Omit<RolledBackPlan, "plan"> {
  act: "rollback";
  steps: StepId[];
}

export interface PreparedRollBack {
  preview: RollBackPreview;
  confirm(by: Person): Promise<Outcome<Done<RolledBack>>>;
}

/** Looks what rolling back a plan, or one of its steps, would change. A refusal has every file that is in the way. */
export async function prepareRollBack(
  { desk, by }: Pick<Acting, "desk"> & Partial<Pick<Acting, "by">>,
  id: PlanId,
  { step, everything = false, env }: RollBackWish,
): Promise<Outcome<PreparedRollBack>> {
  const found = await usablePlan(desk, id);
  if (!found.ok) return found;
  const settled = await interruptIfDead(desk, found.value, by);
  if (!settled.ok) return settled;
  const plan = settled.value;
  const lease = liveExecutor(desk, plan);
  if (lease !== undefined && !isOwn(lease)) {
    return no("lost_lease", `${id} is run by process ${lease.pid} on ${lease.host}.`, {
      hint: "Stop it there first.",
      next: [{ move: "cancel", plan: id, what: "cancel it instead" }],
    });
  }
  // A process that waits with a paused plan looks at the files again before it continues.
  if (lease !== undefined && (plan.status === "executing" || (plan.run?.steps.count("in_progress") ?? 0) > 0)) {
    return no("wrong_state", `${id} runs.`, {
      next: [{ move: "pause", plan: id, flag: "now", what: "stop it first" }],
    });
  }
  const prepared = await prepareFiles(desk, plan, { env, everything, ...defined({ step }) });
  if (!prepared.ok) return { ok: false, refusal: withConflicts(prepared.refusal, plan) };
  const { steps, changes, others, leftOut, unknown, carryOut } = prepared.value;
  return yes({
    preview: {
      plan,
      steps,
      changes,
      inNoSnapshot: leftOut,
      unknown,
      ...defined({ step }),
      // Beside one step there are those of all the others.
      left: step === undefined ? others : [],
    },
    confirm: async (by) => {
      const rolled = await carryOut(by);
      if (!rolled.ok) return { ok: false, refusal: withConflicts(rolled.refusal, plan) };
      const { plan: after, ...files } = rolled.value;
      return done(desk, {
        plan: after,
        fact: { act: "rollback", steps, ...files },
        words: rolledBackWords(files),
        goes: { by: "none" },
      });
    },
  });
}

function rolledBackWords({ changes, left, restore }: Omit<RolledBackPlan, "plan">): string {
  const words = `Rolled back: ${counted(changes.length, "file")} as before.`;
  const kept = `The files as they were are kept; this restores them: ${restore}`;
  const lefts = left.map(({ path, because }) => `${path} was left: ${because}.`);
  return [words, ...lefts, ...(changes.length > 0 ? [kept] : [])].join(" ");
}

const MOST = 30;

/** The hint lists the files, and which step or person changed each later; the facts have all of them for programs. */
function withConflicts(refusal: DeskRefusal, { id, status }: LivePlan): DeskRefusal {
  if (refusal.kind === "wrong_state" && status === "executing") {
    const next = [
      { move: "fail", plan: id, what: "mark the plan as failed first" },
      { move: "cancel", plan: id, what: "cancel it first" },
    ] as const;
    return { ...refusal, hint: "No process runs it.", next };
  }
  const conflicts = (refusal.facts?.["conflicts"] ?? []) as readonly Conflict[];
  if (conflicts.length === 0) return refusal;
  const lines = conflicts.slice(0, MOST).map((conflict) => `  ${visible(conflict.path)}: ${visible(conflict.because)}`);
  const more = conflicts.length - lines.length;
  return { ...refusal, hint: [...lines, ...(more > 0 ? [`  … and ${more} more`] : [])].join("\n") };
}
