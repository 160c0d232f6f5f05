import type { Outcome } from "../desk/outcome.ts";
import type { Actor } from "../lifecycle/actor.ts";
import type { RequestEvent, RequestId } from "../lifecycle/request.ts";
import { visible } from "../plan/visible.ts";
import type { PlanSession } from "./plan-session.ts";

/** The questions that a tool of this process waits for; answers to others are sent to the model when they come. */
export class Questions {
  readonly #session: PlanSession;
  readonly #awaited = new Set<RequestId>();

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** A tool waits for the answer, and returns it to the model. If it gives up, the answer is sent when it comes. */
  async awaiting<Value>(request: RequestId, waiting: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
    this.#awaited.add(request);
    let isTaken = false;
    try {
      const answered = await waiting();
      isTaken = answered.ok;
      return answered;
    } finally {
      // The record of a delivered answer may still arrive.
      if (!isTaken) this.#awaited.delete(request);
    }
  }

  /** The call that asked is gone after a restart or an interruption; the answer still counts. */
  async answered(
    { request_id, answer }: Extract<RequestEvent, { type: "request_answered" }>,
    by: Actor,
  ): Promise<void> {
    if (answer.kind !== "question" || this.#awaited.has(request_id)) return;
    const request = (await this.#session.agent.state()).requests[request_id];
    if (request?.kind !== "question") return;
    const words = `${visible(by.name)} answers your question "${visible(request.question)}": ${visible(answer.text, { multiline: true })}`;
    const answered = { by: by.name, text: answer.text };
    this.#session.say(
      words,
      { card: "question", asked_by: "agent", question: request.question, answer: answered },
      { go: true },
    );
  }
}
