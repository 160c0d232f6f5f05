import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { StepStats } from "../src/lifecycle/step-result.ts";
import type { Assignment, StepClaim, StepHost, StepProgress, StepRunner } from "../src/run/step-runner.ts";
import type { TestRunner } from "./describe-store.ts";
import type { FakeClock } from "./fake-clock.ts";

/** How a step goes. Those without a model know only some. */
export const STORIES = [
  "succeeds",
  "fails",
  /** Its work goes on until it is stopped. */
  "goes on and on",
  /** The same, with a clock that the suite moves. */
  "runs out of time",
  /** It would succeed, if the budget allowed it. */
  "runs out of budget",
  /** Its agent does one thing after the other, and never comes to an end. */
  "runs out of turns",
  "hears an error of its model",
  /** Its agent stops, and says nothing about its step. */
  "falls silent",
  /** Its agent says that it is done, and again when it has heard what its check found. */
  "mends what its check found",
  /** The same, but it has no answer left. */
  "mends with its last answer",
  /** What is around the step does not work: a disk, a program that must be there. */
  "finds a broken world",
] as const;
export type StepStory = (typeof STORIES)[number];

/** A runner whose next step goes as the story says. */
export interface RunnerUnderTest {
  runner: StepRunner;
  assignment: Assignment;
  /** That of the runner, if it goes by one. */
  clock?: FakeClock;
  /** Comes back when the work that goes on and on has begun. */
  underWay?(): Promise<void>;
  /** What of the step's work is still running. */
  living(): readonly (string | number)[];
  close?(): void | Promise<void>;
}

/** What every runner promises (`run/step-runner.ts`), as tests. */
export function describeStepRunner(
  name: string,
  stories: readonly StepStory[],
  make: (story: StepStory) => Promise<RunnerUnderTest>,
  { describe, it }: TestRunner,
): void {
  const holds = (story: StepStory, sentence: string, body: (trial: Trial) => Promise<void>) => {
    if (!stories.includes(story)) return;
    it(sentence, async () => {
      const made = await make(story);
      try {
        await body(new Trial(made));
      } finally {
        await made.close?.();
      }
    });
  };

  describe(name, () => {
    holds("succeeds", "says that a step is completed, what it did, and what it took", async (trial) => {
      const { status, output, error } = await trial.run();
      assert.deepEqual([status, error], ["completed", undefined]);
      assert.notEqual(output.trim(), "");
    });

    holds("fails", "says that a step failed, and why", async (trial) => {
      const { status, error } = await trial.run();
      assert.equal(status, "failed");
      assert.ok(error);
    });

    holds("goes on and on", "stops when it is told to, and leaves nothing running", async (trial) => {
      const claim = trial.run();
      await Promise.race([trial.made.underWay?.(), claim]);
      trial.stop.abort();
      assert.equal((await claim).status, "interrupted");
      assert.deepEqual(trial.made.living(), []);
    });

    holds("goes on and on", "does not begin when it was told to stop before", async (trial) => {
      trial.stop.abort();
      assert.equal((await trial.run()).status, "interrupted");
      assert.deepEqual([trial.asked, trial.made.living()], [[], []]);
    });

    holds("runs out of time", "is not completed when its time is over, and leaves nothing running", async (trial) => {
      const { assignment, clock, underWay } = trial.made;
      assert.ok(clock, "This story needs a clock.");
      const claim = trial.run();
      await Promise.race([underWay?.(), claim]);
      clock.advance(assignment.limits.time);
      assert.equal((await claim).status, "failed");
      assert.deepEqual(trial.made.living(), []);
    });

    holds("runs out of budget", "does nothing without a budget", async (trial) => {
      trial.mayGoOn = async () => false;
      const { status, error } = await trial.run();
      assert.equal(status, "failed");
      assert.ok(error);
      assert.equal(trial.asked.length, 1);
    });

    holds("runs out of budget", "is not completed when its budget is used up on the way", async (trial) => {
      trial.mayGoOn = async () => trial.asked.length === 1;
      const { status, stats } = await trial.run();
      assert.equal(status, "failed");
      assert.deepEqual(stats.prompt_tokens > 0, true, "Tokens used before count.");
      assert.equal(stats.tool_successes, 0, "An answer that went over the budget is not acted on.");
    });

    holds("runs out of budget", "asks about the budget before and after every answer", async (trial) => {
      assert.equal((await trial.run()).status, "completed");
      const [first, ...others] = trial.asked;
      assert.equal(first?.prompt_tokens, 0);
      assert.ok(others.length > 0);
      const used = trial.asked.map(({ prompt_tokens }) => prompt_tokens);
      assert.deepEqual(used, [...new Set(used)], "Each time more was used.");
    });

    holds("runs out of budget", "stops when it is told to while a person thinks about the budget", async (trial) => {
      trial.mayGoOn = () => {
        trial.stop.abort();
        return new Promise(() => {});
      };
      assert.equal((await trial.run()).status, "interrupted");
    });

    holds("runs out of budget", "does not count the time in which a person thinks about the budget", async (trial) => {
      const { assignment, clock } = trial.made;
      trial.mayGoOn = async () => {
        clock?.advance(assignment.limits.time * 2);
        return true;
      };
      const { status, stats } = await trial.run();
      assert.equal(status, "completed");
      assert.ok(stats.duration_seconds * 1000 < assignment.limits.time);
    });

    for (const story of ["runs out of turns", "hears an error of its model", "falls silent"] as const) {
      holds(story, `is not completed when it ${story}`, async (trial) => {
        const { status, error } = await trial.run();
        // Whose agent is talked to by a person as well may leave it to them, and be interrupted.
        assert.notEqual(status, "completed");
        assert.ok(error);
        assert.deepEqual(trial.made.living(), []);
      });
    }

    holds("mends what its check found", "goes on when its check did not pass, and counts all of it", async (trial) => {
      const first = await trial.run();
      const second = await trial.goOn(first);
      assert.deepEqual([first.status, second.status], ["completed", "completed"]);
      assert.ok(second.stats.prompt_tokens > first.stats.prompt_tokens);
      assert.ok(second.stats.tool_calls >= first.stats.tool_calls);
      await second.close?.();
      assert.deepEqual(trial.leftOpen(), []);
    });

    holds("mends what its check found", "leaves nothing open when it is not continued", async (trial) => {
      const claim = await trial.run();
      await claim.close?.();
      await claim.close?.();
      assert.deepEqual(trial.leftOpen(), []);
      await assert.rejects(trial.goOn(claim));
    });

    holds("mends what its check found", "goes on once with each claim", async (trial) => {
      const first = await trial.run();
      const second = await trial.goOn(first);
      await assert.rejects(trial.goOn(first));
      await second.close?.();
    });

    holds("mends what its check found", "does not go on when it was stopped after its claim", async (trial) => {
      const first = await trial.run();
      const asked = trial.asked.length;
      trial.stop.abort();
      assert.equal((await trial.goOn(first)).status, "interrupted");
      assert.equal(trial.asked.length, asked);
      assert.deepEqual(trial.leftOpen(), []);
    });

    holds("mends what its check found", "does not go on without a budget", async (trial) => {
      const first = await trial.run();
      trial.mayGoOn = async () => false;
      const { status, stats } = await trial.goOn(first);
      assert.equal(status, "failed");
      assert.equal(stats.prompt_tokens, first.stats.prompt_tokens);
      assert.deepEqual(trial.leftOpen(), []);
    });

    holds("mends what its check found", "does not count the time of its check", async (trial) => {
      const { assignment, clock } = trial.made;
      const first = await trial.run();
      clock?.advance(assignment.limits.time * 2);
      const second = await trial.goOn(first);
      assert.equal(second.status, "completed");
      assert.ok(second.stats.duration_seconds * 1000 < assignment.limits.time);
      await second.close?.();
    });

    holds("mends with its last answer", "has no more answers because its check did not pass", async (trial) => {
      const first = await trial.run();
      assert.equal(first.status, "completed");
      const { status, stats } = await trial.goOn(first);
      assert.equal(status, "failed");
      assert.equal(stats.prompt_tokens, first.stats.prompt_tokens);
    });

    holds("finds a broken world", "throws when the world is broken, and leaves nothing running", async (trial) => {
      await assert.rejects(trial.run());
      assert.deepEqual(trial.made.living(), []);
    });
  });
}

class Trial {
  readonly made: RunnerUnderTest;
  readonly stop = new AbortController();
  readonly asked: StepStats[] = [];
  readonly told: StepProgress[] = [];
  mayGoOn: StepHost["mayGoOn"] = async () => true;

  constructor(made: RunnerUnderTest) {
    this.made = made;
  }

  async goOn(claim: StepClaim): Promise<StepClaim> {
    assert.ok(claim.goOn, "It can go on.");
    return claim.goOn("1 of 3 tests failed");
  }

  /** A listener on the stop signal is a part that was not closed. */
  leftOpen(): unknown[] {
    return [...getEventListeners(this.stop.signal, "abort"), ...this.made.living()];
  }

  async run(): Promise<StepClaim> {
    const claim = await this.made.runner.run(this.made.assignment, {
      signal: this.stop.signal,
      tell: (progress) => void this.told.push(progress),
      mayGoOn: (stats) => {
        this.asked.push(stats);
        return this.mayGoOn(stats);
      },
      thinks: async () => {},
      works: async () => {},
    });
    const { tool_calls, tool_successes, tool_failures } = claim.stats;
    assert.ok(Object.values(claim.stats).every((value) => Number.isFinite(value) && value >= 0));
    assert.equal(tool_calls, tool_successes + tool_failures);
    return claim;
  }
}
