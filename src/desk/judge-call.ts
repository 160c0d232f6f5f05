import { existsSync } from "node:fs";
import { HOST } from "../lifecycle/actor.ts";
import { type AgentState, type Judgement, readOnlyWords } from "../lifecycle/agent-phase.ts";
import { shortCall } from "../policy/call-words.ts";
import { judge } from "../policy/judge.ts";
import { eventsOfVerdict } from "../policy/judgement-event.ts";
import type { SignedScope, Situation } from "../policy/situation.ts";
import type { ToolCall } from "../policy/tool.ts";
import type { Verdict } from "../policy/verdict.ts";
import type { World } from "../policy/world.ts";
import type { Desk } from "./desk.ts";
import { projectPaths } from "./file-store/project-paths.ts";
import { type Outcome, yes } from "./outcome.ts";
import { type HostFacts, modeOf, scopeOf, situationOf } from "./situation.ts";
import { realWorld } from "./world.ts";

/** Facts that a host gives about itself to have a call judged. */
export interface Judging extends HostFacts {
  /** The host's own plan mode is on. It can only tighten what Countersign's state of the agent allows. */
  isPlanning?: boolean;
  /** The host has had this call judged already: it is recorded again only if it is denied now. */
  isRecorded?: boolean;
  /** The agent's state, if the host has just read it. */
  state?: AgentState;
}

export interface JudgedCall {
  verdict: Verdict;
  situation: Situation;
  /** Why the denial could not be recorded. The call is denied regardless. */
  unrecorded?: string;
}

/** Judges a call by its agent's phase, and records it if a rule objects. */
export async function judgeCall(
  desk: Desk,
  agent: string,
  call: ToolCall,
  host: Judging,
): Promise<Outcome<JudgedCall>> {
  const found = host.state ? yes(host.state) : await desk.agent(agent);
  if (!found.ok) return found;
  const scope = await signedScope(desk, found.value);
  if (!scope.ok) return scope;
  // All rules, in all modes, ask about the same few directories. Not kept beyond this call: the next one must look
  // again.
  const world = realWorld().moment?.();
  const words = host.readOnly ?? readOnlyWords(found.value);
  const facts = words === undefined ? host : { ...host, readOnly: words };
  const judged = modesOf(found.value, host)
    .map((mode) => situationOf(desk, mode, facts, mode === "executing" ? scope.value : undefined))
    .map((situation) => ({ situation, verdict: judge(call, atMoment(situation, world)) }))
    .reduce(stricter);
  if (found.value.phase !== "inactive") desk.alive(agent);
  // A call that may run only because it is recorded is refused if recording fails; a denied call stays denied for its
  // own reason.
  const isDenied = judged.verdict.verdict === "deny";
  if (host.isRecorded && !isDenied) return yes(judged);
  try {
    const recorded = await record(desk, agent, call, judged);
    if (recorded.ok) return yes(judged);
    return isDenied ? yes({ ...judged, unrecorded: recorded.refusal.message }) : recorded;
  } catch (error) {
    if (!isDenied) throw error;
    return yes({ ...judged, unrecorded: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * The host's plan mode is added: during a run, a call that either mode denies is denied. The first gives the reason: why
 * the agent can only read comes before what its step may do.
 */
function modesOf(agent: AgentState, host: Judging): Situation["mode"][] {
  const mode = modeOf(agent);
  if (!host.isPlanning) return [mode];
  if (mode === "executing" && host.readOnly !== undefined) return ["planning", "executing"];
  return mode === "executing" ? ["executing", "planning"] : ["planning"];
}

function atMoment(situation: Situation, world: World | undefined): Situation {
  return world === undefined ? situation : { ...situation, facts: { ...situation.facts, world } };
}

const STRICTNESS = { allow: 0, confirm: 1, deny: 2 };

function stricter(a: JudgedCall, b: JudgedCall): JudgedCall {
  return STRICTNESS[b.verdict.verdict] > STRICTNESS[a.verdict.verdict] ? b : a;
}

async function record(
  desk: Desk,
  agent: string,
  call: ToolCall,
  { verdict, situation }: JudgedCall,
): Promise<Outcome<unknown>> {
  const minded = eventsOfVerdict(call, verdict, situation).filter(({ name }) => name !== "confirmation_needed");
  // A denied call must not create Countersign's files in a project that does not use it.
  if (minded.length === 0 || !existsSync(projectPaths(desk.project).plans)) return yes(undefined);
  for (const { name, payload } of minded) {
    const { tool, code, rule, reason, blocked } = payload;
    const judgement: Judgement = { attempt: name, tool, summary: shortCall(call.input), code, rule, reason, blocked };
    const recorded = await desk.sendAgent(agent, { type: "record", ...judgement }, HOST);
    if (!recorded.ok) return recorded;
  }
  return yes(undefined);
}

/** The scope of the plan that an agent runs; without an approval, nothing is in scope. */
async function signedScope(desk: Desk, agent: AgentState): Promise<Outcome<SignedScope | undefined>> {
  if (agent.phase !== "executing") return yes(undefined);
  const found = await desk.plan(agent.plan_id);
  if (!found.ok) return found;
  const state = found.value.kind === "standing" ? found.value.state : undefined;
  if (state === undefined || !("approval" in state)) return yes(undefined);
  const steps = "run" in state ? [...state.run.steps] : [];
  const current = steps.find(([, { status }]) => status === "in_progress");
  return yes(scopeOf(state.approval, current?.[0], "run" in state ? state.run.amendments : undefined));
}
