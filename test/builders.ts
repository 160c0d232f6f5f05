import { type Actor, FILE, HOST } from "../src/lifecycle/actor.ts";
import { type AgentCommand, type AgentState, INACTIVE } from "../src/lifecycle/agent-phase.ts";
import { ANYONE } from "../src/lifecycle/approvers.ts";
import { decide } from "../src/lifecycle/decide.ts";
import { decideAgent } from "../src/lifecycle/decide-agent.ts";
import { evolve } from "../src/lifecycle/evolve.ts";
import { evolveAgent } from "../src/lifecycle/evolve-agent.ts";
import type { Lease } from "../src/lifecycle/lease.ts";
import type { PlanCommand, Terms } from "../src/lifecycle/plan-command.ts";
import type { PlanEvent } from "../src/lifecycle/plan-event.ts";
import { ABSENT, type LivePlan, type PlanState, type PlanStatus } from "../src/lifecycle/plan-state.ts";
import type { Decided, RefusalKind } from "../src/lifecycle/refusal.ts";
import { after } from "../src/lifecycle/request.ts";
import { digestOf } from "../src/plan/digest.ts";
import type { Decision, Plan, Step } from "../src/plan/plan.ts";

export { FILE, HOST };

export function person(name: string, more: Partial<Actor> = {}): Actor {
  return { kind: "person", surface: "terminal", id: name, name, person: name, ...more };
}

export function agent(name = "planner"): Actor {
  return { kind: "agent", surface: "mcp", id: name, name };
}

/** Who acts where a test does not care. */
export const ANN = person("ann");
export const BOB = person("bob");

/** A plan of steps that are named, or described as far as it matters. */
export function planOf(...steps: (string | (Partial<Step> & { id: string }))[]): Plan {
  const whole = steps.map(
    (step): Step => (typeof step === "string" ? { id: step, title: step } : { title: step.id, ...step }),
  );
  return { id: "PLAN-0000abcd", title: "A plan", steps: whole };
}

export function decision(id: string, more: Partial<Decision> = {}): Decision {
  return {
    decision_id: id,
    header: id,
    question: `Which ${id}?`,
    options: [{ label: "red" }, { label: "blue" }],
    ...more,
  };
}

export const T0 = "2026-01-01T00:00:00.000Z";

/** So much later than the beginning. */
export function minutes(count: number): string {
  return after(T0, count) ?? T0;
}

export function terms(more: Partial<Terms> = {}): Terms {
  return {
    at: T0,
    by: ANN,
    approvers: ANYONE,
    review_timeout_minutes: 0,
    stale_after_days: 0,
    decision_timeout_seconds: 0,
    executor_timeout_minutes: 0,
    ...more,
  };
}

export const propose = (plan: Plan, more: { requester?: Actor } = {}): PlanCommand => ({
  type: "propose",
  plan,
  text: `# ${plan.title}`,
  digest: digestOf(plan),
  ...more,
});

export const edit = (plan: Plan, text = `# ${plan.title}, edited`): PlanCommand => ({
  type: "edit",
  plan,
  text,
  digest: digestOf(plan),
});

export const approve = (plan: Plan, more: Partial<Extract<PlanCommand, { type: "approve" }>> = {}): PlanCommand => ({
  type: "approve",
  revision: 1,
  digest: digestOf(plan),
  ...more,
});

export const sendBack = (revision: number): PlanCommand => ({
  type: "request_changes",
  revision,
  feedback: `not revision ${revision}`,
});

export const LEASE: Lease = { id: "lease-1", host: "here", pid: 7, began: "1", boot: "b" };
export const amend = (step_id: string): PlanCommand => ({
  ...{ type: "amend", step_id, subagent_id: `${step_id}-1`, tool: "write", summary: "README.md" },
  ...{ reason: "not signed", adds: { tools: ["write"] } },
});
export const hitBudget: PlanCommand = { type: "hit_budget", of: "plan", what: "tokens", used: 120, limit: 100 };
export const missModel: PlanCommand = { type: "miss_model", model: "gone/old", options: ["acme/one", "acme/two"] };
export const START: PlanCommand = { type: "start", run_id: "run-1" };
export const start = (step_id: string): PlanCommand => ({ type: "start_step", step_id });
export const end = (
  step_id: string,
  outcome: "completed" | "failed" | "interrupted" = "completed",
  notes?: string,
): PlanCommand => ({ type: "end_step", step_id, outcome, ...(notes && { notes }) });
export const skip = (step_id: string, reason = "not needed"): PlanCommand => ({ type: "skip_step", step_id, reason });
export const retryStep = (step_id: string): PlanCommand => ({ type: "retry_step", step_id });
export const choose = (decision_id: string, ...selections: string[]): PlanCommand => ({
  type: "decide",
  decision_id,
  selections,
});

/** A command under other terms than the usual ones; usually Ann gives it. */
export interface Under {
  command: PlanCommand;
  terms: Partial<Terms>;
}
export const as = (by: Actor, command: PlanCommand, more: Partial<Terms> = {}): Under => ({
  command,
  terms: { by, ...more },
});

export interface Told {
  state: PlanState;
  decided: Decided<PlanEvent>;
}

/** Gives a command, a minute after the last one, and tells what came of it. */
export function tell(state: PlanState, command: PlanCommand, more: Partial<Terms> = {}): Told {
  const at = state.status === "absent" ? T0 : (after(state.updated_at, 1) ?? T0);
  const under = terms({ at, ...more });
  const decided = decide(state, command, under);
  if (!decided.ok) return { state, decided };
  const version = (state.status === "absent" ? 0 : state.version) + 1;
  const occasion = { journal: "PLAN-0000abcd", version, at: under.at, by: under.by };
  return { decided, state: decided.events.reduce((before, event) => evolve(before, event, occasion), state) };
}

/** Goes on from a state with commands that must all be accepted. */
export function later(state: PlanState, ...commands: (PlanCommand | Under)[]): LivePlan {
  const end = commands.reduce((before, given) => {
    const { command, terms } = "command" in given ? given : { command: given, terms: {} };
    const told = tell(before, command, terms);
    if (!told.decided.ok) throw new Error(`${command.type} was refused: ${told.decided.refusal.message}`);
    return told.state;
  }, state);
  if (end.status === "absent") throw new Error("nothing was proposed");
  return end;
}

/** The state after commands that must all be accepted. */
export function given(...commands: (PlanCommand | Under)[]): LivePlan {
  return later(ABSENT, ...commands);
}

type Of<Status, One = PlanState> = One extends { status: infer Its }
  ? [Extract<Its, Status>] extends [never]
    ? never
    : One
  : never;

/** Insists on a status, for the compiler too. */
export function standing<Status extends PlanStatus>(state: PlanState, status: Status): Of<Status> {
  if (state.status !== status) throw new Error(`the plan is ${state.status}, not ${status}`);
  return state as Of<Status>;
}

/** What a refusal of this kind looks like. */
export function no(kind: RefusalKind, facts?: Record<string, unknown>) {
  return { ok: false, refusal: { kind, ...(facts && { facts }) } };
}

export function tellAgent(state: AgentState, command: AgentCommand, by: Actor = ANN, at = T0, approvers = ANYONE) {
  const decided = decideAgent(state, command, { agent: "planner", at, by, approvers });
  if (!decided.ok) return { state, decided };
  const occasion = { journal: "planner", version: state.version + 1, at, by };
  return { decided, state: decided.events.reduce((before, event) => evolveAgent(before, event, occasion), state) };
}

export function givenAgent(...commands: AgentCommand[]): AgentState {
  return commands.reduce((before, command) => {
    const told = tellAgent(before, command);
    if (!told.decided.ok) throw new Error(`${command.type} was refused: ${told.decided.refusal.message}`);
    return told.state;
  }, INACTIVE);
}
