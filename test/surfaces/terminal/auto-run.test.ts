import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import { HOST } from "../../../src/lifecycle/actor.ts";
import type { LivePlan } from "../../../src/lifecycle/plan-state.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { calls } from "../../agent/bench/model.ts";
import { makeProject, type Project } from "../../agent/bench/project.ts";
import { must } from "../../desk/fixture.ts";
import { openPlanBench, PLAN } from "./plan-bench.ts";

// Terminals that start plans which were approved elsewhere.

const SETTINGS = { execution: "subagent", max_parallel_plans: 9, auto_run: true };

function projectWith(settings: object = SETTINGS): Project {
  const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
  writeFileSync(join(project.home, "plans.json"), JSON.stringify(settings));
  return project;
}

/** Proposes a plan that writes its name into log.txt, and approves it, in what could be another process. */
function elsewhere({ cwd, env }: Project) {
  const desk = new Desk({ directory: cwd, env });
  afterTest(() => desk.close());
  const ann = must(desk.authenticate({ via: "surface", surface: "test", id: "ann", name: "ann" }));
  const propose = async (name: string) => {
    const steps = [{ id: name, title: name, run: `echo ${name} >> log-${name}.txt`, files: [`log-${name}.txt`] }];
    return must(await desk.propose({ title: `Log ${name}`, steps }, ann)).plan;
  };
  const approve = async ({ id, proposal }: LivePlan, more: { later?: true } = {}) => {
    const { revision, digest } = proposal;
    must(await desk.send(id, { type: "approve", revision, digest, ...more }, ann));
    return id;
  };
  const stateOf = async (id: string) => {
    const view = must(await desk.plan(id));
    if (view.kind !== "standing") throw new Error(`The plan is ${view.kind}.`);
    return view.state;
  };
  return {
    desk,
    propose,
    approve,
    status: async (id: string) => (await stateOf(id)).status,
    completed: async (id: string) => expect.poll(async () => (await stateOf(id)).status).toBe("completed"),
    start: async (name: string) => approve(await propose(name)),
  };
}

describe("with auto_run, an idle terminal", () => {
  it("starts a plan that was approved elsewhere, also the first one of its project, and says why", async () => {
    const project = projectWith();
    const bench = await openPlanBench({ project });
    expect(project.has(".pi/plans")).toBe(false);
    const there = elsewhere(project);
    const id = await there.start("one");
    await bench.shows(`${id} was approved by ann, and starts here: auto is on.`);
    await bench.shows(`${id} is completed`);
    await there.completed(await there.start("two"));
    expect([project.read("log-one.txt"), project.read("log-two.txt")]).toEqual(["one\n", "two\n"]);
  });

  it("leaves alone what was approved for later, or waits for a signature, or was approved before", async () => {
    const project = projectWith();
    const there = elsewhere(project);
    const before = await there.start("before");
    const bench = await openPlanBench({ project });
    await bench.submit("/plan auto");
    await bench.shows("auto is on (your settings");
    const later = await there.approve(await there.propose("later"), { later: true });
    const { id: open } = await there.propose("open");
    await there.completed(await there.start("last"));
    expect(await Promise.all([before, later, open].map((id) => there.status(id)))).toEqual([
      "approved",
      "approved",
      "proposed",
    ]);
    for (const name of ["before", "later", "open"]) expect(project.has(`log-${name}.txt`)).toBe(false);
  });

  it("finishes what it plans first, and leaves a plan to the queue that is in it", async () => {
    const project = projectWith();
    const bench = await openPlanBench({ project });
    bench.says(calls(["submit_plan", { plan: PLAN }]));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("1 approve");
    await bench.press("escape");
    const there = elsewhere(project);
    const queued = await there.start("queued");
    must(await there.desk.send(queued, { type: "queue", priority: 0 }, HOST));
    const id = await there.start("one");
    await bench.submit("/plan status");
    await bench.shows("The plan waits for your answer");
    expect(await there.status(id)).toBe("approved");
    await bench.submit("/plan cancel");
    await there.completed(id);
    expect(await there.status(queued)).toBe("approved");
  });

  it("starts it once, however many are open", async () => {
    const project = projectWith();
    const benches = [await openPlanBench({ project }), await openPlanBench({ project })];
    const there = elsewhere(project);
    for (const name of ["one", "two", "three"]) {
      await there.completed(await there.start(name));
      expect(project.read(`log-${name}.txt`)).toBe(`${name}\n`);
    }
    for (const bench of benches) expect(await bench.agents()).not.toContain("executing");
  });

  it("starts nothing in a shell of an agent", async () => {
    const project = projectWith();
    const mark = process.env["COUNTERSIGN_AGENT"];
    process.env["COUNTERSIGN_AGENT"] = "another";
    afterTest(() => {
      if (mark === undefined) delete process.env["COUNTERSIGN_AGENT"];
      else process.env["COUNTERSIGN_AGENT"] = mark;
    });
    const bench = await openPlanBench({ project });
    const there = elsewhere(project);
    const id = await there.start("one");
    await bench.submit("/plan status");
    await bench.shows("Plan mode is off.");
    await bench.settled();
    expect(await there.status(id)).toBe("approved");
  });
});

describe("/plan auto", () => {
  it("is the setting in the person's own file: it keeps the rest of it, and holds in every session", async () => {
    const project = projectWith({ execution: "subagent", max_parallel_plans: 9 });
    const file = join(project.home, "plans.json");
    const bench = await openPlanBench({ project });
    await bench.submit("/plan auto");
    await bench.shows("auto is off (the default)");
    await bench.submit("/plan auto on");
    await bench.shows("auto is on (your settings");
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(SETTINGS);
    const there = elsewhere(project);
    await there.completed(await there.start("one"));
    const other = await openPlanBench({ project });
    await other.submit("/plan auto off");
    await other.shows("auto is off (your settings");
    // At once in the first one, too.
    const id = await there.start("two");
    await bench.submit("/plan status");
    await bench.shows("auto is off (your settings");
    await bench.settled();
    expect(await there.status(id)).toBe("approved");
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ ...SETTINGS, auto_run: false });
  });

  it("stays off where the project keeps it off", async () => {
    const project = projectWith();
    project.write(".pi/plans.json", JSON.stringify({ auto_run: false }));
    const bench = await openPlanBench({ project });
    await bench.submit("/plan auto");
    await bench.shows("auto is off (this project");
    await bench.submit("/plan auto on");
    await bench.shows("This project keeps auto_run off");
    const there = elsewhere(project);
    const id = await there.start("one");
    await bench.submit("/plan status");
    await bench.shows("auto is off (this project");
    await bench.settled();
    expect(await there.status(id)).toBe("approved");
    expect(JSON.parse(readFileSync(join(project.home, "plans.json"), "utf8"))).toEqual(SETTINGS);
  });

  it("does not change a file that has an error", async () => {
    const project = projectWith({});
    const file = join(project.home, "plans.json");
    const bench = await openPlanBench({ project });
    writeFileSync(file, "{ oops");
    await bench.submit("/plan auto on");
    await bench.shows(/has an error, so\s+Countersign does not change it/);
    expect(readFileSync(file, "utf8")).toBe("{ oops");
  });
});
