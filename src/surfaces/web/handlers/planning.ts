import { yes } from "../../../desk/outcome.ts";
import { mayEndPlanning } from "../../../lifecycle/access.ts";
import type { Actor } from "../../../lifecycle/actor.ts";
import { defined } from "../../../plan/defined.ts";
import type { Planning } from "../api/planning.ts";
import type { ServedPlanning } from "../plannings.ts";
import { errorOf, refusal } from "./answer.ts";
import type { Dashboard } from "./dashboard.ts";
import type { Handlers } from "./handler.ts";
import { servedProject } from "./served.ts";

/** Planning on this server. */
export function planningHandlers(
  dashboard: Dashboard,
): Pick<Handlers, "plannings" | "plan" | "stopPlanning" | "models"> {
  const { plannings } = dashboard;
  return {
    plannings: async ({ visitor }) => yes({ plannings: plannings.all().map((one) => planningOf(one, visitor?.actor)) }),
    async plan({ params, body, person }) {
      const project = servedProject(dashboard, params["project"]);
      if (!project.ok) return project;
      const by = person(project.value.desk);
      if (!by.ok) return by;
      const begun = await plannings.start(project.value, body, by.value);
      return begun.ok ? yes(planningOf(begun.value, by.value)) : refusal(begun.refusal, 409);
    },
    async stopPlanning({ params, person }) {
      const agent = params["planning"] ?? "";
      const found = plannings.all().find(({ planning }) => planning.agent === agent);
      const by = found && person(found.project.desk);
      if (by && !by.ok) return by;
      const stopped = await plannings.stop(
        agent,
        by?.value ?? { kind: "local", surface: "web", id: "web", name: "web" },
      );
      return stopped.ok ? yes({ ok: true } as const) : stopped;
    },
    async models({ params }) {
      const project = servedProject(dashboard, params["project"]);
      return project.ok ? yes(await plannings.models()) : project;
    },
  };
}

function planningOf(served: ServedPlanning, viewer: Actor | undefined): Planning {
  const { planning, project, goal, by, started_at, ended_at, end, news } = served;
  const { agent, model, phase, plan_id, cost } = planning;
  return {
    ...{ id: agent, project: project.key, goal, model, by: by.name, started_at, cost, news: [...news] },
    phase: end === undefined ? phase : "ended",
    may_end: end === undefined && viewer !== undefined && mayEndPlanning(by, viewer) === undefined,
    ...defined({ ended_at, plan: plan_id ?? end?.plan_id, how: end?.how }),
    ...(end?.refusal && { refusal: errorOf(end.refusal) }),
  };
}
