import type { Clock } from "../../run/clock.ts";
import { leftWords } from "../../run/confine.ts";
import { endProcessesOf } from "../../run/end-processes.ts";
import type { StepClaim } from "../../run/step-runner.ts";
import type { Turn } from "./connect-session.ts";
import type { StepAttempt } from "./step-attempt.ts";

/** The channel to the agent that runs the step. */
export interface Conversation {
  /** Sends this, and returns when the agent has reported on its step, or something else ended it. */
  say(words: string): Promise<void>;
  /** The message for this agent that the check of its step did not pass. */
  toldOfCheck(found: string): string;
  close(): void | Promise<void>;
}

export interface TalkParts {
  conversation: Conversation;
  attempt: StepAttempt;
  /** Whether one of its commands could have left a process running. */
  commands: { hasCommands: boolean };
  turn: Pick<Turn, "number">;
  clock: Clock;
}

/** Milliseconds for aborted work to end. */
const GRACE = 5_000;

/**
 * The conversation with a step's agent. It is closed as soon as there is nothing more to say; an agent that reports
 * its step as done may still get the result of its check, so the holder of that claim closes it.
 */
export class StepTalk {
  readonly #parts: TalkParts;
  readonly #closed = new AbortController();
  readonly #late: Promise<void>;
  #closing: Promise<void> | undefined;
  /** Processes that its commands left running since its last claim. */
  readonly #left: string[] = [];

  constructor(parts: TalkParts) {
    this.#parts = parts;
    this.#late = this.#longStopped();
  }

  /** Talks until there is a claim. */
  async claimAfter(words: string): Promise<StepClaim> {
    const { conversation, attempt } = this.#parts;
    try {
      await Promise.race([conversation.say(words), this.#late]);
      // The check must find the final state of the step, not one that a background process still changes.
      await this.#endCommands();
      const claim = { ...attempt.claim(), ...(this.#left.length > 0 && { left: this.#left.splice(0) }) };
      if (claim.status === "completed" && !attempt.signal.aborted) return this.#open(claim);
      await this.close();
      return claim;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Nothing of it is left then. */
  close(): Promise<void> {
    this.#closing ??= this.#letGo();
    return this.#closing;
  }

  /** The claim of a waiting agent. Its waiting does not count towards its time. */
  #open(claim: StepClaim): StepClaim {
    const { attempt } = this.#parts;
    const answered = Promise.withResolvers<void>();
    const waited = attempt.time.pausedDuring(() => answered.promise);
    let isAnswered = false;
    // A stopped step does not continue.
    void attempt.stopped.then(() => (isAnswered ? undefined : this.close()));
    const answer = async () => {
      isAnswered = true;
      answered.resolve();
      await waited;
    };
    return {
      ...claim,
      goOn: async (said) => {
        if (isAnswered) throw new Error("This claim is not the agent's last one.");
        await answer();
        return this.#goOn(said);
      },
      close: async () => {
        if (isAnswered) return;
        await answer();
        await this.close();
      },
    };
  }

  async #goOn(said: string): Promise<StepClaim> {
    const { attempt, turn, conversation } = this.#parts;
    attempt.reopen();
    const { max_turns } = attempt.assignment.limits;
    if (turn.number >= max_turns) attempt.fail(`It was not done after ${max_turns} answers of the model.`);
    else await attempt.mayGoOn();
    return this.claimAfter(conversation.toldOfCheck(said));
  }

  /** Resolves a while after the abort: work that ignores it by then is not waited for. */
  async #longStopped(): Promise<void> {
    const { attempt, clock } = this.#parts;
    await attempt.stopped;
    await clock.sleep(GRACE, this.#closed.signal);
  }

  async #letGo(): Promise<void> {
    const { conversation, attempt } = this.#parts;
    this.#closed.abort();
    attempt.close();
    await conversation.close();
    await this.#endCommands();
  }

  async #endCommands(): Promise<void> {
    const { attempt, commands } = this.#parts;
    if (!commands.hasCommands) return;
    commands.hasCommands = false;
    const left = [...attempt.left.splice(0), ...(await endProcessesOf(attempt.assignment.subagent_id))];
    if (left.length > 0) attempt.tell({ type: "warning", text: `It ${leftWords(left)}.` });
    this.#left.push(...left);
  }
}
