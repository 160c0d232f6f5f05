import type { PlanSession } from "../../../agent/plan-session.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import { simulate as simulateSteps } from "../../../run/simulate.ts";
import { simulationText } from "../../../run/simulation-text.ts";
import { stepsLeft } from "../../../run/steps-left.ts";
import { planOf } from "./plan-of.ts";

/** Waves of steps that could run together, and what they would use. Nothing runs. */
export async function simulate(session: PlanSession, id: string): Promise<Outcome<string>> {
  const plan = await planOf(session, id);
  if (!plan.ok) return plan;
  const state = plan.value;
  const { model, modelRegistry } = session.context;
  const chosen = "approval" in state ? state.approval?.choices.executor_model : undefined;
  const simulation = simulateSteps(
    stepsLeft(state).map(({ step }) => step),
    {
      max_parallel_steps: session.agent.desk.configuration.config.max_parallel_steps,
      ...((chosen ?? model) && { model: chosen ?? `${model?.provider}/${model?.id}` }),
      price: (name) =>
        modelRegistry.getAll().find(({ provider, id: own }) => [own, `${provider}/${own}`].includes(name))?.cost,
    },
  );
  return yes(simulationText(state.id, simulation, 76));
}
