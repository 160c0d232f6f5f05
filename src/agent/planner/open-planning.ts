import type { ModelRuntime, SettingsManager } from "@earendil-works/pi-coding-agent";
import { type Outcome, yes } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import type { CallAction } from "../../lifecycle/next-action.ts";
import { defined } from "../../plan/defined.ts";
import type { PlanSession } from "../plan-session.ts";
import { takeUpPlanning } from "../take-up-planning.ts";
import type { PlanningOutcome } from "./planner.ts";
import type { Planning } from "./planning-in-progress.ts";
import type { PlanningNews } from "./planning-news.ts";
import { openPlanningSession } from "./planning-session.ts";
import { type Continued, planningToContinue } from "./planning-to-continue.ts";
import { PlanningWithPersons } from "./planning-with-persons.ts";

export interface NewPlanning {
  /** Any directory of the project; the agent explores from there. */
  directory: string;
  env: NodeJS.ProcessEnv;
  goal: string;
  /** Who asks for the plan. */
  by: Person;
  /** Where it is opened: web, … */
  surface: string;
  /** As pi names it: `provider/id`. pi's own choice by default. */
  model?: string;
  /** Planning whose session is gone, or a plan that waits for its next revision. */
  continues?: Continued;
  /** Receives progress events. */
  onProgress?(news: PlanningNews): void;
  /** The process ends: planning is closed in order. */
  signal?: AbortSignal;
  /** How the surface calls an action. */
  callAction?: CallAction;
  /** Answers of the model before it has to submit a plan. */
  turns?: number;
  /** The user's own models, keys and settings of pi by default. */
  models?: ModelRuntime;
  settings?: SettingsManager;
}

/**
 * Planning with persons: the agent explores, asks them through the inbox, submits a plan, and revises it as often as they
 * ask for changes. It ends when the plan is approved, rejected or cancelled, when it is stopped or timed out, or when the
 * model fails; then nothing of it is left running. The approved plan does not run here.
 */
export async function openPlanning(asked: NewPlanning): Promise<PlanningOutcome<Planning>> {
  const { directory, by, surface, model, models, settings, callAction, env, turns, signal } = asked;
  const tell = (news: PlanningNews) => asked.onProgress?.(news);
  let begun: PlanningWithPersons | undefined;
  const opened = await openPlanningSession(
    { directory, onProgress: tell, seconds: Number.POSITIVE_INFINITY, ...defined({ model, turns, signal }) },
    { env, ...defined({ models, settings, callAction }) },
    {
      ...{ surface, requester: by, canAsk: true },
      tell: (news) => {
        begun?.heard(news);
        tell(news);
      },
      attach: (session) => {
        session.listen((news) => begun?.happened(news));
      },
    },
  );
  if (!opened.ok) return opened;
  const { planning, close } = opened.value;
  begun = new PlanningWithPersons(opened.value, tell, signal);
  try {
    const task = await entered(planning, asked);
    if (!task.ok) {
      await close();
      return task;
    }
    await begun.begin(task.value);
    return yes(begun);
  } catch (error) {
    await close();
    throw error;
  }
}

/** What the model is asked for; undefined if it has a plan already, which waits for an answer or for its revision. */
async function entered(
  planning: PlanSession,
  { goal, by, continues }: NewPlanning,
): Promise<Outcome<string | undefined>> {
  if (continues === undefined) {
    const entered = await planning.enter(by, { task: goal });
    return entered.ok ? yes(goal) : entered;
  }
  const before = await planningToContinue(planning.agent.desk, continues);
  if (!before.ok) return before;
  return takeUpPlanning(planning, by, { ...before.value, task: before.value.task ?? goal });
}
