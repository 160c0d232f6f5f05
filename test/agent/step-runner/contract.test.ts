import { once } from "node:events";
import { watch } from "node:fs";
import { describe, it } from "vitest";
import { SWITCHED_OFF } from "../../../src/sandbox/sandbox.ts";
import { describeStepRunner, STORIES, type StepStory } from "../../../testing/describe-step-runner.ts";
import { calls, fails, says } from "../bench/model.ts";
import { finish, processesWith, type StandOptions, stand } from "./stand.ts";

const LOOK = calls(["read", { path: "a.txt" }]);

/** Seconds as nobody else on this machine sleeps. */
const HOURS = `98765.${process.pid}`;
const work = `sleep ${HOURS} & setsid sleep ${HOURS} & sh -c 'sleep ${HOURS} & touch begun; wait'`;
const GOES_ON: StandOptions = { responses: [calls(["bash", { command: work }])] };

const TOLD: Record<StepStory, StandOptions> = {
  succeeds: { responses: [LOOK, calls(finish())] },
  fails: { responses: [LOOK, calls(finish("failed", "It cannot be done."))] },
  "goes on and on": GOES_ON,
  "runs out of time": GOES_ON,
  "runs out of budget": { responses: [LOOK, LOOK, calls(finish())] },
  "runs out of turns": { responses: Array.from({ length: 20 }, () => LOOK) },
  "hears an error of its model": { responses: [LOOK, fails("400 this is not what I understand")] },
  "falls silent": { responses: [LOOK, says("Fine."), says("Yes, fine."), says("I said so."), calls(finish())] },
  "mends what its check found": { responses: [LOOK, calls(finish()), LOOK, calls(finish())] },
  "mends with its last answer": {
    responses: [LOOK, calls(finish()), LOOK, calls(finish())],
    assignment: { limits: { max_turns: 2, time: 600_000 } },
  },
  "finds a broken world": {
    responses: [LOOK, calls(finish())],
    judge: () => Promise.reject(new Error("the disk is gone")),
  },
};

const make = (more: StandOptions) => async (story: StepStory) => {
  const { runner, assignment, clock, project } = await stand({ ...TOLD[story], ...more });
  const begins = async () => {
    const watcher = watch(project.cwd);
    while (!project.has("begun")) await once(watcher, "change");
    watcher.close();
  };
  return { runner, assignment, clock, underWay: begins, living: () => processesWith(HOURS) };
};

describeStepRunner("an agent of pi", STORIES, make({}), { describe, it });
describeStepRunner(
  "an agent of pi, without a sandbox",
  ["goes on and on", "runs out of time"],
  make({ sandbox: async () => SWITCHED_OFF }),
  { describe, it },
);
