import type { Desk } from "../desk/desk.ts";
import { isPlanId, type PlanId } from "../plan/plan.ts";
import { findPlace } from "./snapshot/find-place.ts";
import { askGit } from "./snapshot/git.ts";
import { REFS } from "./snapshot/snapshot-name.ts";
import { openSnapshots } from "./snapshot.ts";

/**
 * Snapshots are kept as long as their plan is at hand: those of plans in the archive are forgotten. What is not a plan of
 * this project stays: it may be one of another work tree of the same repository.
 */
export async function forgetArchived(desk: Desk, env: NodeJS.ProcessEnv): Promise<PlanId[]> {
  const place = await findPlace(desk.project, env);
  if ("none" in place) return [];
  const refs = await askGit(place, ["for-each-ref", "--format=%(refname)", `${REFS}/`]);
  const ids = new Set(refs.split("\n").flatMap((ref) => ref.slice(REFS.length + 1).split("/")[0] ?? []));
  const forgotten: PlanId[] = [];
  for (const id of [...ids].filter(isPlanId)) {
    const found = await desk.plan(id);
    if (!found.ok || found.value.kind !== "standing" || !found.value.state.archived) continue;
    const snapshots = await openSnapshots(desk.project, { env, planId: id, runId: found.value.state.run?.id ?? "-" });
    if ("none" in snapshots) continue;
    const runs = new Set((await snapshots.list()).map(({ run }) => run));
    for (const run of runs) await snapshots.forget(run);
    forgotten.push(id);
  }
  return forgotten;
}
