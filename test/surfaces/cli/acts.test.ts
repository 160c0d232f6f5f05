import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import { callAction } from "../../../src/surfaces/cli/call-action.ts";
import {
  type ActName,
  type ActsDoor,
  type DoorOptions,
  describeActs,
  type Wish,
} from "../../../testing/describe-acts.ts";
import { signed } from "../../../testing/plan-stages.ts";
import { completeRun } from "../../acts/complete-run.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { must } from "../../desk/fixture.ts";
import { CLI_ADVICE } from "./advice.ts";
import { RunBench } from "./run-bench.ts";

const ALL: ActName[] = [
  ...(["run", "resume", "pause", "retry", "skip", "fail", "cancel", "decide", "answer"] as const),
  ...(["queue", "unqueue", "clear", "archive", "clone", "model", "rollback"] as const),
  ...(["approve", "request_changes", "reject", "reopen"] as const),
];
/** A copy needs no person: agents propose, too. */
const INSIDE: ActName[] = ALL.filter((act) => act !== "clone" && act !== "answer");

async function byCommands({ settings = {} }: DoorOptions): Promise<ActsDoor> {
  const bench = new RunBench({ git: true });
  bench.write("../home/plans.json", JSON.stringify(settings));
  const desk = new Desk({ directory: bench.project, env: bench.env });
  afterTest(() => desk.close());
  const door: ActsDoor = {
    ...{ desk, can: new Set(ALL), call: callAction, advice: CLI_ADVICE },
    person: must(desk.authenticate({ via: "token", secret: bench.secret })),
    does: async (wish, says) => {
      // What waits for another process must not hold this one up.
      const { out, err } = wish.act === "resume" ? await bench.start(...words(wish)).ended : bench.ana(...words(wish));
      expect(`${out}${err}`).toMatch(says);
      return `${out}${err}`;
    },
    doesInside: async (wish) => {
      // A token that an agent's shell found makes no person of it.
      const env = { COUNTERSIGN_AGENT: "bot", COUNTERSIGN_APPROVER_TOKEN: bench.secret };
      const { code, out, err } = bench.run(words(wish), { env, alone: false });
      expect([code, out]).toEqual([1, ""]);
      return err;
    },
    runs: async (id) => {
      const running = bench.start("run", id, "--resume", "--no-wait");
      return () => running.ended;
    },
    completes: (id) => completeRun(desk, id),
    own: (draft) => signed(door, draft),
    counts: async (id) => {
      const { counts } = bench.run(["show", id, "--json"]).json.plan;
      const { plans } = bench.run(["plans", "--json"]).json;
      const row = plans.find((one: { id: string }) => one.id === id);
      expect([row.steps_done, row.steps]).toEqual([counts.done, counts.total]);
      return `${row.steps_done} of ${row.steps}`;
    },
    close: () => desk.close(),
  };
  return door;
}

function words({ act, plan, about, words: said }: Wish): string[] {
  if (act === "clear") return ["queue", "clear"];
  if (act === "queue" || act === "unqueue") return ["queue", act === "queue" ? "add" : "remove", plan];
  if (act === "answer") return [act, about ?? "", said ?? ""];
  if (act === "approve") return [act, plan, "--later"];
  if (act === "request_changes") return ["request-changes", plan, "--message", said ?? "other"];
  if (act === "model") return [act, plan, said ?? ""];
  const reason = act === "skip" ? ["--reason", said ?? ""] : act === "decide" ? [said ?? ""] : [];
  return [act, plan, ...(about === undefined ? [] : [about]), ...reason];
}

describeActs(
  "by commands",
  byCommands,
  { describe, it },
  { can: new Set(ALL), inside: INSIDE, isRunning: true, byName: true, requestsByName: true },
);

describe("after kill -9, from a script", () => {
  const DRAFT = {
    title: "Killed",
    steps: [
      { id: "one", title: "One", run: "echo one >> log; test -e go || read -r _ < /dev/tty || sleep 100" },
      { id: "two", title: "Two", run: "echo two >> log" },
    ],
  };

  it.each([
    ["--skip", 0, "one\ntwo\n", { one: "skipped", two: "completed" }],
    ["--again", 0, "one\none\ntwo\n", { one: "completed", two: "completed" }],
    ["--failed", 1, "one\n", { one: "failed", two: "pending" }],
  ])("resume %s holds at once", async (flag, code, log, steps) => {
    const bench = new RunBench();
    bench.write("../home/plans.json", JSON.stringify({ max_parallel_steps: 1 }));
    const id = await bench.signed(DRAFT);
    const run = bench.start("run", id);
    await run.says(/one started/);
    await expect.poll(() => read(bench)).toBe("one\n");
    run.child.kill("SIGKILL");
    await run.ended;
    bench.write("go", "");
    const resumed = bench.ana("resume", id, flag);
    expect([resumed.code, read(bench), await bench.steps(id)]).toEqual([code, log, steps]);
  });

  it("a roll back inside an agent's shell records nothing", async () => {
    const bench = new RunBench({ git: true });
    const id = await bench.signed(DRAFT);
    const run = bench.start("run", id);
    await run.says(/one started/);
    run.child.kill("SIGKILL");
    await run.ended;
    const { version } = await bench.plan(id);
    expect(bench.run(["rollback", id], { env: { COUNTERSIGN_AGENT: "bot" } }).code).toBe(1);
    expect((await bench.plan(id)).version).toBe(version);
  });
});

function read({ project }: RunBench): string {
  try {
    return readFileSync(join(project, "log"), "utf8");
  } catch {
    return "";
  }
}
