import { describe, expect, it } from "vitest";
import { parsePlan } from "../src/plan/parse-plan.ts";
import { isError } from "../src/plan/problem.ts";
import type { Heard, Moment } from "../src/surfaces/cli/demo/heard.ts";
import { SAMPLE_FILES, SLUG } from "../src/surfaces/cli/demo/sample-project.ts";
import { scriptedAnswer } from "../src/surfaces/cli/demo/scripted-model.ts";

const MOST_TURNS = 20;
const PLANNING = "You are in PLANNING mode, read-only";
const executing = (step: string) =>
  `You are in EXECUTING mode\n   | A title is "x".\nYour step: ${step}. Leave the others.`;

const host = (said: string): Moment => ({ said, typed: false });
const typed = (said: string): Moment => ({ said, typed: true });
const begin = [host("Planning mode is on."), host("make it pass")];

type Result = { result: string; failed?: boolean };

/** Lets it go on until it stops by itself, with tools that answer as given. What it called, and its last words. */
function goOn(mode: Heard["mode"], rules: string, start: Moment[], answer: (tool: string) => Result) {
  const moments = [...start];
  const called: string[] = [];
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const { words, calls } = scriptedAnswer({ mode, rules, moments });
    if (calls.length === 0) return { called, words, moments };
    for (const [tool, input] of calls) {
      called.push(tool === "report_step" ? `${tool} ${input["outcome"]}` : tool);
      moments.push({ tool, input, failed: false, ...answer(tool) });
    }
  }
  throw new Error(`It does not stop: ${called.join(", ")}`);
}

const slugAsItIs = SAMPLE_FILES[SLUG] ?? "";
const asUsual = (tool: string): Result => {
  if (tool === "read") return { result: slugAsItIs };
  if (tool === "edit" || tool === "bash") return { result: "TOOL_BLOCKED_BY_MODE", failed: true };
  return tool === "ask_user" ? { result: "ana answers: throw an error" } : { result: "ok" };
};

describe("the scripted model", () => {
  it("plans, and waits for the review", () => {
    const { called, words } = goOn("planning", PLANNING, begin, asUsual);
    expect(called).toEqual(["read", "read", "bash", "edit", "bash", "ask_user", "submit_plan"]);
    expect(words).toContain("waits for your review");
  });

  it.each([
    1, 2, 3,
  ])("submits a plan that is in order as revision %i, with all that was said in it", async (revision) => {
    const { moments } = goOn("planning", PLANNING, begin, asUsual);
    for (let sent = 1; sent < revision; sent += 1) {
      moments.push(
        host(
          `Changes are requested on PLAN-00000000:\n- on revision ${sent}, by ana: wish ${sent}\n  - step slug: careful\nRevise it.`,
        ),
      );
      moments.push(...goOn("planning", PLANNING, moments, asUsual).moments.slice(moments.length));
    }
    const submitted = moments.findLast((moment) => "tool" in moment && moment.tool === "submit_plan");
    const plan = submitted && "input" in submitted ? submitted.input["plan"] : undefined;
    const parsed = await parsePlan(plan, { id: "PLAN-00000000" });
    expect("problems" in parsed ? parsed.problems.filter(isError) : []).toEqual([]);
    const text = JSON.stringify(plan);
    expect(text).toContain("is refused with an error");
    for (let sent = 1; sent < revision; sent += 1) expect(text).toContain(`wish ${sent}; step slug: careful`);
  });

  it.each<[string, (tool: string) => Result, RegExp]>([
    ["the file is not there", () => ({ result: "ENOENT", failed: true }), /cannot read/],
    ["everything is done already", () => ({ result: "something else" }), /nothing to plan/],
    [
      "its plan is refused",
      (tool) => (tool === "submit_plan" ? { result: "no title", failed: true } : asUsual(tool)),
      /not taken: no title/,
    ],
    [
      "its question is not answered",
      (tool) => (tool === "ask_user" ? { result: "withdrawn", failed: true } : asUsual(tool)),
      /waits for your review/,
    ],
  ])("stops with words when %s", (_what, answer, words) => {
    expect(goOn("planning", PLANNING, begin, answer).words).toMatch(words);
  });

  it("gives a step up when its check never passes", () => {
    const refuse = (tool: string) => ({ result: "Its check did not pass", failed: tool === "report_step" });
    const { called, words } = goOn("executing", executing("slug"), [host("Now carry out step slug: x.")], refuse);
    expect(called.filter((name) => name.startsWith("report_step"))).toEqual([
      "report_step done",
      "report_step done",
      "report_step done",
      "report_step failed",
    ]);
    expect(words).toContain("A person has to look");
  });

  it("fails a step that somebody else has written", () => {
    const { calls } = scriptedAnswer({ mode: "executing", rules: executing("deploy"), moments: [] });
    expect(calls).toMatchObject([["report_step", { step_id: "deploy", outcome: "failed" }]]);
  });

  it.each<Heard["mode"]>([
    "planning",
    "executing",
    "none",
  ])("says that it is scripted to whoever talks to it: %s", (mode) => {
    const rules = mode === "executing" ? executing("slug") : PLANNING;
    expect(scriptedAnswer({ mode, rules, moments: [...begin, typed("what is the weather?")] }).words).toMatch(
      /scripted/,
    );
  });

  it("plans first when it is asked to change something outside plan mode, and leaves it when nobody wants that", () => {
    const { called, words } = goOn("none", "", [typed("fix the tests")], () => ({
      result: "ana wants no plan for this.",
    }));
    expect(called).toEqual(["enter_plan_mode"]);
    expect(words).toContain("leave everything as it is");
  });
});
