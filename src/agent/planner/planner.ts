import type { ModelRuntime, SettingsManager } from "@earendil-works/pi-coding-agent";
import type { Proposed } from "../../desk/desk.ts";
import type { DeskRefusal, DeskRefusalKind } from "../../desk/outcome.ts";
import type { PlanningNews } from "./planning-news.ts";

/** `explore`: a session that investigates first. `decompose`: one call of the model, without tools. */
export type Strategy = "explore" | "decompose";

/**
 * From a goal to a plan that waits for its review, with nobody there to ask. What holds for every one of them:
 * - a plan is proposed as a whole, once, as a plan of its own, or nothing is: no other plan is touched;
 * - nothing else of the project changes, and the plan is approved by nobody;
 * - whatever the model does, it ends: by its limits, by `signal`, or by a refusal that says what to do;
 * - a plan that was proposed is told as such, even if the end was asked for meanwhile;
 * - when it has answered, nothing is planning any more, and nothing is left running.
 */
export interface Planner {
  plan(goal: string, options: PlanningOptions): Promise<PlanningOutcome>;
}

export interface PlanningOptions {
  /** Any directory of the project; the agent looks around from there. */
  directory: string;
  /** As pi names it: `provider/id`. Left out: the one that pi would take. */
  model?: string;
  signal?: AbortSignal;
  /** What is going on meanwhile, for whoever watches. */
  onProgress?(news: PlanningNews): void;
  /** Limits of time, and of answers of the model. */
  seconds?: number;
  turns?: number;
}

export interface Planned extends Proposed {
  model: string;
  /** What the agent asked while nobody could be asked. The plan goes on assumptions there. */
  asked: string[];
  /** Dollars, as far as pi knows the prices. */
  cost: number;
}

export interface PlanningRefusal extends Omit<DeskRefusal, "kind"> {
  kind: DeskRefusalKind | "no_pi" | "no_model" | "model_failed" | "no_plan" | "stopped" | "switched_off";
}

export type PlanningOutcome<Value = Planned> = { ok: true; value: Value } | { ok: false; refusal: PlanningRefusal };

/** What a planner is given once. */
export interface PlannerHost {
  env: NodeJS.ProcessEnv;
  /** Left out: the user's own models, keys and settings of pi. */
  models?: ModelRuntime;
  settings?: SettingsManager;
}

export function cannot(
  kind: PlanningRefusal["kind"],
  message: string,
  more: Pick<PlanningRefusal, "hint" | "facts" | "problems"> = {},
): { ok: false; refusal: PlanningRefusal } {
  return { ok: false, refusal: { kind, message, ...more } };
}
