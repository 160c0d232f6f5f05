import type { ModelRuntime, SettingsManager } from "@earendil-works/pi-coding-agent";
import type { Proposed } from "../../desk/desk.ts";
import type { DeskRefusal, DeskRefusalKind } from "../../desk/outcome.ts";
import type { CallAction } from "../../lifecycle/next-action.ts";
import type { PlanningNews } from "./planning-news.ts";

/** `explore`: a session that investigates first. `decompose`: one call of the model, without tools. */
export type Strategy = "explore" | "decompose";

/**
 * From a goal to a plan that waits for its review, without a person to ask. Every planner guarantees:
 * - it proposes one whole, new plan, or nothing: no other plan changes;
 * - nothing else of the project changes, and the plan is not approved;
 * - it ends, whatever the model does: by its limits, by `signal`, or by a refusal that says what to do;
 * - a proposed plan is reported as such, even if the end was requested in between;
 * - when it has answered, no planning is in progress, and nothing is left running.
 */
export interface Planner {
  plan(goal: string, options: PlanningOptions): Promise<PlanningOutcome>;
}

export interface PlanningOptions {
  /** Any directory of the project; the agent explores from there. */
  directory: string;
  /** As pi names it: `provider/id`. pi's own choice by default. */
  model?: string;
  signal?: AbortSignal;
  /** Receives progress events. */
  onProgress?(news: PlanningNews): void;
  /** Limits of time, and of answers of the model. */
  seconds?: number;
  turns?: number;
}

export interface Planned extends Proposed {
  model: string;
  /** The agent's questions, which no person could be asked. The plan makes assumptions there. */
  asked: string[];
  /** Dollars, as far as pi knows the prices. */
  cost: number;
}

export interface PlanningRefusal extends Omit<DeskRefusal, "kind"> {
  kind: DeskRefusalKind | "no_pi" | "no_model" | "model_failed" | "no_plan" | "stopped" | "switched_off";
}

export type PlanningOutcome<Value = Planned> = { ok: true; value: Value } | { ok: false; refusal: PlanningRefusal };

/** The fixed parameters of a planner. */
export interface PlannerHost {
  env: NodeJS.ProcessEnv;
  /** The user's own models, keys and settings of pi by default. */
  models?: ModelRuntime;
  settings?: SettingsManager;
  /** How the surface that plans calls an action. */
  callAction?: CallAction;
}

export function cannot(
  kind: PlanningRefusal["kind"],
  message: string,
  more: Pick<PlanningRefusal, "hint" | "facts" | "problems"> = {},
): { ok: false; refusal: PlanningRefusal } {
  return { ok: false, refusal: { kind, message, ...more } };
}
