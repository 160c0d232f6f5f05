import { defaultModel } from "../../../agent/default-model.ts";
import { number } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { refused, reply } from "../reply.ts";
import { signingWarnings } from "../signing-warnings.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const desk = await session.desk();
  const found = await desk.plan(id);
  if (!found.ok) return refused(found.refusal);
  const { simulatePlan } = await import("../../../acts/simulate-plan.ts");
  const { simulationText } = await import("../../../run/simulation-text.ts");
  const simulated = await simulatePlan(desk, id, found.value, {
    env: session.env,
    max_parallel_steps: number(args, "max-parallel"),
    model: defaultModel(session.env),
  });
  if (!simulated.ok) return refused(simulated.refusal);
  const text = `${simulationText(id, simulated.value, session.width)}\n`;
  const { warnings } = await signingWarnings(desk, found.value);
  return reply({ plan_id: id, simulation: simulated.value }, text, [...desk.configuration.problems, ...warnings]);
};
