import type { AssistantMessage } from "@earendil-works/pi-ai";
import { visible } from "../plan/visible.ts";
import type { StepCalls } from "../run/step-calls.ts";
import { deviationsIn } from "./deviations.ts";
import type { StepAttempt } from "./step-runner/step-attempt.ts";
import type { Conversation } from "./step-runner/step-talk.ts";

/** The model's report on its step, a claim: the host decides with the step's check. */
export interface Claim {
  step_id: string;
  outcome: "done" | "failed";
  notes: string;
  deviations?: readonly string[];
}

/** How the model stopped: by itself if undefined, by a person, or by an error. */
export type Cut = { how: "aborted" } | { how: "error"; why: string } | undefined;

/** The channel to the model, and the control over its work. */
export interface Floor {
  /** From here on the model may work on the step. */
  open(step: SessionStep, words: string): void;
  /** From here on it can only read. */
  close(step: SessionStep): void;
  /** Aborts whatever it does. */
  stop(step: SessionStep): Promise<void>;
}

const REMINDERS = 2;

/** A step that the model of a session runs; the session continues after the step. */
export class SessionStep implements Conversation {
  readonly attempt: StepAttempt;
  /** Decides on calls outside its scope. */
  readonly calls: StepCalls;
  /** Its answers so far, whether a call of the last one failed, and whether it came after the last message. */
  readonly turn = { number: 0, hasFailures: false, isReply: false };
  hasCommands = false;
  readonly #floor: Floor;
  #claimed = Promise.withResolvers<void>();
  #reminders = 0;
  #waking: (() => void) | undefined;

  constructor(attempt: StepAttempt, calls: StepCalls, floor: Floor) {
    this.attempt = attempt;
    this.calls = calls;
    this.#floor = floor;
  }

  get id(): string {
    return this.attempt.assignment.step.id;
  }

  get words(): string {
    return `step ${this.id}: ${visible(this.attempt.assignment.step.title)}.`;
  }

  async say(words: string): Promise<void> {
    if (!this.attempt.isOver) {
      this.#claimed = Promise.withResolvers();
      this.turn.isReply = false;
      this.#floor.open(this, words);
      await Promise.race([this.#claimed.promise, this.attempt.stopped]);
      this.#floor.close(this);
      this.wake();
    }
    if (this.attempt.signal.aborted) await this.#floor.stop(this);
  }

  toldOfCheck(found: string): string {
    const said = visible(found, { multiline: true });
    return `Its check did not pass: ${said}\nFix it and report again, or report the step as failed.`;
  }

  /** Its session continues. */
  close(): void {}

  /** The model's report on it. */
  claim({ outcome, notes, deviations }: Claim): void {
    this.#reminders = 0;
    const said = { output: notes, ...deviationsIn(deviations) };
    this.#finish(
      outcome === "done"
        ? { status: "completed", ...said }
        : { status: "failed", ...said, error: notes || "The agent says it failed." },
    );
  }

  /** The model has answered. An answer over the budget has no effect. */
  async answered(message: AssistantMessage): Promise<void> {
    const { attempt } = this;
    attempt.answered(message);
    const said = message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    if (said !== "") attempt.tell({ type: "output", text: `${said}\n` });
    attempt.tell({ type: "usage", stats: attempt.stats });
    if (message.stopReason === "error" || message.stopReason === "aborted") return;
    this.turn.number += 1;
    this.turn.hasFailures = false;
    this.turn.isReply = true;
    await attempt.mayGoOn();
  }

  called(isError: boolean): void {
    this.turn.hasFailures ||= isError;
    this.attempt.called(isError);
  }

  /** All calls of its last answer succeeded. */
  turnEnded(): void {
    const { max_turns } = this.attempt.assignment.limits;
    if (this.turn.number >= max_turns) this.attempt.fail(`It was not done after ${max_turns} answers of the model.`);
  }

  /** The model has stopped without a report. Returns a reminder for it, or ends the step if that is useless. */
  settled(cut: Cut): { remind: string } | { stopped: string } | undefined {
    if (cut?.how === "aborted") {
      this.#sleep();
      return undefined;
    }
    if (cut === undefined && this.#reminders < REMINDERS) {
      this.#reminders += 1;
      return { remind: `Step ${this.id} is still in progress. Go on with it, or call report_step.` };
    }
    const why = cut === undefined ? "the agent stopped" : `the model failed: ${visible(cut.why)}`;
    this.#finish({ status: "interrupted", output: "", error: why });
    return { stopped: why };
  }

  /** A person resumes it. */
  prodded(): void {
    this.#reminders = 0;
  }

  /** The model works on it again. */
  wake(): void {
    this.#waking?.();
    this.#waking = undefined;
  }

  /** A person stopped the model, and decides how it continues: that does not count towards the step's time. */
  #sleep(): void {
    if (this.#waking) return;
    const awake = Promise.withResolvers<void>();
    this.#waking = awake.resolve;
    void this.attempt.waitFor(() => awake.promise);
  }

  #finish(ending: Parameters<StepAttempt["finish"]>[0]): void {
    this.attempt.finish(ending);
    this.#claimed.resolve();
  }
}
