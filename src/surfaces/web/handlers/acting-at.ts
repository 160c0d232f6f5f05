import type { Acting } from "../../../acts/act.ts";
import type { Outcome } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import type { PlanId } from "../../../plan/plan.ts";
import type { ActDone } from "../api/acts.ts";
import type { RouteName } from "../api/routes.ts";
import { actingHere } from "./acting-here.ts";
import type { Dashboard, ServedProject } from "./dashboard.ts";
import type { Call } from "./handler.ts";
import { servedProject } from "./served.ts";

/** An authenticated person acts on a plan of a project. */
export interface At {
  project: ServedProject;
  id: PlanId;
  acting: Acting & { by: Person };
}

/** Who acts on which plan, by the address of a request. */
export async function actingAt(
  dashboard: Dashboard,
  { params, person }: Pick<Call<RouteName>, "params" | "person">,
  act: (at: At) => Promise<Outcome<ActDone>>,
): Promise<Outcome<ActDone>> {
  const project = servedProject(dashboard, params["project"]);
  if (!project.ok) return project;
  const by = person(project.value.desk);
  if (!by.ok) return by;
  const acting = actingHere(dashboard.runs, project.value, by.value);
  return act({ project: project.value, id: params["plan"] ?? "", acting });
}
