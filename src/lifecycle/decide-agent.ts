import { defined } from "../plan/defined.ts";
import { type Access, accessNeeded, accessToAnswer } from "./access.ts";
import { type AgentCommand, type AgentEvent, type AgentState, isStillReadOnly, type Phase } from "./agent-phase.ts";
import { mayAllow } from "./approvers.ts";
import { ownProperty } from "./own-property.ts";
import type { Terms } from "./plan-command.ts";
import { type Decided, type Refusal, refuse } from "./refusal.ts";
import { type Answer, closings, isExpired, opening, type Request, type RequestSubject } from "./request.ts";

/** From which phase a command about the phase is possible. Questions and confirmations are possible in each. */
export const PHASE_TRANSITIONS = {
  enter: ["inactive"],
  submit: ["gathering"],
  revise: ["submitted", "executing"],
  begin: ["submitted"],
  leave: ["gathering", "submitted", "executing"],
} satisfies Record<string, readonly Phase[]>;

/** Decides a command about an agent: its phase, its questions and confirmations. */
export function decideAgent(
  state: AgentState,
  command: AgentCommand,
  terms: { agent: string } & Pick<Terms, "at" | "by" | "approvers" | "kept_approvers">,
): Decided<AgentEvent> {
  const { by, at, agent } = terms;
  const limited = accessNeeded(by, accessForAgent(command));
  if (limited) return { ok: false, refusal: limited };
  if (command.type in PHASE_TRANSITIONS) {
    const from: readonly Phase[] = PHASE_TRANSITIONS[command.type as keyof typeof PHASE_TRANSITIONS];
    const isForgotten = command.type === "leave" && isStillReadOnly(state) && by.kind === "person";
    if (!from.includes(state.phase) && !isForgotten) {
      return command.type === "enter"
        ? refuse("already_planning", "Already in planning mode.", { facts: { phase: state.phase } })
        : refuse("not_planning", `The agent is ${state.phase}.`, { facts: { phase: state.phase } });
    }
  }
  switch (command.type) {
    case "enter": {
      const { task, reason } = command;
      return done({ type: "planning_entered", ...(task && { task }), ...(reason && { reason }) });
    }
    case "submit":
      return done({ type: "plan_submitted", plan_id: command.plan_id });
    case "revise":
      return done({ type: "planning_resumed" });
    case "begin":
      return command.approved_by.kind === "person" && (by.kind === "person" || by.kind === "host")
        ? done({ type: "execution_begun", approved_by: command.approved_by, approved_at: command.approved_at })
        : refuse(
            "person_needed",
            "Only a plan that a person approved can be executed, and an agent cannot approve one.",
          );
    case "leave": {
      const { how, note, decided_by, ran_out } = command;
      const isDecided = (how === "rejected" || how === "cancelled") && decided_by?.kind === "person";
      // Only the host that the agent runs in knows that its session is over.
      const isOver = how === "ended" && by.id === agent;
      const isHosts = by.kind === "host" && (isDecided || isOver || how === "timed_out" || how === "finished");
      if (by.kind !== "person" && !isHosts) {
        return refuse("person_needed", "An agent can enter planning mode, never leave it.");
      }
      if (how === "ended" && state.phase === "executing") {
        return refuse("wrong_state", "The session is over, but its run is not: the run ends with its plan.", {
          facts: { phase: state.phase },
        });
      }
      if (how === "finished" && state.phase !== "executing") {
        return refuse("not_planning", "Nothing is being executed.", { facts: { phase: state.phase } });
      }
      return done(...closings(state.requests, "cancelled"), {
        type: "planning_left",
        how,
        ...(note && { note }),
        ...defined({ decided_by, ran_out }),
      });
    }
    case "switch_auto":
      return by.kind === "person"
        ? done({ type: "auto_switched", on: command.on })
        : refuse("person_needed", "Only a person says whether approved plans start by themselves.");
    case "ask": {
      const { question, options } = command;
      return open({ kind: "question", question, ...(options?.length && { options }) }, command.timeout_minutes);
    }
    case "confirm": {
      const { tool, summary, diff, reason } = command;
      const { kept_approvers: approvers } = terms;
      const subject = { tool, summary, reason, ...defined({ approvers, diff }) };
      return open({ kind: "confirmation", ...subject }, command.timeout_minutes);
    }
    case "record": {
      if (by.kind === "agent" || by.kind === "file")
        return refuse("person_needed", "Only the host records judged calls.");
      const { type: _, ...judgement } = command;
      return done({ type: "call_judged", ...judgement });
    }
    case "record_intent": {
      if (by.kind === "agent" || by.kind === "file")
        return refuse("person_needed", "Only the host records what a person said.");
      const { words, plan_id, approved } = command;
      return done(
        approved === undefined
          ? { type: "execution_intent_detected", words, ...defined({ plan_id }) }
          : { type: "mode_switched_by_intent", words, ...approved },
      );
    }
    case "answer": {
      if (by.kind !== "person") return refuse("person_needed", "Only a person can answer.");
      const request = ownProperty(state.requests, command.request_id);
      if (request === undefined) return refuse("unknown_request", `There is no request ${command.request_id}.`);
      if (request.closing !== undefined) {
        const { closing } = request;
        const message =
          closing.how === "answered"
            ? `${closing.by.name} has answered already.`
            : `Too late: the request is ${closing.how}.`;
        return refuse("request_closed", message, { facts: { closing } });
      }
      if (isExpired(request, at)) return refuse("request_closed", "Too late: the request is expired.");
      if (!fits(command.answer, request.kind))
        return refuse("wrong_answer", `A ${request.kind} needs another kind of answer.`);
      const no = givesAway(command.answer, request) ? mayAllowThis(request, terms) : undefined;
      if (no) return { ok: false, refusal: no };
      return done({ type: "request_answered", request_id: request.id, answer: command.answer });
    }
    case "cancel_request":
    case "expire_request": {
      const request = ownProperty(state.requests, command.request_id);
      if (request === undefined) return refuse("unknown_request", `There is no request ${command.request_id}.`);
      if (request.closing !== undefined) return refuse("request_closed", "The request is closed already.");
      if (command.type === "expire_request" && !isExpired(request, at))
        return refuse("not_due", "The request has not expired.");
      const how = command.type === "expire_request" ? "expired" : "cancelled";
      return done({ type: "request_closed", request_id: request.id, how });
    }
  }

  function open(subject: SubjectOf<"question" | "confirmation">, minutes: number | undefined): Decided<AgentEvent> {
    return done(opening(subject, { journal: agent, version: state.version + 1, at, by, minutes }));
  }
}

/** An author asks for planning and answers what the planner asks; an approver sets agents free and allows their calls. */
export function accessForAgent(command: AgentCommand): Access {
  if (command.type === "answer") return accessToAnswer(command.answer.kind);
  return command.type === "enter" ? "author" : "approver";
}

type SubjectOf<Kind> = Extract<RequestSubject, { kind: Kind }>;

function fits(answer: Answer, kind: Request["kind"]): boolean {
  return answer.kind === kind && !(answer.kind === "question" && answer.text.trim() === "");
}

/** Whether the answer gives an agent more than it has. A refusal does not, and neither does a yes to planning first. */
function givesAway(answer: Answer, request: Request): boolean {
  const isPlanning = request.kind === "confirmation" && request.tool === "enter_plan_mode";
  return answer.kind === "confirmation" && answer.allow && !isPlanning;
}

/** A person who is not an approver of the asking host cannot allow its agent's call on another surface. */
function mayAllowThis(request: Request, { approvers, by }: Pick<Terms, "approvers" | "by">): Refusal | undefined {
  const kept = request.kind === "confirmation" ? request.approvers : undefined;
  return mayAllow(approvers, by) ?? (kept && mayAllow(kept, by));
}

function done(...events: AgentEvent[]): Decided<AgentEvent> {
  return { ok: true, events };
}
