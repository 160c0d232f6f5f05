import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { NO_STATS, type StepResult } from "../../src/lifecycle/step-result.ts";
import { columns } from "../../src/plan/wrap.ts";
import { type FailureReport, failureReport } from "../../src/run/failure-report.ts";
import { failureReportSummary, failureReportText } from "../../src/run/failure-report-text.ts";
import { approve, decision, end, given, hitBudget, later, planOf, propose, START, skip, start } from "../builders.ts";

const PLAN = {
  ...planOf(
    { id: "look", title: "Look around", mode: "research" },
    { id: "swap", title: "Swap the cookies", files: ["src/**"], depends_on: ["look"] },
    { id: "build", title: "Build it", run: "make build" },
    { id: "tests", title: "Test it", depends_on: ["swap"] },
    { id: "tell", title: "Tell people", depends_on: ["tests"] },
    { id: "news", title: "Write it up", decision_id: "where" },
    { id: "extra", title: "Something nice" },
    { id: "other", title: "Something else" },
  ),
  decisions: [decision("where")],
};

const result = (more: Partial<StepResult> = {}): StepResult => ({ output: "", stats: NO_STATS, ...more });
const ended = (step_id: string, outcome: "completed" | "failed" | "interrupted", more: Partial<StepResult> = {}) =>
  ({ type: "end_step", step_id, outcome, result: result(more) }) as const satisfies PlanCommand;

const running = given(
  propose(PLAN),
  approve(PLAN, { choices: { left_out: ["other"] } }),
  START,
  start("look"),
  ended("look", "completed", { artifacts: [] }),
  start("build"),
  ended("build", "completed", {
    artifacts: [
      { path: "dist/a.js", how: "added" },
      { path: "tmp", how: "added" },
    ],
  }),
  start("swap"),
  ended("swap", "failed", {
    error: "the check failed with exit code 1",
    output: "one\ntwo\n1 test failed: \u001b[31mlogin\u001b[0m",
    artifacts: [
      { path: "src/auth.ts", how: "changed" },
      { path: "tmp", how: "removed" },
      { path: "dist/a.js", how: "changed" },
    ],
    deviations: ["sessions stay in memory:\nthe database has no table for them"],
    drift: ["changed dist/a.js, which is not among its files"],
    stats: { ...NO_STATS, prompt_tokens: 40_000, completion_tokens: 2_000, cost: 0.25, duration_seconds: 190 },
  }),
  { type: "await_decision", step_id: "news" },
  skip("extra", "nobody wants it"),
);
const failed = later(running, { type: "fail", reason: "swap failed" });

function reportOf(state: LivePlan): FailureReport {
  const report = failureReport(state);
  if (report === undefined) throw new Error("there was no run");
  return report;
}

const ids = (steps: readonly { id: string }[]) => steps.map(({ id }) => id);

describe("the report of a run", () => {
  it("is none where nothing was started", () => {
    expect(failureReport(given(propose(PLAN), approve(PLAN)))).toBeUndefined();
  });

  it("has every step exactly once, with what became of it and why", () => {
    const report = reportOf(failed);
    expect(ids(report.succeeded)).toEqual(["look", "build"]);
    expect(report.failed).toEqual([
      {
        ...{ id: "swap", title: "Swap the cookies", status: "failed", attempts: 1 },
        because: "the check failed with exit code 1",
        output: "one\ntwo\n1 test failed: \u001b[31mlogin\u001b[0m",
      },
    ]);
    expect(report.not_started.map(({ id, because }) => [id, because])).toEqual([
      ["tests", "it needs swap, which failed"],
      ["tell", "it needs swap, which failed"],
      ["news", "it waits for the decision where"],
    ]);
    expect(report.skipped.map(({ id, because }) => [id, because])).toEqual([["extra", "nobody wants it"]]);
    expect(ids(report.left_out)).toEqual(["other"]);
    expect(report.reason).toBe("swap failed");
  });

  it("has what was left behind: files by what happened to them altogether, commands, drift", () => {
    expect(failureReport(failed, { commands: { swap: ["npm test"] } })?.left_behind).toEqual({
      files: [
        { path: "dist/a.js", how: "added", steps: ["swap", "build"] },
        { path: "src/auth.ts", how: "changed", steps: ["swap"] },
        // Made and taken away again, or the other way round: the steps alone do not tell.
        { path: "tmp", how: "changed", steps: ["swap", "build"] },
      ],
      commands: [
        { step: "swap", command: "npm test" },
        { step: "build", command: "make build" },
      ],
      deviations: [{ step: "swap", what: "sessions stay in memory:\nthe database has no table for them" }],
      drift: [{ step: "swap", what: "changed dist/a.js, which is not among its files" }],
      unseen: [],
      left_out: [],
      others: [],
    });
  });

  it("has what earlier attempts left, in this run and in one before, until it is rolled back", () => {
    const retry = { type: "retry_step", step_id: "swap" } as const satisfies PlanCommand;
    const again = later(failed, retry, START, start("swap"));
    const second = ended("swap", "failed", {
      artifacts: [
        { path: "dist/a.js", how: "removed" },
        { path: "tmp", how: "added" },
        { path: "src/new.ts", how: "added" },
      ],
      drift: ["changed dist/a.js, which is not among its files"],
    });
    const third = ended("swap", "completed", { artifacts: [{ path: "src/new.ts", how: "removed" }] });
    const state = later(again, second, retry, start("swap"), third);
    const { files, deviations, drift } = reportOf(state).left_behind;
    expect(files.filter(({ steps }) => steps.includes("swap"))).toEqual([
      { path: "dist/a.js", how: "changed", steps: ["swap", "build"] },
      { path: "src/auth.ts", how: "changed", steps: ["swap"] },
      { path: "tmp", how: "added", steps: ["swap", "build"] },
    ]);
    expect([deviations.length, drift.length]).toEqual([1, 1]);
    const lost = later(running, { type: "retry_step", step_id: "swap" }, start("swap"), end("swap", "interrupted"));
    expect(reportOf(later(lost, retry, start("swap"), third)).left_behind.unseen).toEqual(["swap"]);
    const to = "0".repeat(40);
    const back = later(
      failed,
      { type: "roll_back", steps: ["swap"], to },
      { type: "retry" },
      START,
      start("swap"),
      third,
    );
    expect(reportOf(back).left_behind.files.map(({ path }) => path)).toEqual(["dist/a.js", "src/new.ts", "tmp"]);
  });

  it("believes a comparison of the whole more than the steps one by one", () => {
    const changed = [
      { path: "src/auth.ts", how: "changed" as const },
      { path: "by-hand", how: "added" as const },
    ];
    expect(failureReport(failed, { changed })?.left_behind.files).toEqual([
      { path: "by-hand", how: "added", steps: [] },
      { path: "src/auth.ts", how: "changed", steps: ["swap"] },
    ]);
  });

  it("says of whom nobody knows what was left behind", () => {
    const plan = planOf("one", "two");
    const state = given(propose(plan), approve(plan), START, start("one"), end("one", "failed", "no"));
    expect(reportOf(state).left_behind).toMatchObject({ files: [], unseen: ["one"] });
  });

  it("offers what can be done from where the plan stands, and nothing else", () => {
    const moves = (state: LivePlan) =>
      reportOf(state).next.map(({ move, about }) => [move, about].filter(Boolean).join(" "));
    const steps = ["retry swap", "skip swap", "decide where"];
    expect(moves(running)).toEqual(["resume", ...steps, "fail", "clone", "cancel"]);
    expect(moves(failed)).toEqual(["retry", ...steps, "clone", "cancel"]);
    expect(moves(later(running, { type: "pause" }))).toContain("resume");
    expect(moves(later(running, hitBudget))).not.toContain("resume");
    const kept = failed.run && { ...failed, run: { ...failed.run, snapshot: "abc" } };
    expect(kept && moves(kept)).toContain("rollback");
    expect(moves(later(running, { type: "cancel" }))).toEqual(["clone", "archive"]);
  });

  it("does not offer to mark a run that is at work as failed", () => {
    const plan = planOf("one", "two");
    const state = given(propose(plan), approve(plan), START, start("one"));
    expect(reportOf(state).next.map(({ move }) => move)).toEqual(["watch", "pause", "cancel"]);
    expect(ids(reportOf(state).running)).toEqual(["one"]);
  });

  it("is whole as JSON", () => {
    expect(JSON.parse(JSON.stringify(reportOf(failed)))).toEqual(reportOf(failed));
  });
});

describe("the report in words", () => {
  it("reads well in 80 columns", () => {
    expect(failureReportText(reportOf(failed))).toBe(`\
PLAN-0000abcd failed: swap failed
3 of 7 steps done (1 skipped), 1 failed, 3 not started, 1 left out. Used: 3 min,
42,000 tokens, $0.25.

Failed
  swap: Swap the cookies
    the check failed with exit code 1
    | one
    | two
    | 1 test failed: ‹U+001B›[31mlogin‹U+001B›[0m

Done
  look: Look around (⌕ research)
  build: Build it

Not started
  tests: Test it — it needs swap, which failed
  tell: Tell people — it needs swap, which failed
  news: Write it up — it waits for the decision where

Skipped
  extra: Something nice — nobody wants it

Left out at approval
  other: Something else

Deviations from the plan
  ! swap: sessions stay in memory: ⏎ the database has no table for them

Effects
  + dist/a.js (added by swap, build)
  ~ src/auth.ts (changed by swap)
  ~ tmp (changed by swap, build)
  $ make build (build)
  ! swap: changed dist/a.js, which is not among its files

Next
  retry         retry the failed steps
  retry swap    retry step swap
  skip swap     continue without step swap
  decide where  decide what news waits for
  clone         start over as a new plan
  cancel        cancel it`);
  });

  it("fits into one line for the plan's record", () => {
    expect(failureReportSummary(reportOf(failed))).toBe(
      "3 of 7 steps done (1 skipped), 1 failed, 3 not started, 1 left out. Used: 3 min, 42,000 tokens, $0.25. " +
        "Failed: swap (the check failed with exit code 1). Not started: tests, tell, news. Skipped: extra. Left out: other. " +
        "Done: look, build. 1 deviation from the plan. Effects: 3 files changed.",
    );
  });

  it("calls the moves as the surface does", () => {
    const call = ({ move, about = "" }: { move: string; about?: string }) => `/plan ${move} ${about}`.trim();
    expect(failureReportText(reportOf(failed), { call })).toContain("  /plan retry swap    retry step swap\n");
  });

  it("never has a line that is too wide, nor a character that nobody sees, and the summary no second line", () => {
    const unit = fc.constantFrom("a", " ", "漢", "é", "\n", "\r", "\t", "\u202E", "\u001b", "🎉", "/", "-");
    const text = fc.string({ unit, minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(text, text, text, fc.integer({ min: 20, max: 100 }), (title, output, path, width) => {
        const plan = planOf({ id: "one", title, run: path }, { id: "two", title, depends_on: ["one"] }, "three");
        const artifacts = [{ path, how: "added" as const }];
        const commands = [
          START,
          start("one"),
          ended("one", "failed", { output, error: title, artifacts, drift: [path] }),
        ];
        const state = given(propose(plan), approve(plan), ...commands, { type: "fail", reason: output });
        const report = reportOf(state);
        const lines = failureReportText(report, { width }).split("\n");
        expect(lines.filter((line) => columns(line) > width)).toEqual([]);
        expect(lines.join("")).not.toMatch(/[\u202E\u001b\r\t]/);
        expect(failureReportSummary(report)).not.toMatch(/[\n\r\u202E\u001b]/);
      }),
    );
  });

  it("keeps to the width also where what was printed is far to the right", () => {
    const output = `${" ".repeat(200)}a\n${"\t".repeat(80)}- b\n|${" ".repeat(90)}| c`;
    const plan = planOf("one");
    const end = ended("one", "failed", { output, error: `${" ".repeat(99)}! d` });
    const report = reportOf(given(propose(plan), approve(plan), START, start("one"), end));
    for (const width of [20, 40, 80]) {
      const lines = failureReportText(report, { width }).split("\n");
      expect(lines.filter((line) => columns(line) > width)).toEqual([]);
    }
  });

  it("stays short, however much there is to tell", () => {
    const artifacts = Array.from({ length: 5_000 }, (_, at) => ({ path: `f${at}`, how: "added" as const }));
    const plan = planOf("one");
    const output = "line\n".repeat(10_000);
    const state = given(
      propose(plan),
      approve(plan),
      START,
      start("one"),
      ended("one", "failed", { output, artifacts }),
    );
    const text = failureReportText(reportOf(state));
    expect(text.split("\n").length).toBeLessThan(60);
    expect(text).toContain("… and 4980 more");
  });
});
