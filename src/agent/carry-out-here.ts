import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import { HOST } from "../lifecycle/actor.ts";
import type { AgentState } from "../lifecycle/agent-phase.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import { visible } from "../plan/visible.ts";
import { carriedOutBy } from "./carried-out-by.ts";
import { checkFirst, ELSEWHERE } from "./check-first.ts";
import { isLive } from "./live-mark.ts";
import type { PlanSession } from "./plan-session.ts";
import { currentStep, runningPlan } from "./running-plan.ts";

/** Takes a signed plan into this session, for a person who wants that, and carries it out. */
export async function carryOutHere(session: PlanSession, by: Person, id: PlanId): Promise<Outcome<string>> {
  const { agent, run } = session;
  const waits = await checkFirst(session, () => carryOutHere(session, by, id));
  if (waits !== undefined) return waits;
  await run.settled();
  const found = await agent.desk.plan(id);
  if (!found.ok) return found;
  const plan = found.value.kind === "standing" ? found.value.state : undefined;
  if (plan === undefined || !canRun(plan)) {
    return no("wrong_state", `${id} is ${plan?.status ?? "not to be trusted"}: only an approved plan runs.`);
  }
  if (run.planId === id) return yes(`${id} is carried out here.`);
  const free = await takeFromOthers(session, by, plan);
  if (!free.ok) return free;
  const state = await agent.state();
  const busy = busyWith(state, id);
  if (busy) return busy;
  const [signature] = plan.approval.signatures.slice(-1);
  if (signature === undefined) return no("wrong_state", `${id} is not signed.`);
  if (!agent.takeOver()) return ELSEWHERE;
  const begun = await begin(session, by, { plan, state, signature });
  await session.apply();
  if (!begun.ok) return begun;
  if (run.recovery.underWay !== undefined && !session.canAsk()) await run.recovery.underWay;
  if (begun.value === "taken") return yes(`${id} was interrupted in the middle of a step. /plan resume goes on.`);
  await (plan.status === "approved" ? run.start() : run.goOn());
  return yes(`${id} is carried out here.`);
}

type SignedPlan = Extract<LivePlan, { status: "approved" | "executing" | "paused" | "stalled" }>;

function canRun(plan: LivePlan): plan is SignedPlan {
  return ["approved", "executing", "paused", "stalled"].includes(plan.status);
}

/** Two never carry out one plan. A session that is gone has left it. */
async function takeFromOthers({ agent }: PlanSession, by: Person, plan: LivePlan): Promise<Outcome<undefined>> {
  const { desk, id: own } = agent;
  for (const row of await desk.store.listAgents()) {
    if (row.id === own || row.plan_id !== plan.id || row.phase !== "executing") continue;
    if (isLive(desk.home, row.id)) return no("wrong_state", `Another session carries out ${plan.id}.`);
    const left = await desk.sendAgent(row.id, { type: "leave", how: "handed_off" }, by);
    if (!left.ok) return left;
  }
  const holder = carriedOutBy(desk, plan);
  if (holder === undefined) return yes(undefined);
  return no("wrong_state", `${plan.id} is carried out by process ${holder.pid} on ${holder.host}.`, {
    hint: "It can be paused, resumed and cancelled from here.",
  });
}

/** Why this session cannot take it up, if it is at something else. */
function busyWith(state: AgentState, id: PlanId): Outcome<never> | undefined {
  if (state.phase !== "inactive" && "plan_id" in state && state.plan_id !== id) {
    return no("already_planning", "This session is at another plan.", { hint: "/plan handoff leaves it." });
  }
  if (state.phase !== "gathering" || state.plan_id !== undefined) return undefined;
  const task = state.task === undefined ? "" : ` for "${visible(state.task)}"`;
  return no("already_planning", `This session gathers${task}, and has no plan of it yet.`, {
    hint: `/plan cancel drops that; then /plan run ${id} starts this one.`,
  });
}

interface Beginning {
  plan: SignedPlan;
  state: AgentState;
  signature: SignedPlan["approval"]["signatures"][number];
}

/** The agent carries out this plan from now on. `taken`: another session had begun a step of it. */
async function begin(
  session: PlanSession,
  by: Person,
  { plan, state, signature }: Beginning,
): Promise<Outcome<"begun" | "taken">> {
  const { agent, run } = session;
  const phase = state.phase === "gathering" ? "inactive" : state.phase;
  // Nobody here knows how far another session got with its step. Said before the plan is ours: there is no gap.
  // Whoever carries it out by subagents looks at that for itself.
  const isAsked = phase !== "executing" && !session.isBySubagents;
  const running = isAsked ? runningPlan(plan) : undefined;
  if (running) run.recovery.expect(running);
  if (state.phase === "inactive") {
    const entered = await agent.send({ type: "enter", task: plan.approval.signed.plan.title }, by);
    if (!entered.ok) return entered;
  }
  if (phase === "inactive") {
    const submitted = await agent.send({ type: "submit", plan_id: plan.id }, HOST);
    if (!submitted.ok) return submitted;
  }
  if (phase !== "executing") {
    const begun = await agent.send({ type: "begin", approved_by: signature.by, approved_at: signature.at }, HOST);
    if (!begun.ok) return begun;
  }
  const isTaken = running !== undefined && currentStep(running) !== undefined;
  if (isTaken) await run.recovery.begin();
  return yes(isTaken ? "taken" : "begun");
}
