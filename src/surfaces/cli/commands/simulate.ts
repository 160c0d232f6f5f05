import { brokenJournal } from "../../../desk/broken-journal.ts";
import type { FoundPlan } from "../../../desk/desk.ts";
import { modelsOfPlan } from "../../../lifecycle/model-of-step.ts";
import { defined } from "../../../plan/defined.ts";
import type { Step } from "../../../plan/plan.ts";
import { stepsLeft } from "../../../run/steps-left.ts";
import { number } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { defaultModel } from "../model-sources.ts";
import { refused, reply } from "../reply.ts";
import { signingWarnings } from "../signing-warnings.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const most = number(args, "max-parallel");
  const desk = await session.desk();
  const found = await desk.plan(id);
  if (!found.ok) return refused(found.refusal);
  const usable = found.value.kind === "broken" ? brokenJournal(id, found.value.broken) : found;
  if (!usable.ok) return refused(usable.refusal);
  const steps = stepsIn(found.value);
  if (steps === undefined) {
    const hint = `countersign show ${id} explains the problem.`;
    return refused({ kind: "unreadable", message: `${id} has no usable text.`, hint });
  }
  const { simulate } = await import("../../../run/simulate.ts");
  const { simulationText } = await import("../../../run/simulation-text.ts");
  const { projectSandbox } = await import("../../../run/project-sandbox.ts");
  const { StepsApart } = await import("../../../run/steps-apart.ts");
  const max_parallel_steps = most ?? desk.configuration.config.max_parallel_steps;
  const { inseparable } = new StepsApart(desk.project, await projectSandbox(desk, session.env), max_parallel_steps);
  const model = defaultModel(session.env);
  const terms = { modelOf: modelsIn(found.value), ...defined({ model }) };
  const simulation = simulate(steps, { max_parallel_steps, inseparable, ...terms });
  const text = `${simulationText(id, simulation, session.width)}\n`;
  const { warnings } = await signingWarnings(desk, found.value);
  return reply({ plan_id: id, simulation }, text, [...desk.configuration.problems, ...warnings]);
};

function stepsIn(view: FoundPlan): readonly Step[] | undefined {
  switch (view.kind) {
    case "standing":
      return stepsLeft(view.state).map(({ step }) => step);
    case "elsewhere":
      return view.document.plan.steps;
    case "unreadable":
      return view.state && stepsLeft(view.state).map(({ step }) => step);
    case "broken":
      return undefined;
  }
}

function modelsIn(view: FoundPlan): (step: Step) => string | undefined {
  if (view.kind === "elsewhere") return ({ model }) => model ?? view.document.plan.executor_model;
  return view.state === undefined ? ({ model }) => model : modelsOfPlan(view.state);
}
