import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { ScriptedStep } from "../../../testing/openai-server.ts";
import { runStage } from "../../../testing/plan-stages.ts";
import { approve, approveInTmux } from "../../agent/bench/approve.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { hasTmux, openTmux } from "../../agent/bench/tmux.ts";
import { must } from "../../desk/fixture.ts";
import { openPlanBench, outsideDesk, PLAN, type PlanBench } from "./plan-bench.ts";

const QUICK = fileURLToPath(new URL("./quick-extension.process.ts", import.meta.url));
const REVIEW = /revision 1\n[\s\S]*1 approve/;
const never = () => new Promise<never>(() => {});

/** The first step of a plan runs, and the model thinks. */
async function running(): Promise<PlanBench> {
  const bench = await openPlanBench();
  bench.says(calls(["submit_plan", { plan: PLAN }]));
  await bench.submit("/plan let a.txt say two");
  await bench.shows(REVIEW);
  bench.says(never);
  await approve(bench);
  await bench.shows("◐ write");
  return bench;
}

const WORK = [
  calls(["write", { path: "a.txt", content: "two\n" }]),
  calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
  says("All done."),
];

describe("a plan whose process is gone, in another session", () => {
  it("is shown by /plans as not run, with what can be done, and resumed there", async () => {
    const before = await running();
    await before.kill();
    const bench = await openPlanBench({ project: before.project });
    await bench.shows(/no process\s+runs it/);
    await bench.submit("/plans");
    const list = await bench.shows("esc close");
    expect(list).toMatch(/Unfinished\n › ! Say two .*0\/2 +not running/);
    for (const key of ["p resume", "f mark failed", "x cancel"]) expect(list).toContain(key);
    expect(list).not.toContain("p pause");
    bench.says(...WORK);
    await bench.press("p");
    await bench.shows(/Step write was interrupted[\s\S]*1 /);
    await bench.press("1");
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
  });

  it("is told of at start-up and shown by /plans after an ordinary quit while it was paused", async () => {
    const before = await running();
    await before.submit("/plan pause --now");
    await before.until(({ status }) => status === "paused");
    await before.close();
    const bench = await openPlanBench({ project: before.project });
    await bench.shows(/no process\s+runs it: \/plan resume PLAN-\w+/);
    await bench.submit("/plan list");
    await bench.shows(/PLAN-\w+ {2}paused, not running: \/plan resume/);
    await bench.submit("/plans");
    const list = await bench.shows("esc close");
    expect(list).toMatch(/Unfinished\n › ! Say two .*0\/2 +not run/);
    for (const key of ["p resume", "f mark failed", "x cancel"]) expect(list).toContain(key);
  });
});

describe("a plan that another live process runs", () => {
  it.each([
    ["goes on", "p pause"],
    ["was paused", "p resume"],
  ] as const)("and that %s, in the middle of a step: /plans has %s, and no key that would be refused", async (turn, key) => {
    const bench = await openPlanBench({ columns: 120 });
    const person = must(bench.desk.authenticate({ via: "surface", surface: "test", id: "ana", name: "ana" }));
    const made = await runStage({ desk: bench.desk, person }, { run: "in a step", turn, holder: "process" });
    await bench.submit("/plans");
    await bench.shows("esc close");
    await bench.press("down");
    const list = await bench.shows(key);
    for (const refused of ["f mark failed", "b roll back", "r run", "r retry"]) expect(list).not.toContain(refused);
    await made?.release();
  });
});

const call = (name: string, args: object) => ({ name, arguments: args });
const script: ScriptedStep[] = [{ calls: [call("submit_plan", { plan: PLAN })] }];

/** pi itself in a terminal, at the first step of a plan. */
async function piAtWork(open: () => ReturnType<typeof openTmux>) {
  const pi = await open();
  await pi.ready();
  pi.type("/plan let a.txt say two");
  pi.press("enter");
  await pi.shows(REVIEW);
  pi.server.says({ hang: true });
  const next = pi.server.requests.length + 1;
  await approveInTmux(pi);
  await pi.shows("◐ write");
  await pi.server.request(next);
  return pi;
}

describe.skipIf(!hasTmux)("/plan resume without a name, in a new session of pi itself", () => {
  const open = () =>
    openTmux({ git: true, files: { "a.txt": "one\n" }, extensions: [QUICK], columns: 80, rows: 24, script });

  it.each(["kill -9", "/quit"])("continues the unfinished plan after %s; of two it lists both", async (how) => {
    const first = await piAtWork(open);
    if (how === "/quit") {
      first.type("/quit");
      first.press("enter");
      await first.left();
    } else await first.kill9();
    const second = await first.again({ args: [] });
    await second.ready();
    await second.shows(/no\s+process\s+runs it/);
    second.type("/plan resume");
    second.press("enter");
    await second.shows(/Step write was interrupted[\s\S]*Skip it/);
    await second.kill9();
    // Another plan, left in the middle as well.
    const third = await piAtWork(async () => {
      const pi = await second.again({ args: [] });
      pi.server.says(...script);
      return pi;
    });
    await third.kill9();
    const pi = await third.again({ args: [] });
    await pi.ready();
    pi.type("/plan resume");
    pi.press("enter");
    const screen = await pi.shows("2 plans are unfinished: name one.");
    const desk = outsideDesk(pi);
    for (const { id } of (await desk.plans({ limit: 5 })).rows) expect(screen).toContain(`/plan resume ${id}`);
  }, 60_000);
});
