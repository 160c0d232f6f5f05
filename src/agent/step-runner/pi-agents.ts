import type { ModelRuntime } from "@earendil-works/pi-coding-agent";
import type { StepAgents } from "../../acts/run-plan.ts";
import type { Desk } from "../../desk/desk.ts";
import { no, type Outcome, yes } from "../../desk/outcome.ts";
import { defined } from "../../plan/defined.ts";
import type { StepRunner } from "../../run/step-runner.ts";
import { loadPi } from "../planner/load-pi.ts";
import { stepToolsHere } from "../step-tools-here.ts";
import type { ToolsForStepsOptions } from "../tools-for-steps.ts";

interface PiAgentsOptions {
  desk: Desk;
  env: NodeJS.ProcessEnv;
  /** The user's own models and keys by default. */
  models?: ModelRuntime;
  /** For steps without a model of their own. pi's own choice by default. */
  model?: string;
  tools?: Pick<ToolsForStepsOptions, "also">;
}

/** A subagent of pi for each step; pi is loaded when this is called. */
export async function piAgents({ desk, env, model, tools, ...options }: PiAgentsOptions): Promise<Outcome<StepAgents>> {
  const pi = await loadPi();
  if (!pi.ok) return no("not_found", pi.refusal.message, defined({ hint: pi.refusal.hint }));
  const models = options.models ?? (await pi.value.ModelRuntime.create());
  return yes({
    models: models.getAvailableSnapshot().map(({ provider, id }) => `${provider}/${id}`),
    async offered(names) {
      const here = await stepToolsHere(desk, names, tools);
      if (!here.ok) throw new Error(here.refusal.message);
      return here.value;
    },
    async runner(host) {
      const { piStepRunner } = await import("./pi-step-runner.ts");
      const runner = piStepRunner({ desk, env, models, ...defined({ tools }), ...host });
      return model === undefined ? runner : withModel(runner, model);
    },
  });
}

function withModel(runner: StepRunner, model: string): StepRunner {
  return { run: (assignment, host) => runner.run({ model, ...assignment }, host) };
}
