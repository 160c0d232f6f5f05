import { modelsOfPlan } from "../lifecycle/model-of-step.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { defined } from "../plan/defined.ts";
import { simulate } from "../run/simulate.ts";
import { simulationText } from "../run/simulation-text.ts";
import { StepsApart } from "../run/steps-apart.ts";
import { stepsLeft } from "../run/steps-left.ts";
import type { PlanSession } from "./plan-session.ts";
import { sessionModel } from "./session-models.ts";

/** Waves of steps that could run together, and what they would use, with the models of the session. Nothing runs. */
export async function planSimulation(session: PlanSession, plan: LivePlan): Promise<string> {
  const { context, agent } = session;
  const { modelRegistry } = context;
  const { max_parallel_steps } = agent.desk.configuration.config;
  const apart = new StepsApart(agent.desk.project, await session.sandbox(), max_parallel_steps);
  const simulation = simulate(
    stepsLeft(plan).map(({ step }) => step),
    {
      max_parallel_steps,
      inseparable: apart.inseparable,
      modelOf: modelsOfPlan(plan),
      ...defined({ model: sessionModel(context) }),
      price: (name) =>
        modelRegistry.getAll().find(({ provider, id }) => [id, `${provider}/${id}`].includes(name))?.cost,
    },
  );
  return simulationText(plan.id, simulation, session.textWidth());
}
