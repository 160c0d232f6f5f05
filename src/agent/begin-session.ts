import { autoRun } from "../acts/auto-run.ts";
import { unfinishedPlans } from "../acts/unfinished-plans.ts";
import { modeOf } from "../desk/situation.ts";
import type { AgentState } from "../lifecycle/agent-phase.ts";
import { refusalLines } from "../lifecycle/next-action.ts";
import { openRequests } from "../lifecycle/request.ts";
import { liveExecutor } from "../run/holder.ts";
import { currentStep, readyStep, runningPlan } from "../run/running-plan.ts";
import { interruptedPlanning } from "./interrupted.ts";
import { isPlanModeOffUnsaid, sayPlanModeOff } from "./plan-mode-off.ts";
import type { PlanSession } from "./plan-session.ts";
import { sayIfExpired } from "./say-expired.ts";
import { plannerTools } from "./tools/planner-tools.ts";

/** Restores the state in which the session was left: planning, running a plan, or waiting. */
export async function beginSession(session: PlanSession, isAsked: boolean): Promise<void> {
  const { agent } = session;
  const state = await agent.state();
  const { phase, version } = state;
  if (version > 0) session.tools.know([...plannerTools(session, "planning"), ...plannerTools(session, "executing")]);
  if (modeOf(state) === "none" && isPlanModeOffUnsaid(session)) sayPlanModeOff(session);
  // An agent outside plan mode needs no owner.
  if (modeOf(state) === "none" || agent.takeOver()) await goOn(session, state);
  if (phase === "inactive" && isAsked) await enterOrLock(session, {});
  await session.apply();
  const elsewhere = agent.elsewhere(state);
  if (elsewhere !== undefined) session.tell({ type: "elsewhere", words: elsewhere });
  const plan = await agent.plan();
  if (session.isHeld && plan) session.tell({ type: "held", plan_id: plan.id, status: plan.status });
  for (const { plan: other, session: live } of agent.isKept ? await unfinishedPlans(agent.desk) : []) {
    if (other.id !== plan?.id && live === undefined) session.tell({ type: "unfinished", plan: other });
  }
  if (version > 0) await sayIfExpired(session);
  const lost = phase === "inactive" && !isAsked ? await interruptedPlanning(session) : [];
  if (lost.length > 0) session.tell({ type: "interrupted", planning: lost });
}

/** A fork of a planning session plans, too: forking does not lift plan mode. */
export async function beginFork(session: PlanSession, parent: string): Promise<void> {
  const before = await session.agent.desk.agent(parent);
  if (before.ok && modeOf(before.value) === "none") return;
  const task = before.ok && "task" in before.value ? before.value.task : undefined;
  if (session.mode === "none") await enterOrLock(session, task === undefined ? {} : { task });
}

async function goOn(session: PlanSession, { phase, requests }: AgentState): Promise<void> {
  const { agent } = session;
  // Their calls are gone. Questions stay open: their answers are still wanted.
  for (const { id, kind } of openRequests(requests)) {
    if (kind === "confirmation") await agent.send({ type: "cancel_request", request_id: id });
  }
  const plan = await agent.plan();
  // An answer from the time while this session was closed starts nothing by itself. A live host may start an approved
  // plan.
  const isApproved = plan?.status === "approved" && (plan.approval.later === true || !autoRun(agent.desk).on);
  // Neither does a plan that waited for its slot when it was left.
  const isAnswered = phase === "submitted" && (plan?.status === "changes_requested" || isApproved);
  if (plan && (isAnswered || (phase === "executing" && isApproved))) {
    session.hold(`${plan.id} was answered while this session was closed. It continues when a person resumes it.`);
  }
  if (phase !== "executing") return;
  if (!session.isBySubagents) await goOnItself(session);
  else if (plan && runningPlan(plan)) session.tell({ type: "abandoned", plan });
}

/** Its own model runs the plan: an interrupted step is checked, and open decisions wait here. */
async function goOnItself(session: PlanSession): Promise<void> {
  const { agent, run } = session;
  await run.recovery.begin();
  const plan = runningPlan(await agent.plan());
  const isNobodys = plan?.status === "executing" && liveExecutor(agent.desk, plan) === undefined;
  const isWaiting = plan && isNobodys && currentStep(plan) === undefined && readyStep(plan) === undefined;
  if (isWaiting && session.canAsk()) await run.wait();
}

/** If plan mode was requested and cannot start, the agent does not run without it. */
async function enterOrLock(session: PlanSession, subject: { task?: string }): Promise<void> {
  const entered = await session.enter({ ...session.agent.actor, kind: "local" }, subject);
  if (entered.ok) return;
  const [message, ...advice] = refusalLines(entered.refusal, session.callAction);
  const words = `Plan mode was requested and cannot start: ${message}`;
  session.restraint.put({ because: "no_plan_mode", words });
  session.tell({ type: "trouble", error: new Error([words, ...advice].join(" ")) });
}
