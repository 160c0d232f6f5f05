import { describe, expect, it } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import { commandsIn } from "../../../testing/advice.ts";
import { runStage } from "../../../testing/plan-stages.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { must } from "../../desk/fixture.ts";
import { CLI_ADVICE } from "./advice.ts";
import { RunBench } from "./run-bench.ts";

/** Given for the plan's state or for the process that has it. */
const FALSE_HOPES = ["wrong_state", "wrong_step_state", "step_in_progress", "lost_lease", "budget_open", "usage"];

describe("what show names can be done", () => {
  it.each([
    ["in a step", "goes on", "process"],
    ["in a step", "was paused", "process"],
    ["between steps", "was paused", "process"],
    ["in a step", "goes on", "dead"],
    ["after an interrupted step", "was paused", "none"],
    ["over budget", "goes on", "none"],
    ["after a failed step", "has failed", "dead"],
    ["in a step", "was cancelled", "dead"],
  ] as const)("%s, %s, its process %s", async (run, turn, holder) => {
    const bench = new RunBench();
    const desk = new Desk({ directory: bench.project, env: bench.env });
    afterTest(() => desk.close());
    const person = must(desk.authenticate({ via: "token", secret: bench.secret }));
    const stage = async () => {
      const made = await runStage({ desk, person }, { run, turn, holder });
      if (made === undefined) throw new Error("There is no such state.");
      return made.id;
    };
    const id = await stage();
    // Some need words, and some go on until the plan ends.
    const named = commandsIn(bench.run(["show", id]).out, CLI_ADVICE).filter(
      (line) => !/…|\|| (?:watch|run|resume) /.test(line),
    );
    expect(named.length).toBeGreaterThan(0);
    for (const line of named) {
      const [, ...words] = line.replaceAll(id, await stage()).split(" ");
      const { json } = bench.ana(...words, "--json");
      expect(FALSE_HOPES, line).not.toContain(json.error?.kind);
    }
  });
});
