import { modeOf } from "../desk/situation.ts";
import type { AgentState } from "../lifecycle/agent-phase.ts";
import { openRequests } from "../lifecycle/request.ts";
import { carriedOutBy } from "./carried-out-by.ts";
import { interruptedPlanning } from "./interrupted.ts";
import { isPlanModeOffUnsaid, sayPlanModeOff } from "./plan-mode-off.ts";
import type { PlanSession } from "./plan-session.ts";
import { currentStep, readyStep, runningPlan } from "./running-plan.ts";
import { stuckPlans } from "./stuck-plans.ts";
import { plannerTools } from "./tools/planner-tools.ts";

/** Goes on where the session was left: with what it planned, carried out or waited for. */
export async function beginSession(session: PlanSession, isAsked: boolean): Promise<void> {
  const { agent } = session;
  const state = await agent.state();
  const { phase, version } = state;
  if (version > 0) session.tools.know([...plannerTools(session, "planning"), ...plannerTools(session, "executing")]);
  if (modeOf(state) === "none" && isPlanModeOffUnsaid(session)) sayPlanModeOff(session);
  // With a free agent nobody has to agree who has it.
  if (modeOf(state) === "none" || agent.takeOver()) await goOn(session, state);
  if (phase === "inactive" && isAsked) await enterOrLock(session, {});
  await session.apply();
  const elsewhere = agent.elsewhere(state);
  if (elsewhere !== undefined) session.tell({ type: "elsewhere", words: elsewhere });
  const plan = await agent.plan();
  if (session.isHeld && plan) session.tell({ type: "held", plan_id: plan.id, status: plan.status });
  for (const stuck of await stuckPlans(session)) session.tell({ type: "stuck", plan: stuck });
  const lost = phase === "inactive" && !isAsked ? await interruptedPlanning(session) : [];
  if (lost.length > 0) session.tell({ type: "interrupted", planning: lost });
}

/** A fork of a session that plans, plans: what was said there does not set it free. */
export async function beginFork(session: PlanSession, parent: string): Promise<void> {
  const before = await session.agent.desk.agent(parent);
  if (before.ok && modeOf(before.value) === "none") return;
  const task = before.ok && "task" in before.value ? before.value.task : undefined;
  if (session.mode === "none") await enterOrLock(session, task === undefined ? {} : { task });
}

async function goOn(session: PlanSession, { phase, requests }: AgentState): Promise<void> {
  const { agent } = session;
  // The calls they were asked for are gone. Questions stay: their answers are still wanted.
  for (const { id, kind } of openRequests(requests)) {
    if (kind === "confirmation") await agent.send({ type: "cancel_request", request_id: id });
  }
  const plan = await agent.plan();
  // What was answered while nobody was here does not set anything going by itself. A live host may start what was approved.
  const isApproved = plan?.status === "approved" && !agent.desk.configuration.config.auto_run;
  // One that waited for its turn when it was left is not begun behind anybody's back either.
  const isAnswered = phase === "submitted" && (plan?.status === "changes_requested" || isApproved);
  if (plan && (isAnswered || (phase === "executing" && isApproved))) {
    session.hold(`${plan.id} was answered while nobody was here. /plan resume goes on.`);
  }
  if (phase !== "executing") return;
  if (!session.isBySubagents) await goOnItself(session);
  else if (plan && runningPlan(plan)) session.tell({ type: "abandoned", plan });
}

/** Its own model carries out the plan: what was in the middle is looked at, and what waits for a decision waits here. */
async function goOnItself(session: PlanSession): Promise<void> {
  const { agent, run } = session;
  await run.recovery.begin();
  const plan = runningPlan(await agent.plan());
  const isNobodys = plan?.status === "executing" && carriedOutBy(agent.desk, plan) === undefined;
  const isWaiting = plan && isNobodys && currentStep(plan) === undefined && readyStep(plan) === undefined;
  if (isWaiting && session.canAsk()) await run.wait();
}

/** Where plan mode is to begin and cannot, there is no agent without it. */
async function enterOrLock(session: PlanSession, subject: { task?: string }): Promise<void> {
  const entered = await session.enter({ ...session.agent.actor, kind: "local" }, subject);
  if (entered.ok) return;
  const { message, hint } = entered.refusal;
  const words = `Plan mode was asked for and cannot begin: ${message}`;
  session.restraint.put({ because: "no_plan_mode", words });
  session.tell({ type: "trouble", error: new Error([words, hint].filter(Boolean).join(" ")) });
}
