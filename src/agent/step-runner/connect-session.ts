import type { StreamFn } from "@earendil-works/pi-agent-core";
import type { AgentSession } from "@earendil-works/pi-coding-agent";
import { shortCall } from "../../policy/call-words.ts";
import { type Clock, systemClock } from "../../run/clock.ts";
import { isNested } from "../nested-calls.ts";
import { FINISH_STEP } from "./finish-step.ts";
import { retryingStream, silence, streamOf } from "./retrying-stream.ts";
import type { StepAttempt } from "./step-attempt.ts";

/** The state of the current answer. */
export class Turn {
  number = 0;
  hasFailures = false;
}

/** How providers are called. */
export interface Manners {
  clock?: Clock;
  random?(): number;
  /** The total number of attempts for one answer. */
  attempts?: number;
  /** Milliseconds without a byte after which a request counts as hung. */
  idle?: number;
}

interface Connection extends Manners {
  /** The tools announced to the agent. */
  told: ReadonlySet<string>;
}

const ATTEMPTS = 8;
const THREE_MINUTES = 180_000;

/** Connects a session to its attempt, which counts, asks, limits and ends everything it does. */
export function connectSession(session: AgentSession, attempt: StepAttempt, turn: Turn, options: Connection): void {
  const { agent } = session;
  agent.streamFunction = withBudget(session, attempt, turn, options);
  const before = agent.finishTurn;
  agent.finishTurn = async (finished, signal) => {
    const decided = await before?.(finished, signal);
    const { max_turns } = attempt.assignment.limits;
    if (!attempt.isOver && turn.number >= max_turns) {
      attempt.finish({
        status: "failed",
        output: "",
        error: `It was not done after ${max_turns} answers of the model.`,
      });
    }
    return attempt.isOver ? { action: "end" } : (decided ?? undefined);
  };
  session.subscribe((event) => {
    if (event.type === "tool_execution_start" && event.toolName !== FINISH_STEP) {
      attempt.tell({ type: "tool", tool: event.toolName, summary: shortCall(event.args) });
    }
    // What a tool calls is its own affair: the model learns only how the tool ended.
    if (event.type !== "tool_execution_end" || isNested(event)) return;
    turn.hasFailures ||= event.isError;
    if (event.toolName !== FINISH_STEP) attempt.called(event.isError);
  });
  // The caller reads how it ended.
  attempt.signal.addEventListener("abort", () => session.abort().catch(() => {}), { once: true });
}

/** Wraps every request for an answer: whether it may be made, and whether its answer may be used. */
function withBudget(session: AgentSession, attempt: StepAttempt, turn: Turn, options: Connection): StreamFn {
  const { clock = systemClock, attempts = ATTEMPTS, idle = THREE_MINUTES, random = Math.random, told } = options;
  const ask = retryingStream(announceOnly(session.agent.streamFunction, told), {
    clock,
    random,
    attempts,
    idle,
    left: () => attempt.assignment.limits.time - attempt.time.worked,
    waits: (reason, until) => attempt.tell({ type: "waiting", reason, until: new Date(until).toISOString() }),
    gaveUp: (error) => attempt.end({ status: "interrupted", output: "", error, asks: "provider" }),
    heard: (text) => attempt.tell({ type: "output", text }),
    answered: (message) => attempt.answered(message),
  });
  let isFirst = true;
  const answer = async (...asked: Parameters<StreamFn>) => {
    const over = () => silence(asked, "aborted", "The step is over.", clock.now());
    // A summary for a shorter context is not a turn, but it costs tokens.
    const isTurn = asked[2]?.sessionId === session.sessionId;
    await attempt.thinks();
    if (isFirst && !(await attempt.mayGoOn())) return over();
    isFirst = false;
    if (attempt.isOver) return over();
    const message = await (await ask(...asked)).result();
    if (isTurn) {
      turn.hasFailures = false;
      if (message.stopReason !== "error" && message.stopReason !== "aborted") turn.number += 1;
    }
    attempt.tell({ type: "usage", stats: attempt.stats });
    await attempt.mayGoOn();
    return message;
  };
  return (...asked) => streamOf(answer(...asked));
}

/**
 * Announces only these tools to the model. The others still exist: a call of one is judged instead of "not found",
 * and a person can allow it.
 */
function announceOnly(ask: StreamFn, told: ReadonlySet<string>): StreamFn {
  return (model, context, options) => {
    const messages = context.messages.map((message) =>
      message.role === "system" && message.toolsAdded
        ? { ...message, toolsAdded: message.toolsAdded.filter(({ name }) => told.has(name)) }
        : message,
    );
    return ask(model, { ...context, messages }, options);
  };
}
