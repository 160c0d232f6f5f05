import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { KeptFacts } from "../../src/desk/statistics/kept-facts.ts";
import { sinceWhen } from "../../src/desk/statistics/since.ts";
import { spreadOf } from "../../src/desk/statistics/spread.ts";
import { noStatistics, statisticsSections } from "../../src/desk/statistics/statistics-text.ts";
import { type Statistics, statistics } from "../../src/desk/statistics.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import { NO_STATS } from "../../src/lifecycle/step-result.ts";
import { columns } from "../../src/plan/wrap.ts";
import { codePoint } from "../code-point.ts";
import { approve, type Fixture, fixture, must, propose } from "./fixture.ts";

const id = (n: number) => `PLAN-0000000${n}`;
const LEASE = { id: "lease", host: "here", pid: 1, began: "1", boot: "b" };
const used = (prompt_tokens: number, cost: number, duration_seconds: number) => ({
  result: { output: "", stats: { ...NO_STATS, prompt_tokens, completion_tokens: 10, cost, duration_seconds } },
});

async function record(f: Fixture, plan: string, ...commands: PlanCommand[]): Promise<void> {
  const { done, refusal } = await f.desk.record(plan, commands, LEASE.id);
  expect([done, refusal]).toEqual([commands.length, undefined]);
}

const judged = (tool: string, code: string, blocked = true) => ({
  ...{ tool, code, blocked, summary: "x", reason: "no", rule: "plan-mode" },
  attempt: code === "OUT_OF_SCOPE" ? "out_of_scope_attempt" : "disallowed_tool_attempt_in_planning",
});

/** One plan through failure, retry and a person's additions; one rejected; one small; one sent back. */
async function busyProject(): Promise<Fixture> {
  const f = fixture();
  const steps = [
    { id: "make", title: "Make it", mode: "code", model: "big", estimate: { tokens: 100, minutes: 1, cost: 0.5 } },
    { id: "try", title: "Try it", mode: "test", depends_on: ["make"], estimate: { tokens: 100 } },
  ];
  await propose(f, { id: id(1), title: "The long one", steps, executor_model: "small" });
  f.pass(10);
  await approve(f, id(1));
  await record(f, id(1), { type: "start", run_id: "r", lease: LEASE });
  await record(f, id(1), { type: "start_step", step_id: "make", subagent_id: "s" });
  await record(f, id(1), {
    type: "record_call",
    step_id: "make",
    subagent_id: "s",
    ...judged("write", "OUT_OF_SCOPE"),
  });
  const amendment = { step_id: "make", subagent_id: "s", tool: "deploy", summary: "x", reason: "no" };
  await record(f, id(1), { type: "amend", ...amendment, adds: { tools: ["deploy"] } });
  const [request] = await f.desk.store.listRequests({ open: true, limit: 9 });
  must(
    await f.desk.send(
      id(1),
      { type: "answer", request_id: request?.id ?? "", answer: { kind: "amendment", choice: "once" } },
      f.person,
    ),
  );
  await record(f, id(1), { type: "end_step", step_id: "make", outcome: "interrupted", ...used(40, 0.1, 30) });
  must(await f.desk.send(id(1), { type: "retry_step", step_id: "make" }, f.person));
  await record(
    f,
    id(1),
    { type: "start_step", step_id: "make" },
    { type: "end_step", step_id: "make", outcome: "completed", ...used(140, 0.4, 90) },
    { type: "start_step", step_id: "try" },
    { type: "end_step", step_id: "try", outcome: "failed", ...used(10, 0.01, 5) },
  );
  must(await f.desk.send(id(1), { type: "retry_step", step_id: "try" }, f.person));
  await record(
    f,
    id(1),
    { type: "start_step", step_id: "try" },
    { type: "end_step", step_id: "try", outcome: "completed", ...used(70, 0.02, 5) },
    { type: "complete" },
  );
  await propose(f, { id: id(2), title: "Refused" });
  must(await f.desk.send(id(2), { type: "reject", revision: 1 }, f.person));
  await propose(f, { id: id(3), title: "Small", steps: [{ id: "a", title: "A", risk: "low" }] });
  await approve(f, id(3));
  await propose(f, { id: id(4), title: "Sent back" });
  must(await f.desk.send(id(4), { type: "request_changes", revision: 1, feedback: "no" }, f.person));
  await propose(f, { id: id(4), title: "Sent back", summary: "better" });
  must(await f.desk.sendAgent("planner", { type: "enter", task: "x" }, f.local));
  for (const tool of ["bash", "bash", "__proto__"])
    must(await f.desk.sendAgent("planner", { type: "record", ...judged(tool, "TOOL_BLOCKED_BY_MODE") }, f.local));
  must(await f.desk.sendAgent("planner", { type: "record", ...judged("jira", "UNKNOWN_TOOL") }, f.local));
  must(await f.desk.sendAgent("planner", { type: "record", ...judged("edit", "SHELL_OFF", false) }, f.local));
  return f;
}

describe("statistics", () => {
  it("are empty where nothing happened, and leave no trace", async () => {
    const f = fixture();
    const found = await statistics(f.desk);
    expect(found).toMatchObject({
      plans: { total: 0, by_status: {}, broken: 0 },
      approval: { approved: 0, rejected: 0 },
    });
    expect(found.approval.rate).toBeUndefined();
    expect(noStatistics(found)).toBe("There is nothing to count yet: no plan was proposed here.");
    expect(await f.desk.store.journalNames()).toEqual([]);
  });

  it("count plans, answers, steps, cost, estimates and tools as the journals tell them", async () => {
    const f = await busyProject();
    const found = await statistics(f.desk);
    expect(found.plans).toEqual({
      total: 4,
      by_status: { proposed: 1, approved: 1, completed: 1, rejected: 1 },
      broken: 0,
    });
    expect(found.approval).toMatchObject({ approved: 2, rejected: 1, rate: 2 / 3 });
    expect(found.approval.seconds?.most).toBeGreaterThanOrEqual(600);
    expect(found.approval.seconds?.median).toBeLessThan(10);
    expect(found.revisions).toMatchObject({ mean: 1.25, spread: { most: 2 } });
    expect(found.steps).toEqual({
      ...{ started: 4, completed: 2, failed: 1, interrupted: 1, again: 2 },
      by_mode: [
        { mode: "test", started: 2, completed: 1, failed: 1, interrupted: 0, again: 1 },
        { mode: "code", started: 2, completed: 1, failed: 0, interrupted: 1, again: 1 },
      ],
    });
    expect(found.spent).toMatchObject({ plans: 1, tokens: 300, seconds: 130 });
    expect(found.spent.cost).toBeCloseTo(0.53);
    expect(found.spent.by_model.map(({ model, tokens: count }) => [model, count])).toEqual([
      ["big", 200],
      ["small", 100],
    ]);
    expect(found.spent.dearest.map((plan) => plan.id)).toEqual([id(1)]);
    expect(found.estimates).toMatchObject({
      steps: 2,
      tokens: { steps: 2, estimated: 200, actual: 300 },
      cost: { steps: 1, estimated: 0.5, actual: 0.5 },
      minutes: { steps: 1, estimated: 1, actual: 2 },
    });
    expect(found.amendments).toEqual({ asked: 1, once: 1, added: 0, refused: 0 });
    expect(found.tools.denied).toEqual([
      { tool: "bash", count: 2 },
      { tool: "__proto__", count: 1 },
      { tool: "jira", count: 1 },
      { tool: "write", count: 1 },
    ]);
    expect(found.tools.missed).toEqual([
      { tool: "deploy", count: 1, out_of_scope: 0, unknown: 0, asked: 1 },
      { tool: "jira", count: 1, out_of_scope: 0, unknown: 1, asked: 0 },
      { tool: "write", count: 1, out_of_scope: 1, unknown: 0, asked: 0 },
    ]);
    expect(found.over_planning).toEqual({ plans: 1, share: 0.25 });
  });

  it("are the same when they are asked again, by what was kept or without it", async () => {
    const f = await busyProject();
    const { at: _, ...first } = await statistics(f.desk);
    expect(new KeptFacts(f.project).all().size).toBe(5);
    const { at: __, ...second } = await statistics(f.open());
    expect(second).toEqual(first);
    await f.desk.store.rebuild();
    const { at: ___, ...third } = await statistics(f.desk);
    expect(third).toEqual(first);
  });

  it("read a journal again only when it has grown", async () => {
    const f = await busyProject();
    await statistics(f.desk);
    const load = vi.spyOn(f.desk.store, "loadJournal");
    await statistics(f.desk);
    expect(load).not.toHaveBeenCalled();
    must(await f.desk.send(id(3), { type: "cancel" }, f.person));
    expect((await statistics(f.desk)).plans.by_status).toMatchObject({ cancelled: 1 });
    expect(load.mock.calls).toEqual([[id(3)]]);
  });

  it("count since a day the plans proposed since, and the calls of that day on", async () => {
    const f = await busyProject();
    f.pass(5 * 24 * 60);
    const since = f.desk.at();
    await propose(f, { id: id(5), title: "Later" });
    must(await f.desk.sendAgent("planner", { type: "record", ...judged("write", "TOOL_BLOCKED_BY_MODE") }, f.local));
    const found = await statistics(f.desk, { since });
    expect(found).toMatchObject({ since, plans: { total: 1 }, spent: { plans: 0, cost: 0 }, steps: { started: 0 } });
    expect(found.tools.denied).toEqual([{ tool: "write", count: 1 }]);
    f.pass(24 * 60);
    expect(noStatistics(await statistics(f.desk, { since: f.desk.at() }))).toMatch(/^No plan was proposed since 20/);
  });

  it("believe no journal that was tampered with", async () => {
    const f = await busyProject();
    const path = f.journalFile(id(1));
    writeFileSync(path, readFileSync(path, "utf8").replace('"completed"', '"failed"'));
    const found = await statistics(f.desk);
    expect(found.plans).toMatchObject({ total: 3, broken: 1 });
    expect(textOf(found, 80).join("\n")).toContain("1 journal broken; the audit command (--verify) tells more");
  });
});

function textOf(found: Statistics, width: number): string[] {
  return statisticsSections(found, width).flatMap(({ heading, lines }) => [...heading.split("\n"), ...lines]);
}

describe("statistics in words", () => {
  it("fit 80 columns and say what matters", async () => {
    const f = await busyProject();
    const text = textOf(await statistics(f.desk), 80).join("\n");
    for (const words of [
      "4 plans",
      "1 proposed, 1 approved, 1 completed, 1 rejected",
      "2 of 3 answered (67%)",
      "Over-planned",
      "4 steps begun",
      "300 tokens, $0.53, 2 min 10 s for 1 plan",
      "tokens +50%, cost as it was, time +100% (2 steps with an estimate)",
      "bash 2, __proto__ 1",
      "deploy 1 (1 asked for)",
      "1 asked for: 0 added, 1 allowed once, 0 refused",
    ])
      expect(text.replace(/\s+/g, " ")).toContain(words);
    expect(text).toMatch(/^ {2}≟ test +2 +1 +1 +0 +1$/m);
  });

  it("are never wider than they may be, whatever tools, models and plans are called", async () => {
    const f = await busyProject();
    const sample = await statistics(f.desk);
    const name = fc.oneof(
      fc.string(),
      fc.string({ unit: codePoint }),
      fc.constant("漢字の道具\u202e\u001b[31m".repeat(9)),
    );
    const count = fc.nat({ max: 10_000_000 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 4 }), count, fc.integer({ min: 20, max: 120 }), (names, n, width) => {
        const spent = { tokens: n, cost: n / 3, seconds: n };
        const odd: Statistics = {
          ...sample,
          steps: { ...sample.steps, started: n },
          spent: {
            ...sample.spent,
            by_model: names.map((model) => ({ model, ...spent })),
            dearest: names.map((title) => ({ id: id(1), title, ...spent })),
          },
          tools: {
            denied: names.map((tool) => ({ tool, count: n })),
            let_through: names.map((tool) => ({ tool, count: n })),
            missed: names.map((tool) => ({ tool, count: n, out_of_scope: n, unknown: n, asked: n })),
          },
        };
        const lines = textOf(odd, width);
        expect(lines.filter((line) => columns(line) > width)).toEqual([]);
        expect(lines.filter((line) => /[\u0000-\u001f\u202e]/.test(line))).toEqual([]);
      }),
    );
  });
});

describe("the words for since", () => {
  const now = new Date("2026-11-16T12:00:00.000Z");

  it.each([
    ["30d", "2026-10-17T12:00:00.000Z"],
    ["12h", "2026-11-16T00:00:00.000Z"],
    ["2w", "2026-11-02T12:00:00.000Z"],
    ["2026-11-01", "2026-11-01T00:00:00.000Z"],
    ["2026-11-01T10:00:00Z", "2026-11-01T10:00:00.000Z"],
    ["yesterday", undefined],
    ["30", undefined],
    ["", undefined],
    ["99999w9", undefined],
    ["2026-99-99", undefined],
  ])("%j is %s", (words, moment) => expect(sinceWhen(words, now)).toBe(moment));

  it("never breaks on any", () => {
    fc.assert(fc.property(fc.string(), (words) => void sinceWhen(words, now)));
  });
});

it("tells the median and nine of ten", () => {
  expect(spreadOf([])).toBeUndefined();
  expect(spreadOf([5])).toEqual({ count: 1, median: 5, p90: 5, most: 5 });
  expect(spreadOf([10, 1, 9, 2, 8, 3, 7, 4, 6, 5])).toEqual({ count: 10, median: 5, p90: 9, most: 10 });
});
