import type { AssistantMessage } from "@earendil-works/pi-ai";
import { visible } from "../plan/visible.ts";
import type { StepCalls } from "../run/step-calls.ts";
import type { StepAttempt } from "./step-runner/step-attempt.ts";
import type { Conversation } from "./step-runner/step-talk.ts";

/** What the model says of its step. It is a claim: the host decides with the step's check. */
export interface Claim {
  step_id: string;
  outcome: "done" | "failed";
  notes: string;
}

/** How the model stopped: by itself if nothing is said, because a person wanted it, or because it failed. */
export type Cut = { how: "aborted" } | { how: "error"; why: string } | undefined;

/** What the model is told, and who lets it work. */
export interface Floor {
  /** From here on the model may work on the step. */
  open(step: SessionStep, words: string): void;
  /** From here on it only reads. */
  close(step: SessionStep): void;
  /** Whatever it is at ends now. */
  stop(step: SessionStep): Promise<void>;
}

const REMINDERS = 2;

/** A step that is given to the model of a session, which lives on when the step has ended. */
export class SessionStep implements Conversation {
  readonly attempt: StepAttempt;
  /** What becomes of calls outside its scope. */
  readonly calls: StepCalls;
  /** Its answers so far, whether a call of the last one failed, and whether it came after what was said last. */
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
    return `Its check did not pass: ${said}\nMend it and report again, or report the step as failed.`;
  }

  /** The session it was said in lives on. */
  close(): void {}

  /** The model's word on it. */
  claim({ outcome, notes }: Claim): void {
    this.#reminders = 0;
    this.#finish(
      outcome === "done"
        ? { status: "completed", output: notes }
        : { status: "failed", output: notes, error: notes || "The agent says it failed." },
    );
  }

  /** The model has answered. What went over the budget is not acted on. */
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

  /** All that its last answer asked for was done. */
  turnEnded(): void {
    const { max_turns } = this.attempt.assignment.limits;
    if (this.turn.number >= max_turns) this.attempt.fail(`It was not done after ${max_turns} answers of the model.`);
  }

  /** The model has stopped, without a word on the step. It is reminded with what comes back, or there is no use in it. */
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

  /** A person has it go on. */
  prodded(): void {
    this.#reminders = 0;
  }

  /** Somebody works on it again. */
  wake(): void {
    this.#waking?.();
    this.#waking = undefined;
  }

  /** A person stopped the model, and says how it goes on: that takes none of the step's time. */
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
