import { readFileSync, writeFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { inbox } from "../../src/desk/requests.ts";
import { acquireRun } from "../../src/run/acquire-run.ts";
import { newLease } from "../../src/run/lease.ts";
import { must, refusalOf } from "../desk/fixture.ts";
import { type Act, claim, DONE, RunBench, step, untilStopped } from "./bench.ts";

const CHAIN = {
  title: "Two steps",
  steps: [step("a", { description: "As it was signed." }), step("b", { description: "As signed.", depends_on: ["a"] })],
};
const DECIDED = {
  title: "One decision",
  decisions: [
    { decision_id: "colour", header: "Colour", question: "Which?", options: [{ label: "red" }, { label: "blue" }] },
  ],
  steps: [step("a", { mode: "research" }), step("b", { mode: "research", decision_id: "colour" })],
};

/** A step that ends when the test says so. */
function held(): { act: Act; release(): void } {
  const { promise, resolve } = Promise.withResolvers<typeof DONE>();
  return { act: () => promise, release: () => resolve(DONE) };
}

async function inTheMiddle(plan = CHAIN, more: Parameters<RunBench["carryOut"]>[0] = {}) {
  const bench = await RunBench.signed(plan);
  const { act, release } = held();
  const running = bench.carryOut({ ...more, acts: { a: act, ...more.acts } });
  await bench.until(() => bench.seen.includes("a starts"));
  const file = bench.f.planFile(bench.id);
  return { bench, running, release, file, signed: readFileSync(file, "utf8") };
}

describe("a plan's file that is edited during its run", () => {
  const edit = (file: string) => writeFileSync(file, readFileSync(file, "utf8").replace("As signed.", "As edited."));

  it("stops it before the next step, and it goes on with what was signed", async () => {
    let told = "";
    const b: Act = ({ step: { description } }) => {
      told = description ?? "";
      return DONE;
    };
    const { bench, running, release, file } = await inTheMiddle(CHAIN, { acts: { b } });
    edit(file);
    release();
    await bench.until(async () => (await inbox(bench.desk)).some(({ kind }) => kind === "divergence"));
    expect(await bench.plan()).toMatchObject({ status: "paused", why: "diverged" });
    expect(await bench.steps()).toEqual({ a: "completed", b: "pending" });
    expect(refusalOf(await bench.send({ type: "resume" })).kind).toBe("diverged");
    await bench.answer({ kind: "divergence", choice: "signed" });
    expect(await running).toMatchObject({ how: "completed" });
    expect(told).toBe("As signed.");
  });

  it("ends it when the new text is to be reviewed; what was done stays done", async () => {
    const { bench, running, release, file } = await inTheMiddle();
    edit(file);
    release();
    await bench.answer({ kind: "divergence", choice: "review" });
    expect(await running).toMatchObject({ how: "lost" });
    expect(await bench.plan()).toMatchObject({ status: "proposed", voided: { revision: 1 } });
    expect(bench.seen).toEqual(["a starts", "a completed"]);
  });
});

describe("a plan's file that cannot be read during its run", () => {
  const spoil = (file: string) => writeFileSync(file, "---\nid: [\n");

  it("stops it until somebody has mended it; nothing is lost or done twice", async () => {
    const { bench, running, release, file, signed } = await inTheMiddle();
    spoil(file);
    release();
    await bench.until(() =>
      bench.news.some((news) => news.type === "waiting" && /cannot be read/.test(`${news.reasons}`)),
    );
    expect(bench.seen).toEqual(["a starts", "a completed"]);
    writeFileSync(file, signed);
    expect(await running).toMatchObject({ how: "completed" });
    expect(bench.seen).toEqual(["a starts", "a completed", "b starts", "b completed"]);
  });

  it("keeps its last word until somebody has mended it", async () => {
    const { bench, running, release, file, signed } = await inTheMiddle({ title: "One", steps: [step("a")] });
    const { record } = bench.desk;
    const steps: string[] = [];
    bench.desk.record = async (id, commands, lease) => {
      steps.push(...commands.map(({ type }) => type));
      const recorded = await record.call(bench.desk, id, commands, lease);
      if (commands[0]?.type === "end_step") spoil(file);
      return recorded;
    };
    release();
    await bench.until(() =>
      bench.news.some((news) => news.type === "waiting" && /cannot be read/.test(`${news.reasons}`)),
    );
    writeFileSync(file, signed);
    expect(await running).toMatchObject({ how: "completed" });
    expect(steps.length).toBeLessThan(10);
  });

  it("does not keep whoever carries it out busy while it is paused", async () => {
    const { bench, running, release, file, signed } = await inTheMiddle();
    must(await bench.send({ type: "pause" }));
    spoil(file);
    let tries = 0;
    const { record } = bench.desk;
    bench.desk.record = (...args) => {
      tries += 1;
      return record.apply(bench.desk, args);
    };
    release();
    await bench.until(() => tries > 0);
    for (let turn = 0; turn < 300; turn++) await setImmediate();
    expect(tries).toBeLessThan(5);
    writeFileSync(file, signed);
    await bench.until(async () => (await bench.steps())["a"] === "completed");
    must(await bench.send({ type: "resume" }));
    expect(await running).toMatchObject({ how: "completed" });
  });

  it("does not keep anybody from leaving", async () => {
    const leaving = new AbortController();
    const { running, file, bench } = await inTheMiddle(CHAIN, { acts: { a: untilStopped }, signal: leaving.signal });
    spoil(file);
    leaving.abort();
    expect(await running).toMatchObject({ how: "left" });
    expect(bench.seen).toEqual(["a starts", "a interrupted"]);
  });

  it("is said where nobody waits", async () => {
    const { running, release, file } = await inTheMiddle(CHAIN, { canWait: false });
    spoil(file);
    release();
    expect(await running).toMatchObject({ how: "waiting", reasons: [expect.stringContaining("cannot be read")] });
  });
});

describe("what persons do at the same moment", () => {
  it("hears an answer that was given while it wrote", async () => {
    const bench = await RunBench.signed(DECIDED);
    const { act, release } = held();
    const running = bench.carryOut({ acts: { a: act }, settings: { max_parallel_steps: 2 } });
    await bench.until(async () => (await bench.steps())["b"] === "needs_decision");
    const { record } = bench.desk;
    bench.desk.record = async (...args) => {
      bench.desk.record = record;
      must(await bench.send({ type: "decide", decision_id: "colour", selections: ["blue"] }));
      return record.apply(bench.desk, args);
    };
    release();
    expect(await running).toMatchObject({ how: "completed" });
  });

  it("hears an answer that was given while it read", async () => {
    const bench = await RunBench.signed(DECIDED);
    const { act, release } = held();
    const running = bench.carryOut({ acts: { a: act }, settings: { max_parallel_steps: 2 } });
    await bench.until(async () => (await bench.steps())["b"] === "needs_decision");
    release();
    await bench.until(async () => (await bench.steps())["a"] === "completed");
    const { plan } = bench.desk;
    bench.desk.plan = async (...args) => {
      bench.desk.plan = plan;
      const found = await plan.apply(bench.desk, args);
      must(await bench.send({ type: "decide", decision_id: "colour", selections: ["blue"] }));
      return found;
    };
    // News that makes it look.
    must(await bench.f.open().send(bench.id, { type: "pause" }, bench.person));
    await bench.until(
      async () => (await bench.plan()).status === "paused" && Object.keys((await bench.plan()).selections).length > 0,
    );
    must(await bench.f.open().send(bench.id, { type: "resume" }, bench.person));
    expect(await running).toMatchObject({ how: "completed" });
  });

  it("resets a step once: whoever comes second is told so, and it runs once more", async () => {
    const bench = await RunBench.signed(CHAIN);
    let tries = 0;
    const acts = { a: () => (++tries === 1 ? claim("failed", { error: "once" }) : DONE) };
    expect(await bench.carryOut({ acts })).toMatchObject({ how: "failed" });
    must(await bench.send({ type: "retry_step", step_id: "a" }));
    expect(refusalOf(await bench.send({ type: "retry_step", step_id: "a" })).kind).toBe("wrong_state");
    const { act, release } = held();
    const running = bench.carryOut({ acts: { ...acts, b: act } });
    await bench.until(() => bench.seen.includes("b starts"));
    expect(refusalOf(await bench.send({ type: "retry_step", step_id: "a" })).kind).toBe("wrong_step_state");
    release();
    expect(await running).toMatchObject({ how: "completed" });
    expect(bench.seen.filter((line) => line === "a starts")).toHaveLength(2);
  });

  it("takes down two failures of the same moment, both by name", async () => {
    const bench = await RunBench.signed({
      title: "Two at once",
      steps: [
        step("a", { mode: "research" }),
        step("b", { mode: "research" }),
        step("c", { depends_on: ["a", "b"] }),
        step("d", { mode: "research" }),
      ],
    });
    const both = Promise.withResolvers<undefined>();
    let begun = 0;
    const act = (error: string) => async () => {
      if (++begun === 2) both.resolve(undefined);
      await both.promise;
      return claim("failed", { error });
    };
    const acts = { a: act("no disk"), b: act("no net") };
    const end = await bench.carryOut({ acts, settings: { max_parallel_steps: 2 } });
    expect(end).toMatchObject({ how: "failed", plan: { reason: "a, b failed" } });
    expect(await bench.steps()).toEqual({ a: "failed", b: "failed", c: "blocked", d: "pending" });
    const plan = await bench.plan();
    expect(plan.status === "failed" && plan.summary).toMatch(/a \(no disk\).*b \(no net\)/);
    must(await bench.send({ type: "retry" }));
    expect(await bench.carryOut({ settings: { max_parallel_steps: 2 } })).toMatchObject({ how: "completed" });
  });
});

describe("more than one who would carry it out", () => {
  it("lets one of two begin it", async () => {
    const bench = await RunBench.signed(CHAIN);
    const desks = [bench.desk, bench.f.open()];
    const taken = await Promise.all(desks.map((desk) => acquireRun(desk, bench.id, newLease())));
    expect(taken.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("lets one of two go on where somebody has died", async () => {
    const bench = await RunBench.signed(CHAIN);
    must(await acquireRun(bench.desk, bench.id, { ...newLease(), pid: 2 ** 23 }));
    const desks = [bench.desk, bench.f.open()];
    const taken = await Promise.all(desks.map((desk) => acquireRun(desk, bench.id, newLease())));
    expect(taken.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("takes nothing down from whoever has lost it, not even that it failed", async () => {
    const { bench, running, release } = await inTheMiddle();
    const before = (await bench.plan()).run?.lease?.id ?? "";
    const lease = { ...newLease(), host: "elsewhere" };
    const other = bench.f.open();
    expect(await other.record(bench.id, [{ type: "take_lease", lease, from: before }], lease.id)).toMatchObject({
      done: 1,
    });
    release();
    expect(await running).toMatchObject({ how: "lost", refusal: { kind: "lost_lease" } });
    const { version } = await bench.plan();
    const call = {
      attempt: "denied" as const,
      tool: "bash",
      summary: "",
      code: "OUT_OF_SCOPE" as const,
      rule: "scope",
      reason: "",
      blocked: true,
    };
    for (const command of [
      { type: "end_step", step_id: "a", outcome: "completed" },
      { type: "fail", reason: "no" },
      { type: "complete" },
      { type: "pause" },
      { type: "release_lease" },
      { type: "record_call", step_id: "a", subagent_id: "x", ...call },
    ] as const) {
      expect((await bench.desk.record(bench.id, [command as never], before)).refusal?.kind, command.type).toBe(
        "lost_lease",
      );
    }
    expect((await bench.plan()).version).toBe(version);
    expect(await bench.steps()).toEqual({ a: "in_progress", b: "pending" });
  });
});
