import { defined } from "../plan/defined.ts";
import type { Actor } from "./actor.ts";
import { type AgentEvent, type AgentState, isStillReadOnly } from "./agent-phase.ts";
import { bootsAfter, movedTime } from "./clock-change.ts";
import { OwnCopies } from "./own-copies.ts";
import type { Occasion } from "./plan-event.ts";
import { evolveRequests, movedRequests } from "./request.ts";

/** The agent's state after an event; throws for an event that cannot have happened. `copies` as for `evolve`. */
export function evolveAgent(
  state: AgentState,
  event: AgentEvent,
  occasion: Occasion,
  copies = new OwnCopies(),
): AgentState {
  const { at, boot } = occasion;
  const change = event.type === "clock_set" ? event : undefined;
  const boots = bootsAfter(state.boots, boot, change);
  const updated_at = change ? movedTime(state.updated_at ?? at, change, at) : at;
  return { ...apply(state, event, occasion, copies), updated_at, ...defined({ boots }) };
}

function apply(state: AgentState, event: AgentEvent, { at, by, version }: Occasion, copies: OwnCopies): AgentState {
  const life = { version, requests: state.requests };
  switch (event.type) {
    case "planning_entered": {
      if (state.phase !== "inactive") break;
      // An agent that starts planning by itself gives a reason, which serves as the goal.
      const task = event.task ?? event.reason;
      const person = by.kind === "person" && { entered_by: by };
      return { ...life, phase: "gathering", gathering_start: at, ...(task && { task }), ...person };
    }
    case "plan_submitted":
      if (state.phase !== "gathering") break;
      return { ...life, ...gathering(state), phase: "submitted", plan_id: event.plan_id, submitted_at: at };
    case "planning_resumed":
      if (state.phase !== "submitted" && state.phase !== "executing") break;
      return { ...life, ...gathering(state), phase: "gathering", plan_id: state.plan_id };
    case "execution_begun": {
      if (state.phase !== "submitted") break;
      const { plan_id, submitted_at } = state;
      const { approved_by, approved_at } = event;
      return { ...life, ...gathering(state), phase: "executing", plan_id, submitted_at, approved_by, approved_at };
    }
    case "planning_left":
      if (state.phase === "inactive" && !isStillReadOnly(state)) break;
      return {
        ...life,
        phase: "inactive",
        ...(event.how === "timed_out" && { timed_out: true, ...defined({ ran_out: event.ran_out }) }),
        ...(event.how === "ended" && { ended: true }),
      };
    case "auto_switched":
      return { ...state, version };
    case "call_judged":
    case "execution_intent_detected":
    case "mode_switched_by_intent":
    case "journal_repaired":
      return { ...state, version };
    case "clock_set": {
      const requests = movedRequests(state.requests, event, at, copies);
      if (state.phase === "inactive") return { ...state, version, requests };
      const began = { gathering_start: movedTime(state.gathering_start, event, at) };
      if (state.phase === "gathering") return { ...state, version, requests, ...began };
      return { ...state, version, requests, ...began, submitted_at: movedTime(state.submitted_at, event, at) };
    }
    case "request_opened":
    case "request_answered":
    case "request_closed":
      return { ...state, version, requests: evolveRequests(state.requests, event, { at, by }, copies) };
  }
  throw new Error(`The journal says "${event.type}" of an agent that is ${state.phase}.`);
}

function gathering({
  gathering_start,
  task,
  entered_by,
}: {
  gathering_start: string;
  task?: string;
  entered_by?: Actor;
}) {
  return { gathering_start, ...defined({ task, entered_by }) };
}
