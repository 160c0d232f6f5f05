import type { ModelRuntime } from "@earendil-works/pi-coding-agent";
import type { StepAgents } from "../../acts/run-plan.ts";
import type { Desk } from "../../desk/desk.ts";
import { no, type Outcome, yes } from "../../desk/outcome.ts";
import type { StepRunner } from "../../run/step-runner.ts";
import { loadPi } from "../planner/load-pi.ts";
import { OFFERED } from "./step-prompt.ts";

interface PiAgentsOptions {
  desk: Desk;
  env: NodeJS.ProcessEnv;
  /** The user's own models and keys by default. */
  models?: ModelRuntime;
  /** For steps without a model of their own. pi's own choice by default. */
  model?: string;
}

/** A subagent of pi for each step; pi is loaded when this is called. */
export async function piAgents({ desk, env, model, ...options }: PiAgentsOptions): Promise<Outcome<StepAgents>> {
  const models = options.models ? yes(options.models) : await ownModels();
  if (!models.ok) return models;
  return yes({
    models: models.value.getAvailableSnapshot().map(({ provider, id }) => `${provider}/${id}`),
    offered: OFFERED,
    async runner(host) {
      const { piStepRunner } = await import("./pi-step-runner.ts");
      const runner = piStepRunner({ desk, env, models: models.value, ...host });
      return model === undefined ? runner : withModel(runner, model);
    },
  });
}

async function ownModels(): Promise<Outcome<ModelRuntime>> {
  const pi = await loadPi();
  if (pi.ok) return yes(await pi.value.ModelRuntime.create());
  const { message, hint } = pi.refusal;
  return no("not_found", message, hint === undefined ? {} : { hint });
}

function withModel(runner: StepRunner, model: string): StepRunner {
  return { run: (assignment, host) => runner.run({ model, ...assignment }, host) };
}
