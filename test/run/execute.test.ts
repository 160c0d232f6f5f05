import { describe, expect, it } from "vitest";
import { answer, inbox } from "../../src/desk/requests.ts";
import type { Step } from "../../src/plan/plan.ts";
import { must } from "../desk/fixture.ts";
import { type Act, claim, DONE, RunBench, stats, step, untilStopped } from "./bench.ts";
import { NO_TRACKING } from "./no-tracking.ts";

const PLAN = {
  title: "Three steps",
  steps: [step("a"), step("b", { depends_on: ["a"] }), step("c", { depends_on: ["b"] })],
};

describe("a signed plan", () => {
  it("is carried out step by step, and is completed when all of them are", async () => {
    const bench = await RunBench.signed(PLAN);
    const end = await bench.carryOut();
    expect(end).toMatchObject({ how: "completed", plan: { status: "completed" } });
    expect(bench.seen).toEqual(["a starts", "a completed", "b starts", "b completed", "c starts", "c completed"]);
  });

  it("runs beside one another what does not disturb the other, no more than it may", async () => {
    const readers = ["a", "b", "c", "d"].map((id) => step(id, { mode: "research" }));
    const bench = await RunBench.signed({ title: "Four", steps: readers });
    let running = 0;
    let most = 0;
    const act = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return DONE;
    };
    const acts = { a: act, b: act, c: act, d: act };
    expect(await bench.carryOut({ acts, settings: { max_parallel_steps: 2 } })).toMatchObject({ how: "completed" });
    expect(most).toBe(2);
  });

  it("is not done because a runner says so: its check decides", async () => {
    const bench = await RunBench.signed({
      title: "One",
      steps: [step("a", { verify: "test" }), step("b", { depends_on: ["a"] })],
    });
    const end = await bench.carryOut({ verify: async () => ({ ok: false, said: "2 tests failed" }) });
    expect(end).toMatchObject({
      how: "failed",
      plan: { status: "failed", reason: "a: its check did not pass: 2 tests failed" },
    });
    expect(await bench.steps()).toEqual({ a: "failed", b: "blocked" });
  });

  it("lets an agent mend what its check found, in the same session", async () => {
    const bench = await RunBench.signed({ title: "One", steps: [step("a", { verify: "test" })] });
    const said: string[] = [];
    let tries = 0;
    const a = () => ({
      ...DONE,
      goOn: async (words: string) => {
        said.push(words);
        return DONE;
      },
    });
    const verify = async () => (++tries > 1 ? { ok: true, said: "" } : { ok: false, said: "one failed" });
    expect(await bench.carryOut({ acts: { a }, verify })).toMatchObject({ how: "completed" });
    expect(said).toEqual(["one failed"]);
  });

  it("stops at a failure: what runs comes to its end, nothing new starts, and the report says all of it", async () => {
    const bench = await RunBench.signed({
      title: "Two",
      steps: [step("a"), step("b"), step("c", { depends_on: ["a"] })],
    });
    const end = await bench.carryOut({ acts: { a: () => claim("failed", { error: "no disk" }) } });
    expect(end).toMatchObject({ how: "failed" });
    expect(await bench.steps()).toEqual({ a: "failed", b: "pending", c: "blocked" });
    const plan = await bench.plan();
    expect(plan.status === "failed" && plan.summary).toMatch(/Failed: a \(no disk\)\. Not started: b, c\./);
  });

  it("goes on beside a failure, where that is wanted", async () => {
    const bench = await RunBench.signed({
      title: "Two",
      steps: [step("a"), step("b"), step("c", { depends_on: ["a"] })],
    });
    const acts = { a: () => claim("failed", { error: "no disk" }) };
    expect(await bench.carryOut({ acts, settings: { on_failure: "continue" } })).toMatchObject({ how: "failed" });
    expect(await bench.steps()).toEqual({ a: "failed", b: "completed", c: "blocked" });
  });

  it("can be tried again from where it failed; what was done is not done again", async () => {
    const bench = await RunBench.signed(PLAN);
    let tries = 0;
    const acts = { b: () => (++tries === 1 ? claim("failed", { error: "once" }) : DONE) };
    await bench.carryOut({ acts });
    must(await bench.send({ type: "retry" }));
    expect(await bench.carryOut({ acts })).toMatchObject({ how: "completed" });
    expect(bench.seen.filter((line) => line === "a starts")).toHaveLength(1);
  });
});

describe("a run that waits for a person", () => {
  const decision = {
    decision_id: "colour",
    header: "Colour",
    question: "Which?",
    options: [{ label: "red" }, { label: "blue" }],
  };
  const DECIDED = { title: "One", decisions: [decision], steps: [step("a"), step("b", { decision_id: "colour" })] };

  it("waits for a decision, and goes on with its answer", async () => {
    const bench = await RunBench.signed(DECIDED);
    let chosen: unknown;
    const acts = {
      b: ({ selections }: { selections: unknown }) => {
        chosen = selections;
        return DONE;
      },
    };
    const running = bench.carryOut({ acts });
    await bench.answer({ kind: "decision", selections: ["blue"] });
    expect(await running).toMatchObject({ how: "completed" });
    expect(chosen).toEqual({ colour: ["blue"] });
  });

  it("goes on with the default that was signed, when nobody decides in time and nobody else looks", async () => {
    const late = { ...decision, default: ["red"], deadline_minutes: 600 };
    const bench = await RunBench.signed({ ...DECIDED, decisions: [late] });
    let chosen: unknown;
    const acts = {
      b: ({ selections }: { selections: unknown }) => {
        chosen = selections;
        return DONE;
      },
    };
    const running = bench.carryOut({ acts });
    await bench.until(async () => (await bench.steps())["b"] === "needs_decision");
    bench.f.pass(601);
    expect(await running).toMatchObject({ how: "completed" });
    expect(chosen).toEqual({ colour: ["red"] });
  });

  it("leaves when nobody is waited for, and says what it waits for", async () => {
    const bench = await RunBench.signed(DECIDED);
    const end = await bench.carryOut({ canWait: false });
    expect(end).toMatchObject({
      how: "waiting",
      plan: { status: "paused", why: "left" },
      reasons: ["Decision colour: Which?"],
    });
    expect((await bench.plan()).run?.lease).toBeUndefined();
  });

  it("pauses: what runs comes to its end, nothing new starts; and resumes", async () => {
    const bench = await RunBench.signed(PLAN);
    let release = () => {};
    const a = () =>
      new Promise<typeof DONE>((resolve) => {
        release = () => resolve(DONE);
      });
    const running = bench.carryOut({ acts: { a } });
    await bench.until(() => bench.seen.includes("a starts"));
    must(await bench.send({ type: "pause" }));
    release();
    await bench.until(async () => (await bench.steps())["a"] === "completed");
    expect((await bench.steps())["b"]).toBe("pending");
    must(await bench.send({ type: "resume" }));
    expect(await running).toMatchObject({ how: "completed" });
  });

  it("pauses now: the step is interrupted, and begins again when somebody says so", async () => {
    const bench = await RunBench.signed(PLAN);
    let tries = 0;
    const running = bench.carryOut({ acts: { a: (...args) => (++tries === 1 ? untilStopped(...args) : DONE) } });
    await bench.until(() => bench.seen.includes("a starts"));
    must(await bench.send({ type: "pause", now: true }));
    await bench.until(async () => (await bench.steps())["a"] === "interrupted");
    must(await bench.send({ type: "resume" }));
    must(await bench.send({ type: "retry_step", step_id: "a" }));
    expect(await running).toMatchObject({ how: "completed" });
  });

  it("is cancelled in the middle of a step: that ends, and the record says so", async () => {
    const bench = await RunBench.signed(PLAN);
    const running = bench.carryOut({ acts: { a: untilStopped } });
    await bench.until(() => bench.seen.includes("a starts"));
    must(await bench.send({ type: "cancel" }));
    expect(await running).toMatchObject({ how: "cancelled", plan: { status: "cancelled" } });
    expect((await bench.steps())["a"]).toBe("interrupted");
  });

  it("is left on purpose: nothing is lost, and somebody else goes on", async () => {
    const bench = await RunBench.signed(PLAN);
    const leaving = new AbortController();
    const running = bench.carryOut({ acts: { b: untilStopped }, signal: leaving.signal });
    await bench.until(() => bench.seen.includes("b starts"));
    leaving.abort();
    expect(await running).toMatchObject({ how: "left", plan: { status: "paused", why: "left" } });
    must(await bench.send({ type: "resume" }));
    must(await bench.send({ type: "retry_step", step_id: "b" }));
    expect(await bench.carryOut()).toMatchObject({ how: "completed" });
    expect(bench.seen.filter((line) => line === "a starts")).toHaveLength(1);
  });

  it("asks before it costs more than it may, and goes on with as much again", async () => {
    const bench = await RunBench.signed({ title: "One", steps: [step("a", { max_tokens: 100 })] });
    const asked: boolean[] = [];
    const a: Act = async (_, { mayGoOn }) => {
      asked.push(await mayGoOn(stats({ prompt_tokens: 90 })));
      asked.push(await mayGoOn(stats({ prompt_tokens: 120 })));
      asked.push(await mayGoOn(stats({ prompt_tokens: 219 })));
      asked.push(await mayGoOn(stats({ prompt_tokens: 230 })));
      asked.push(await mayGoOn(stats({ prompt_tokens: 330 })));
      return asked.at(-1) ? DONE : claim("failed", { error: "budget" });
    };
    const running = bench.carryOut({ acts: { a } });
    await bench.answer({ kind: "budget", choice: "go_on" });
    await bench.until(() => asked.length === 3);
    const second = await bench.answer({ kind: "budget", choice: "go_on" });
    expect(second).toMatchObject({ used: 230, limit: 220, more: 100 });
    await bench.until(() => asked.length === 4);
    await bench.answer({ kind: "budget", choice: "stop" });
    expect(await running).toMatchObject({ how: "failed", plan: { status: "failed" } });
    expect(asked).toEqual([true, true, true, true, false]);
    expect((await bench.plan()).run?.raised?.map(({ to }) => to)).toEqual([220, 330]);
  });

  it("ends only the step whose budget a person does not raise, where a failure is no reason to stop", async () => {
    const plan = { title: "Two", steps: [step("a", { max_tokens: 100 }), step("b"), step("c", { depends_on: ["a"] })] };
    const a: Act = async (_, { mayGoOn }) =>
      (await mayGoOn(stats({ prompt_tokens: 120 }))) ? DONE : claim("failed", { error: "budget" });
    const stopped = async (on_failure: "stop" | "continue", canWait = true) => {
      const bench = await RunBench.signed(plan);
      const running = bench.carryOut({ acts: { a }, settings: { on_failure, max_parallel_steps: 1 }, canWait });
      await bench.answer({ kind: "budget", choice: "stop" });
      expect(await running).toMatchObject({ how: "failed", plan: { status: "failed" } });
      return bench.seen.includes("b completed");
    };
    expect(await stopped("continue")).toBe(true);
    expect(await stopped("stop")).toBe(false);
  });
});

describe("what a person adds to a step while it is at work", () => {
  it("holds for its check, and for what is thought of its changes", async () => {
    const bench = await RunBench.signed({ title: "One", steps: [step("a", { files: ["src/**"], verify: "make" })] });
    const other = bench.f.open();
    const a: Act = async ({ subagent_id }) => {
      const lease = (await bench.plan()).run?.lease?.id;
      const asks = { type: "amend", step_id: "a", subagent_id, tool: "write", summary: "x", reason: "y" } as const;
      await other.record(bench.id, [{ ...asks, adds: { files: ["README.md"] } }], lease);
      const [request] = await inbox(other);
      must(await answer(other, request?.id ?? "", { kind: "amendment", choice: "add" }, bench.person));
      return DONE;
    };
    const seen: unknown[] = [];
    const end = await bench.carryOut({
      acts: { a },
      verify: async ({ files }) => {
        seen.push(files);
        return { ok: true, said: "" };
      },
      witness: {
        ...NO_TRACKING,
        before: async () => ({
          after: async (now) => {
            seen.push(now?.files);
            return {};
          },
        }),
      },
    });
    expect(end).toMatchObject({ how: "completed" });
    expect(seen).toEqual([
      ["src/**", "README.md"],
      ["src/**", "README.md"],
    ]);
  });
});

describe("a budget that is used up where nobody waits", () => {
  const over: Act = async (_, { mayGoOn }) => {
    const isMore = await mayGoOn(stats({ prompt_tokens: 120 }));
    return isMore ? DONE : claim("interrupted");
  };
  const askedOf = async (bench: RunBench) => (await inbox(bench.desk)).map(({ kind }) => kind).sort();
  const left = async (more: Partial<Step> = {}) => {
    const bench = await RunBench.signed({ title: "One", steps: [step("a", { max_tokens: 100, ...more })] });
    const end = await bench.carryOut({ acts: { a: over }, canWait: false, verify: FAILS });
    return { bench, end };
  };

  it("ends as waiting, and leaves what a person has to say in the inbox", async () => {
    const { bench, end } = await left();
    expect(end).toMatchObject({ how: "waiting", plan: { status: "paused", why: "budget" } });
    expect(end.how === "waiting" && end.reasons).toContainEqual(expect.stringContaining("120 tokens of 100 tokens"));
    expect(await askedOf(bench)).toEqual(["budget", "interruption"]);
    await bench.answer({ kind: "budget", choice: "go_on" });
    await bench.answer({ kind: "interruption", choice: "again" });
    expect(await bench.carryOut({ acts: { a: over }, canWait: false })).toMatchObject({ how: "completed" });
    expect(bench.seen).toEqual(["a starts", "a interrupted", "a starts", "a completed"]);
  });

  it("goes on with the step's check, which may say that it is done", async () => {
    const { bench } = await left({ verify: "true" });
    await bench.answer({ kind: "budget", choice: "go_on" });
    expect(await bench.carryOut({ canWait: false, verify: FAILS })).toMatchObject({ how: "waiting" });
    expect(await askedOf(bench)).toEqual(["interruption"]);
    // Whoever leaves a run pauses it.
    must(await bench.send({ type: "resume" }));
    expect(await bench.carryOut({ canWait: false })).toMatchObject({ how: "completed" });
    expect(bench.seen).toEqual(["a starts", "a interrupted"]);
    expect(await askedOf(bench)).toEqual([]);
  });

  it("fails the step alone when a person stops it, and the others go on with the next run", async () => {
    const bench = await RunBench.signed({ title: "Two", steps: [step("a", { max_tokens: 100 }), step("b")] });
    const settings = { on_failure: "continue", max_parallel_steps: 1 } as const;
    await bench.carryOut({ acts: { a: over }, canWait: false, verify: FAILS, settings });
    await bench.answer({ kind: "budget", choice: "stop" });
    expect(await askedOf(bench)).toEqual([]);
    expect(await bench.carryOut({ canWait: false, settings })).toMatchObject({ how: "failed" });
    expect(bench.seen).toContain("b completed");
  });

  it("goes on as the settings say for steps that were interrupted", async () => {
    const { bench } = await left();
    await bench.answer({ kind: "budget", choice: "go_on" });
    const settings = { on_interrupted: "retry" } as const;
    expect(await bench.carryOut({ acts: { a: over }, canWait: false, settings })).toMatchObject({ how: "completed" });
    expect(await askedOf(bench)).toEqual([]);
  });
});

const FAILS = async () => ({ ok: false, said: "not yet" });

describe("a plan whose executor is gone", () => {
  it("is not taken from one that lives", async () => {
    const bench = await RunBench.signed(PLAN);
    const leaving = new AbortController();
    const running = bench.carryOut({ acts: { a: untilStopped }, signal: leaving.signal });
    await bench.until(() => bench.seen.includes("a starts"));
    await expect(bench.carryOut()).rejects.toThrow(/lost_lease|carried out by process/);
    leaving.abort();
    await running;
  });
});
