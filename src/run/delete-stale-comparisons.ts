import { existsSync, realpathSync } from "node:fs";
import type { Desk } from "../desk/desk.ts";
import { ENDS } from "../lifecycle/plan-state.ts";
import { isPlanId } from "../plan/plan.ts";
import { ComparisonFile } from "./planted/comparison-file.ts";
import { WorkFile } from "./work-file.ts";

/**
 * Deletes comparison files, and files of times, that no process will read: of projects that are gone, and of runs of this project that ended,
 * or whose plan is archived or gone. Those of other projects stay.
 */
export async function deleteStaleComparisons(desk: Pick<Desk, "project" | "home" | "plan">): Promise<void> {
  const own = realpathSync(desk.project);
  for (const file of [...ComparisonFile.all(desk.home.directory), ...WorkFile.all(desk.home.directory)]) {
    const { project = "", plan = "" } = file.owner();
    const isStale = !existsSync(project) || (project === own && !(await isUnfinished(desk, plan, file.runId)));
    if (isStale) file.remove();
  }
}

async function isUnfinished(desk: Pick<Desk, "plan">, id: string, runId: string): Promise<boolean> {
  if (!isPlanId(id)) return false;
  const found = await desk.plan(id);
  if (!found.ok) return found.refusal.kind !== "not_found";
  if (found.value.kind !== "standing") return true;
  const { state } = found.value;
  return "run" in state && state.run?.id === runId && !state.archived && !ENDS.includes(state.status);
}
