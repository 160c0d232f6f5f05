import type { Desk } from "../desk/desk.ts";
import { isPlanId, type PlanId } from "../plan/plan.ts";
import { forgetIn, refsIn } from "./snapshot/adopt-snapshots.ts";
import { findPlace } from "./snapshot/find-place.ts";
import { hasStore } from "./snapshot/store.ts";
import { tidyStore } from "./snapshot/tidy-store.ts";

/**
 * Deletes the snapshots of archived plans, also those that an earlier version kept in the project. Snapshots of plans that
 * are not in this project stay: they may belong to another work tree of the same repository.
 */
export async function deleteArchivedSnapshots(desk: Desk, env: NodeJS.ProcessEnv): Promise<PlanId[]> {
  const place = await findPlace(desk.project, { env, home: desk.home.directory });
  if ("none" in place) return [];
  const forgotten = new Set<PlanId>();
  for (const gitDir of [place.gitDir, ...(hasStore(place) ? [place.store] : [])]) {
    const refs = await refsIn(place, gitDir);
    const planOf = (name: string) => name.split("/")[2] ?? "";
    for (const id of new Set(refs.map(({ name }) => planOf(name)))) {
      if (!isPlanId(id) || !(await isArchived(desk, id))) continue;
      const own = refs.filter(({ name }) => planOf(name) === id);
      await forgetIn(place, gitDir, own);
      forgotten.add(id);
    }
  }
  if (forgotten.size > 0) await tidyStore(place);
  return [...forgotten];
}

async function isArchived(desk: Desk, id: PlanId): Promise<boolean> {
  const found = await desk.plan(id);
  return found.ok && found.value.kind === "standing" && found.value.state.archived === true;
}
