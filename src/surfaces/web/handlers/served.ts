import type { FoundPlan } from "../../../desk/desk.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { PlanId } from "../../../plan/plan.ts";
import type { Dashboard, ServedProject } from "./dashboard.ts";

/** A plan that a request is about, with its project. */
export interface ServedPlan {
  project: ServedProject;
  id: PlanId;
  found: FoundPlan;
}

/** The project that is named by a request. */
export function servedProject({ projects }: Dashboard, key: string | undefined): Outcome<ServedProject> {
  return projects.find(key ?? "");
}

/** The projects that a list is about: the named one, or all. */
export function listedProjects({ projects }: Dashboard, key: string | undefined): Outcome<readonly ServedProject[]> {
  if (key === undefined || key === "") return yes(projects.all());
  const found = projects.find(key);
  return found.ok ? yes([found.value]) : found;
}

export async function servedPlan(
  dashboard: Dashboard,
  params: Readonly<Record<string, string>>,
): Promise<Outcome<ServedPlan>> {
  const project = servedProject(dashboard, params["project"]);
  if (!project.ok) return project;
  const id = params["plan"] ?? "";
  const found = await project.value.desk.plan(id);
  return found.ok ? yes({ project: project.value, id, found: found.value }) : found;
}

/** What is known of a plan that cannot be used, too: for showing only. */
export function shownState(found: FoundPlan): LivePlan | undefined {
  return found.kind === "elsewhere" ? undefined : found.state;
}
