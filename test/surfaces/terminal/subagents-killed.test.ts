import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { LivePlan } from "../../../src/lifecycle/plan-state.ts";
import type { ScriptedStep } from "../../../testing/openai-server.ts";
import { calls } from "../../agent/bench/model.ts";
import { makeProject } from "../../agent/bench/project.ts";
import { openRpc } from "../../agent/bench/rpc.ts";
import { openPlanBench, outsideDesk } from "./plan-bench.ts";
import { StepsModel } from "./steps-model.ts";

const EXTENSION = fileURLToPath(new URL("../../../src/surfaces/terminal/extension.ts", import.meta.url));
const STEPS = [
  { id: "first", title: "Look at it", run: "cat a.txt" },
  { id: "write", title: "Write it", tools: ["write"], files: ["a.txt"], depends_on: ["first"] },
];
const SUBMIT: ScriptedStep = {
  calls: [{ name: "submit_plan", arguments: { plan: { title: "Say two", steps: STEPS } } }],
};
const never: ScriptedStep = () => new Promise<never>(() => {});

/** A real pi that was killed while a subagent of it was at work. */
async function killed() {
  const project = makeProject({ git: true, files: { "a.txt": "one\n" }, execution: "subagent" });
  const rpc = await openRpc({ project, extensions: [EXTENSION], script: [SUBMIT, never] });
  await rpc.prompt("/plan let a.txt say two");
  const { data } = await rpc.send({ type: "get_state" });
  const desk = outsideDesk({ project });
  const [row] = (await desk.plans({ limit: 1 })).rows;
  const found = await desk.plan(row?.id ?? "");
  const person = desk.authenticate({ via: "surface", surface: "terminal", id: "ana", name: "ana" });
  if (!found.ok || found.value.kind !== "standing" || !person.ok) throw new Error("There is no plan.");
  const { id, proposal } = found.value.state as LivePlan;
  await desk.send(id, { type: "approve", revision: proposal.revision, digest: proposal.digest }, person.value);
  // The second request is the subagent's.
  const asked = await rpc.server.request(2);
  expect(JSON.stringify(asked.body.messages)).toContain("Your step: write");
  await rpc.kill9();
  return { project, id, file: data.sessionFile as string };
}

const model = () =>
  new StepsModel().step(
    "write",
    calls(["write", { path: "a.txt", content: "two\n" }]),
    calls(["finish_step", { outcome: "done", summary: "wrote it" }]),
  );

describe("after pi was killed in the middle of a subagent's step", () => {
  it("the same session says so, asks what becomes of the step, and goes on", async () => {
    const { project, file } = await killed();
    const bench = await openPlanBench({ project, session: { file }, responses: model().answers() });
    expect(await bench.shows("No process runs it: /plan resume")).toMatch(/⏸ paused · step 2\/2 write/);
    expect(await bench.scrollback()).toMatch(/1 of 2 steps done, and\s+no process runs it/);
    const { status, run } = await bench.plan();
    expect([status, run?.steps.get("write")?.status]).toEqual(["executing", "in_progress"]);
    await bench.submit("/plan resume");
    await bench.shows("Step write was interrupted; how far it got is unknown");
    expect(project.read("a.txt")).toBe("one\n");
    await bench.press("1");
    await bench.shows(/✓ PLAN-\w+ is completed: Say two/);
    const done = (await bench.plan()).run;
    expect([done?.steps.get("first")?.attempts, done?.steps.get("write")?.attempts]).toEqual([1, 2]);
    expect(project.read("a.txt")).toBe("two\n");
  });

  it("another session announces it, and marks it as failed in the list of plans", async () => {
    const { project } = await killed();
    const bench = await openPlanBench({ project });
    await bench.shows(/no process\s+runs it: \/plan resume PLAN-\w+, or \/plans for\s+more/);
    await bench.submit("/plans");
    const list = await bench.shows("f mark failed");
    expect(list).toMatch(/Unfinished\n › ! Say two .*1\/2 +not running/);
    expect(list).toMatch(/p resume[\s\S]*x cancel/);
    expect(list).not.toContain("p pause");
    await bench.press("f");
    const failed = await bench.until(({ status }) => status === "failed");
    expect(failed.run?.steps.get("write")?.status).toBe("interrupted");
  });
});
