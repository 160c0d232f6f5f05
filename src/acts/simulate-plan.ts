import { brokenJournal } from "../desk/broken-journal.ts";
import type { Desk, FoundPlan } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import { modelsOfPlan } from "../lifecycle/model-of-step.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId, Step } from "../plan/plan.ts";
import { projectSandbox } from "../run/project-sandbox.ts";
import { type Simulation, simulate } from "../run/simulate.ts";
import { StepsApart } from "../run/steps-apart.ts";
import { stepsLeft } from "../run/steps-left.ts";

export interface SimulationWish {
  env: NodeJS.ProcessEnv;
  /** By default the setting. */
  max_parallel_steps?: number | undefined;
  /** The model of steps for which none is named. */
  model?: string | undefined;
}

/** What a run of the plan would do from where it stands. Runs nothing. */
export async function simulatePlan(
  desk: Desk,
  id: PlanId,
  found: FoundPlan,
  { env, max_parallel_steps: most, model }: SimulationWish,
): Promise<Outcome<Simulation>> {
  if (found.kind === "broken") return brokenJournal(id, found.broken);
  const steps = stepsIn(found);
  if (steps === undefined) {
    return no("unreadable", `${id} has no usable text.`, {
      next: [{ move: "show", plan: id, what: "see what is wrong" }],
    });
  }
  const max_parallel_steps = most ?? desk.configuration.config.max_parallel_steps;
  const { inseparable } = new StepsApart(desk.project, await projectSandbox(desk, env), max_parallel_steps);
  return yes(simulate(steps, { max_parallel_steps, inseparable, modelOf: modelsIn(found), ...defined({ model }) }));
}

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
