import { once } from "node:events";
import { watch } from "node:fs";
import type { FauxResponseStep } from "@earendil-works/pi-ai";
import { describe, it } from "vitest";
import { describeStepRunner, STORIES, type StepStory } from "../../../testing/describe-step-runner.ts";
import { hasSandbox } from "../../machine-sandbox.ts";
import { calls, fails, says } from "../bench/model.ts";
import { reports, sessionStand } from "./session-stand.ts";
import { processesWith } from "./stand.ts";

// A step in the session that planned: a real session of pi, with its guard, and a scripted model.

const LOOK = calls(["read", { path: "a.txt" }]);

/** Seconds as nobody else on this machine sleeps. */
const HOURS = `87654.${process.pid}`;
const work = `sleep ${HOURS} & setsid sleep ${HOURS} & sh -c 'sleep ${HOURS} & touch begun; wait'`;
const GOES_ON = [calls(["bash", { command: work }])];

const TOLD: Record<StepStory, FauxResponseStep[]> = {
  succeeds: [LOOK, reports()],
  fails: [LOOK, reports("failed", "It cannot be done.")],
  "goes on and on": GOES_ON,
  "runs out of time": GOES_ON,
  "runs out of budget": [LOOK, LOOK, reports()],
  "runs out of turns": Array.from({ length: 20 }, () => LOOK),
  "hears an error of its model": [LOOK, fails("400 this is not what I understand")],
  "falls silent": [LOOK, says("Fine."), says("Yes, fine."), says("I said so."), reports()],
  "mends what its check found": [LOOK, reports(), LOOK, reports()],
  "mends with its last answer": [LOOK, reports(), LOOK, reports()],
  "finds a broken world": [LOOK, reports()],
};

const make = async (story: StepStory) => {
  const limits = { max_turns: 2, time: 600_000 };
  const here = await sessionStand(TOLD[story], story === "mends with its last answer" ? { limits } : {});
  const { project, session } = here;
  if (story === "finds a broken world") {
    session.say = () => {
      throw new Error("the session is gone");
    };
  }
  const begins = async () => {
    const watcher = watch(project.cwd);
    while (!project.has("begun")) await once(watcher, "change");
    watcher.close();
  };
  return { ...here, underWay: begins, living: () => processesWith(HOURS) };
};

// Without a sandbox a person is asked about every command.
const stories = STORIES.filter((story) => hasSandbox || TOLD[story] !== GOES_ON);
describeStepRunner("the session that planned", stories, make, { describe, it });
