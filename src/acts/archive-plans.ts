import type { Desk } from "../desk/desk.ts";
import type { DeskRefusal } from "../desk/outcome.ts";
import { ENDS } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import { counted } from "../plan/quantities.ts";
import type { Acting } from "./act.ts";

export interface ArchiveWish {
  /** Moves them out of the archive again. */
  undo?: boolean;
  /** For git, which deletes their snapshots. */
  env: NodeJS.ProcessEnv;
}

export interface Archived {
  plans: PlanId[];
  refused: (DeskRefusal & { id: PlanId })[];
  words: string;
}

/** Moves ended plans to the archive, or back. A plan that cannot be moved keeps no other from it. */
export async function archivePlans(
  { desk, by }: Acting,
  ids: readonly PlanId[],
  { undo = false, env }: ArchiveWish,
): Promise<Archived> {
  const plans: PlanId[] = [];
  const refused: Archived["refused"] = [];
  for (const id of ids) {
    const sent = await desk.send(id, { type: undo ? "restore" : "archive" }, by);
    if (sent.ok) plans.push(id);
    else refused.push({ id, ...sent.refusal });
  }
  if (!undo) await deleteSnapshots(desk, env);
  const [only] = plans;
  const what = plans.length === 1 && ids.length === 1 ? only : counted(plans.length, "plan");
  const words = undo ? `${what} moved out of the archive.` : `${what} moved to the archive. ${NO_ROLL_BACK}`;
  return { plans, refused, words: plans.length === 0 ? NONE : words };
}

const NONE = "No plan was moved.";
const NO_ROLL_BACK = "An archived plan has no snapshots: it cannot be rolled back.";

/** Plans that ended, and that no event changed after this time. */
export function endedBefore(desk: Desk, before: string): Promise<PlanId[]> {
  return desk.store.idlePlans({ statuses: ENDS, before });
}

/** Also those of plans that retention has archived. Whatever keeps git from it, the plans are in the archive. */
async function deleteSnapshots(desk: Desk, env: NodeJS.ProcessEnv): Promise<void> {
  const { deleteArchivedSnapshots } = await import("../run/delete-archived-snapshots.ts");
  await deleteArchivedSnapshots(desk, env).catch(() => []);
  const { deleteStaleComparisons } = await import("../run/delete-stale-comparisons.ts");
  await deleteStaleComparisons(desk).catch(() => {});
}
