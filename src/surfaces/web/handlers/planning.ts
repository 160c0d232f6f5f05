import { yes } from "../../../desk/outcome.ts";
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
    plannings: async () => yes({ plannings: plannings.all().map(planningOf) }),
    async plan({ params, body, person }) {
      const project = servedProject(dashboard, params["project"]);
      if (!project.ok) return project;
      const by = person(project.value.desk);
      if (!by.ok) return by;
      const begun = await plannings.start(project.value, body, by.value);
      return begun.ok ? yes(planningOf(begun.value)) : refusal(begun.refusal, 409);
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

function planningOf({ planning, project, goal, by, started_at, ended_at, end, news }: ServedPlanning): Planning {
  const { agent, model, phase, plan_id, cost } = planning;
  return {
    ...{ id: agent, project: project.key, goal, model, by: by.name, started_at, cost, news: [...news] },
    phase: end === undefined ? phase : "ended",
    ...defined({ ended_at, plan: plan_id ?? end?.plan_id, how: end?.how }),
    ...(end?.refusal && { refusal: errorOf(end.refusal) }),
  };
}
