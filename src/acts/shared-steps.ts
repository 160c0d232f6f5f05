import type { Desk } from "../desk/desk.ts";
import type { LivePlan, Run } from "../lifecycle/plan-state.ts";
import { runShown } from "../lifecycle/run-shown.ts";
import type { SharedStep } from "../lifecycle/shared-plan.ts";
import { shownStatus } from "../lifecycle/shown-status.ts";
import { surprises } from "../lifecycle/step-result.ts";
import { defined } from "../plan/defined.ts";
import { openPlanSnapshots, patchOf } from "../run/open-plan-snapshots.ts";

/** What became of each step of a run: how it stands, what it used and said, and what it changed. */
export async function sharedSteps(
  desk: Desk,
  plan: LivePlan,
  options: { env: NodeJS.ProcessEnv; mostPatch: number },
): Promise<SharedStep[]> {
  const run = runShown(plan);
  if (run === undefined) return [];
  const patches = await patchesOf(desk, plan, run, options);
  return run.plan.steps.map(({ id }) => ({ ...stepOf(run, id), ...patches(id) }));
}

function stepOf(run: Run, id: string): SharedStep {
  const step = run.steps.get(id);
  const { result, spent } = step ?? {};
  const known = result && surprises(result);
  return {
    id,
    status: shownStatus(run, id),
    attempts: step?.attempts ?? 0,
    ...(spent && {
      seconds: spent.duration_seconds,
      tokens: spent.prompt_tokens + spent.completion_tokens,
      cost: spent.cost,
    }),
    ...defined({
      notes: step?.notes,
      error: result?.error && tail(result.error),
      output: result?.output ? tail(result.output) : undefined,
      surprises: known && known.length > 0 ? known : undefined,
      files: result?.artifacts?.slice(0, MOST_FILES).map(({ path, how }) => ({ path, how })),
    }),
  };
}

const MOST_FILES = 500;
const LONGEST = 6_000;
/** Of one step, so that a large one does not take the room of all others. */
const LONGEST_PATCH = 200_000;

function tail(text: string): string {
  return text.length <= LONGEST ? text : `… ${text.slice(-LONGEST)}`;
}

type Patch = Pick<SharedStep, "patch" | "patch_left_out">;

/** The diffs, as long as there is room, in the order of the plan. */
async function patchesOf(
  desk: Desk,
  plan: LivePlan,
  run: Run,
  { env, mostPatch }: { env: NodeJS.ProcessEnv; mostPatch: number },
): Promise<(id: string) => Patch> {
  const changed = run.plan.steps.filter(({ id }) => (run.steps.get(id)?.result?.artifacts ?? []).length > 0);
  const found = new Map<string, Patch>();
  if (changed.length === 0) return () => ({});
  if (mostPatch === 0) return (id) => (changed.some((step) => step.id === id) ? { patch_left_out: NO_ROOM } : {});
  const opened = await openPlanSnapshots(desk, plan, env);
  let room = mostPatch;
  for (const { id } of changed) {
    const patch = opened.ok ? await patchOf(opened.value, id) : opened;
    if (!patch.ok) {
      found.set(id, { patch_left_out: patch.refusal.message });
      continue;
    }
    const text = patch.value.patch;
    const most = Math.min(room, LONGEST_PATCH);
    room -= Math.min(text.length, most);
    if (most === 0 && text !== "") found.set(id, { patch_left_out: NO_ROOM });
    else if (text.length > most) found.set(id, { patch: wholeLines(text.slice(0, most)), patch_left_out: CUT });
    else if (text !== "") found.set(id, { patch: text });
  }
  return (id) => found.get(id) ?? {};
}

const NO_ROOM = "The differences are left out: together they are too long.";
const CUT = "The rest is left out: it is too long.";

function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf("\n") + 1);
}
