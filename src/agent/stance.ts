import { type AgentState, readOnlyWords } from "../lifecycle/agent-phase.ts";
import type { PlanSession } from "./plan-session.ts";
import type { ReadOnlyReason } from "./read-only-reason.ts";

/**
 * What holds for the agent of a session now. Its prompt, the answers of its tools and its refusals are all made from
 * it, so that they agree.
 */
export type Stance =
  /** Plan mode is off. */
  | { is: "free" }
  /** No tool may run. */
  | { is: "locked"; words: string }
  /** It only reads, and a plan can be submitted. */
  | { is: "planning"; words?: string }
  /** It only reads, and does not plan. */
  | { is: "reading"; words: string }
  /** It carries out a step. */
  | { is: "executing" };

/** `only`: the strongest reason for an agent in this state. `canEnter`: it has the tool `enter_plan_mode`. */
export function stanceOf(state: AgentState, only: ReadOnlyReason | undefined, canEnter: boolean): Stance {
  if (only?.because === "no_plan_mode") return { is: "locked", words: only.words };
  if (state.phase === "gathering" || state.phase === "submitted") {
    return { is: "planning", ...(only && { words: only.words }) };
  }
  if (only !== undefined) return { is: "reading", words: only.words };
  const words = readOnlyWords(state);
  if (words !== undefined) return { is: "reading", words: canEnter && state.version > 0 ? `${words} ${ENTER}` : words };
  return { is: state.phase === "executing" ? "executing" : "free" };
}

/** The stance of a session now. */
export async function stanceNow(session: PlanSession): Promise<Stance> {
  const state = await session.agent.state();
  return stanceOf(state, await session.restraint.now(state), session.tools.canEnter);
}

/** The answer to a call of one of our tools that this stance does not have. */
export function stanceWords(stance: Stance, canEnter: boolean): string {
  switch (stance.is) {
    case "free":
      return `Plan mode is off. ${canEnter ? "Call enter_plan_mode first." : "Only the person can start it."}`;
    case "locked":
      return `You can use no tool now. ${stance.words}`;
    case "reading":
      return `You can only read now. ${stance.words}`;
    case "planning":
      return "You are planning. Call submit_plan when the plan is ready.";
    case "executing":
      return "You carry out a signed plan. Call report_step when your step is done, or cannot be done.";
  }
}

const ENTER = "To plan again, call enter_plan_mode.";
