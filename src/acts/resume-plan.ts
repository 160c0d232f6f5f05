import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import { isPerson } from "../desk/persons.ts";
import { pulses } from "../desk/pulses.ts";
import { answer } from "../desk/requests.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { Actor } from "../lifecycle/actor.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import { liveExecutor } from "../run/holder.ts";
import { runningPlan } from "../run/running-plan.ts";
import type { Acting, Done, Goes } from "./act.ts";
import { continueRun } from "./continue-run.ts";
import { done } from "./done.ts";
import { interruptIfDead } from "./interrupt-if-dead.ts";
import {
  type InterruptedChoice,
  type InterruptedStep,
  interruptedCommand,
  interruptedSteps,
} from "./interrupted-steps.ts";
import { mayStart, notInsideAgent } from "./may-start.ts";
import { startPlan } from "./start-plan.ts";
import { stepsNamed } from "./steps-named.ts";

/** What to do with an interrupted step. */

export interface Resumed {
  act: "resume";
  /** Interrupted steps that a person still has to decide on; the others continue. */
  asked: StepId[];
}

/**
 * Continues a plan where it stopped. An interrupted step is never repeated silently: `interrupted` decides on all of
 * them; without it their checks decide, or a person is asked.
 */
export async function resumePlan(
  acting: Acting,
  id: PlanId,
  { interrupted }: { interrupted?: InterruptedChoice | undefined } = {},
): Promise<Outcome<Done<Resumed>>> {
  const { desk, by, session } = acting;
  const outside = notInsideAgent(by);
  if (!outside.ok) return outside;
  const found = await whenStopped(desk, id);
  if (!found.ok) return found;
  const checked = await session?.checkFirst(() => resumePlan(acting, id, { interrupted }));
  if (checked && !checked.ok) return checked;
  if (checked)
    return resumed(desk, found.value, { by: "check" }, "How far the step got is checked first; then it continues.");
  if (session?.isHeld) {
    await session.release();
    if (found.value.status === "changes_requested")
      return resumed(desk, found.value, { by: "here" }, "The agent revises its plan.");
  }
  if (found.value.status === "approved") {
    const started = await startPlan(acting, id);
    return started.ok ? yes({ ...started.value, fact: { act: "resume", asked: [] } }) : started;
  }
  // Without a choice for its steps, a dead run is taken over unchanged: its new executor checks them, and asks.
  const settled = interrupted === undefined ? found : await interruptIfDead(desk, found.value, by);
  if (!settled.ok) return settled;
  const may = session?.running === id ? yes(undefined) : await mayStart(desk, settled.value, { isResume: true });
  if (!may.ok) return may;
  // A live executor must find every step decided on when the pause ends.
  for (const step of interrupted === undefined ? [] : interruptedSteps(settled.value)) {
    const decided = await decideOnStep(desk, id, step, interrupted, by);
    if (!decided.ok) return decided;
  }
  const sent = await resume(desk, id, by);
  if (!sent.ok) return sent;
  const running = runningPlan(sent.value);
  if (running?.status !== "executing")
    return resumed(desk, sent.value, { by: "none" }, `${id} is ${sent.value.status}.`);
  const goes = await continueRun(acting, running);
  if (!goes.ok) return goes;
  if (goes.value.by === "check" && session !== undefined) {
    // The session took up a plan in the middle of a step. Its check pauses the plan, and the person wants it to continue.
    const again = () => resumePlan(acting, id, { interrupted });
    const checking = await session.checkFirst(again);
    if (checking === undefined) return again();
    if (!checking.ok) return checking;
  }
  return resumed(desk, sent.value, goes.value, wordsOf(id, goes.value));
}

/** Records a person's decision on one interrupted step, and answers its open request. */
export async function decideOnStep(
  desk: Desk,
  id: PlanId,
  { step_id, request }: Pick<InterruptedStep, "step_id" | "request">,
  choice: InterruptedChoice | "wait" | undefined,
  by: Actor,
): Promise<Outcome<unknown>> {
  if (choice === undefined) return yes(undefined);
  if (request && !isPerson(by)) return no("person_needed", "Only a person decides on an interrupted step.");
  if (request && isPerson(by)) return answer(desk, request.id, { kind: "interruption", choice }, by);
  if (choice === "wait") return no("wrong_answer", "No request asks about this step.");
  return desk.send(id, interruptedCommand(choice, step_id), by);
}

/** An answer about a step may have continued or ended the plan already. */
async function resume(desk: Desk, id: PlanId, by: Actor): Promise<Outcome<LivePlan>> {
  const now = await usablePlan(desk, id);
  if (!now.ok || (now.value.status !== "paused" && now.value.status !== "stalled")) return now;
  return desk.send(id, { type: "resume" }, by);
}

function resumed(desk: Desk, plan: LivePlan, goes: Goes, words: string): Outcome<Done<Resumed>> {
  const asked = interruptedSteps(plan).flatMap(({ step_id, until }) => (until === undefined ? [step_id] : []));
  const waits =
    asked.length === 0 ? "" : ` ${stepsNamed(asked, "was", "were")} interrupted: decide what happens to it.`;
  return done(desk, { plan, fact: { act: "resume", asked }, words: `${words}${waits}`, goes });
}

function wordsOf(id: PlanId, goes: Goes): string {
  switch (goes.by) {
    case "process":
      return `${id} continues: process ${goes.lease.pid} on ${goes.lease.host} runs it.`;
    case "session":
      return `${id} continues: the session ${goes.agent} runs it.`;
    case "check":
      return `${id} continues after a check of the interrupted step.`;
    case "here":
      return `${id} continues.`;
    case "none":
      return `${id} may continue. No process runs it now.`;
  }
}

const STOPS_WITHIN_MS = 10_000;

/** Waits for a plan that is being stopped: its steps have to end before it can continue. */
async function whenStopped(desk: Desk, id: PlanId): Promise<Outcome<LivePlan>> {
  for await (const _ of pulses(desk, AbortSignal.timeout(STOPS_WITHIN_MS))) {
    const plan = await usablePlan(desk, id);
    if (!plan.ok || !isStopping(plan.value) || liveExecutor(desk, plan.value) === undefined) return plan;
  }
  return usablePlan(desk, id);
}

function isStopping(plan: LivePlan): boolean {
  return plan.status === "paused" && plan.now === true && plan.run.steps.count("in_progress") > 0;
}
