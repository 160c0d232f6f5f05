import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localActor } from "../../../src/desk/persons.ts";
import type { LivePlan } from "../../../src/lifecycle/plan-state.ts";
import { approve } from "../../agent/bench/approve.ts";
import { extension, hands, tool } from "../../agent/bench/extension.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { countersign, DECISION_PLAN, openPlanBench, PLAN, type PlanBench } from "./plan-bench.ts";

const FEATURES_PLAN = {
  ...DECISION_PLAN,
  steps: DECISION_PLAN.steps.map((step) => ("decision_id" in step ? { ...step, decision_id: "features" } : step)),
  decisions: [
    {
      ...{ decision_id: "features", header: "Features", question: "Which features?", multi_select: true },
      options: [{ label: "auth" }, { label: "logging" }, { label: "a, b" }],
    },
  ],
};

const REDECIDED_PLAN = {
  ...DECISION_PLAN,
  steps: [
    { id: "write", title: "Write it", run: "true", decision_id: "word" },
    { id: "more", title: "Write more", run: "false", depends_on: ["write"] },
  ],
};

type Draft = typeof PLAN | typeof DECISION_PLAN | typeof FEATURES_PLAN | typeof REDECIDED_PLAN;

const never = () => new Promise<never>(() => {});

async function submitted(plan: Draft = PLAN): Promise<PlanBench> {
  const bench = await openPlanBench({ rows: 60 });
  bench.says(calls(["submit_plan", { plan }]));
  await bench.submit("/plan let a.txt say two");
  await bench.shows(/revision 1\n[\s\S]*1 approve/);
  return bench;
}

/** The first step is being carried out; the model thinks. */
async function running(plan: Draft = PLAN): Promise<PlanBench> {
  const bench = await submitted(plan);
  bench.says(never);
  await approve(bench);
  await bench.until((plan) => "run" in plan && plan.run?.steps.get("write")?.status === "in_progress");
  await bench.shows("◐ write");
  return bench;
}

describe("/plan while the agent explores", () => {
  it("tells where it stands, and a goal that is typed meanwhile is not lost", async () => {
    const bench = await openPlanBench();
    bench.says(says("Looking."));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("Looking.");
    await bench.submit("/plan status");
    await bench.shows("Planning: the agent is read-only.");
    await bench.submit("/plan something else entirely");
    await bench.shows(/─\nsomething else entirely/);
    expect(await bench.agents()).toEqual(["gathering let a.txt say two"]);
  });

  it("cancel leaves plan mode, and tools are as before", async () => {
    const bench = await openPlanBench();
    const tools = bench.session.getActiveToolNames();
    bench.says(says("Looking."));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("Looking.");
    expect(bench.session.getActiveToolNames()).toContain("submit_plan");
    await bench.submit("/plan cancel");
    await bench.shows("Plan mode is off.");
    await bench.hides("◇ Planning ·");
    expect(bench.session.getActiveToolNames()).toEqual(tools);
    bench.says(calls(["write", { path: "a.txt", content: "two\n" }]), says("Written."));
    await bench.submit("write it");
    await bench.shows("Written.");
    expect(bench.project.read("a.txt")).toBe("two\n");
  });

  it("decide without a plan plans nothing, and says how to", async () => {
    const bench = await openPlanBench();
    await bench.submit("/plan decide x y");
    expect(await bench.shows("This session has no plan with decisions.")).toContain("/plan start <goal>");
    expect(await bench.agents()).toEqual([]);
  });

  it("help lists all commands", async () => {
    const bench = await openPlanBench();
    await bench.submit("/plan help");
    const screen = await bench.shows("/plan help <command>");
    for (const name of ["status", "pause", "resume", "retry", "skip", "decide", "simulate", "diff"]) {
      expect(screen).toMatch(new RegExp(`(?:^| ) ${name} +\\w+ \\w+`, "m"));
    }
    await bench.submit("/plan help skip");
    await bench.shows("/plan skip [plan] <step> <reason>: continue without a step");
  });

  it("a word that is nearly a sub-command is asked about, and its text does not stay in the editor", async () => {
    const bench = await openPlanBench();
    await bench.submit("/plan stattus");
    await bench.shows(/Did you mean the command or a goal\?[\s\S]*1 {2}Run \/plan status/);
    await bench.press("1");
    await bench.shows("Plan mode is off");
    await bench.hides("stattus");
    expect([await bench.agents(), bench.saw.requests]).toEqual([[], []]);
    await bench.submit("/plan stattus");
    await bench.shows("Did you mean the command or a goal?");
    await bench.press("escape");
    await bench.shows("Did you mean /plan status?");
    await bench.shows(/\/plan stattus *\n/);
    expect([await bench.agents(), bench.saw.requests]).toEqual([[], []]);
  });

  it("Ctrl+Alt+P starts it, and pressed again never ends it", async () => {
    const bench = await openPlanBench();
    await bench.press("ctrl+alt+p");
    await bench.shows("Plan mode is on");
    await bench.shows("◇ Planning");
    await bench.press("ctrl+alt+p");
    await bench.shows("Planning: the agent is read-only.");
    expect(await bench.agents()).toEqual(["gathering"]);
  });
});

describe("a command that an extension sends", () => {
  it.each(["/session", "/hotkeys"])("is asked about, also right after the person typed %s", async (typed) => {
    const { held, pi } = hands();
    const bench = await openPlanBench({ extensions: [held] });
    bench.says(says("Looking."));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("Looking.");
    await bench.submit(typed);
    pi().sendUserMessage("/plan cancel", { expandPromptTemplates: true });
    expect(await bench.shows("Run this command?")).toMatch(/│ \/plan cancel\n/);
    // Enter, on its way to the editor, is no answer.
    await bench.press("enter");
    await bench.shows("Press 1, 2");
    expect(await bench.agents()).toEqual(["gathering let a.txt say two"]);
    await bench.press("2");
    await bench.hides("Run this command?");
    expect(await bench.agents()).toEqual(["gathering let a.txt say two"]);
  });

  it("is asked about, also if the person said the like to the model before plan mode was loaded", async () => {
    const { held, pi } = hands();
    const bench = await openPlanBench({ extensions: [held] });
    bench.says(calls(["enter_plan_mode", { reason: "let a.txt say two" }]), says("Looking."));
    await bench.submit("/pl cancel");
    await bench.shows("The agent wants to plan first");
    await bench.press("1");
    await bench.shows("Looking.");
    pi().sendUserMessage("/plan cancel", { expandPromptTemplates: true });
    expect(await bench.shows(/Run this command\?|Plan mode is off/)).toContain("Run this command?");
    expect(await bench.agents()).toEqual(["gathering let a.txt say two"]);
  });
});

describe("the first command of a session", () => {
  it("counts as typed, although plan mode was not loaded before it", async () => {
    const other = await openPlanBench();
    await other.desk.propose(PLAN, localActor({}));
    // Rows that nobody has asked for are not trusted: then it would be loaded.
    await other.plan();
    const bench = await openPlanBench({ project: other.project });
    await bench.submit("/plan cancel");
    expect(await bench.shows(/Run this command\?|The agent is inactive/)).not.toContain("Run this command?");
  });
});

describe("a command that Enter completed from the list", () => {
  it("counts as typed, in a project without plans", async () => {
    const bench = await openPlanBench();
    await bench.type("/plan auto of");
    await bench.shows("→ off");
    await bench.press("enter");
    await bench.shows(/^\/plan auto off$/m);
    await bench.press("enter");
    expect(await bench.shows(/Run this command\?|auto is off/)).not.toContain("Run this command?");
  });
});

describe("/plan while a plan waits for its review", () => {
  it("brings the review back that was put aside, with what was typed", async () => {
    const bench = await submitted();
    await bench.press("2");
    await bench.type("say wh");
    await bench.press("escape", "escape");
    await bench.shows("waits for your review: /plan");
    await bench.submit("/plan");
    await bench.shows(/1 approve/);
    await bench.press("2");
    await bench.shows("say wh");
  });

  it("cancel ends both; handoff keeps the plan, which /plan run carries out later", async () => {
    const bench = await submitted();
    await bench.press("escape");
    await bench.submit("/plan handoff");
    const { id } = await bench.plan();
    await bench.shows(`Plan mode is off; ${id} is kept.`);
    expect((await bench.plan()).status).toBe("proposed");
    await bench.submit(`/plan run ${id}`);
    await bench.shows("only an approved plan runs");
    countersign(bench, "approve", id);
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await bench.submit("/plan run");
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
  });

  it("cancel cancels the plan", async () => {
    const bench = await submitted();
    await bench.press("escape");
    await bench.submit("/plan cancel");
    await bench.shows(/Cancelled PLAN-\w+\.[\s\S]* Plan mode is off\./);
    expect((await bench.plan()).status).toBe("cancelled");
    expect(await bench.agents()).toEqual(["inactive"]);
  });

  it("runs an approved plan at once, also with auto off, and approving for later is one key away", async () => {
    const bench = await submitted();
    await bench.press("escape");
    await bench.submit("/plan auto off");
    await bench.shows(/auto is off \(your settings, \S+\s*plans\.json\)/);
    await bench.submit("/plan");
    await bench.shows("1 approve");
    await bench.press("1");
    await bench.shows("approve and run it now");
    await bench.press("down", "enter");
    await bench.shows("It runs when a person starts it.");
    expect(await bench.plan()).toMatchObject({ status: "approved", approval: { later: true } });
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await bench.submit("/plan run");
    await bench.shows("All done.");
  });

  it("simulate runs nothing; diff tells what changed", async () => {
    const bench = await submitted();
    await bench.press("escape");
    await bench.submit("/plan simulate");
    await bench.shows("Dry run of");
    await bench.submit("/plan diff");
    await bench.shows("There is only one text of it.");
    await bench.submit("/plan");
    await bench.shows("1 approve");
    bench.says(calls(["submit_plan", { plan: { ...PLAN, steps: PLAN.steps.slice(0, 1) } }]));
    await bench.press("2");
    await bench.type("less");
    await bench.press("enter");
    await bench.shows(/revision 2\n/);
    await bench.press("escape");
    await bench.submit("/plan diff");
    await bench.shows("- look: Look at it");
    const colourOf = (words: string) => bench.terminal.written.split(words)[0]?.match(/38;[\d;]+(?=m$)/)?.[0];
    expect(colourOf("- look: Look at it")).toBeDefined();
    expect(colourOf("- look: Look at it")).not.toBe(colourOf("There is only one text"));
  });
});

describe("/plan while a plan is carried out", () => {
  it("pause lets the step finish and starts nothing new; resume goes on", async () => {
    const bench = await submitted(DECISION_PLAN);
    const report = Promise.withResolvers<void>();
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      async () => {
        await report.promise;
        return calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]) as never;
      },
      says("I wait."),
    );
    await approve(bench);
    await bench.shows("Which word?");
    await bench.press("2", "enter");
    await bench.hides("Enter confirms");
    await bench.submit("/plan pause");
    await bench.shows("no new step starts.");
    report.resolve();
    expect(await bench.shows("I wait.")).toMatch(
      /⏸ paused\n +✓ write .* ○ more\n +No new step starts until: \/plan resume/,
    );
    expect((await bench.plan()).status).toBe("paused");
    await bench.submit("/plan status");
    await bench.shows("The approved plan is paused.");
    bench.says(
      calls(["write", { path: "b.txt", content: "three" }]),
      calls(["report_step", { step_id: "more", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await bench.submit("/plan resume");
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
  });

  it("goes on with a step whose agent was stopped, when a person says so and not before", async () => {
    const hang = tool(
      "hang",
      (_params, signal) => new Promise((resolve) => signal?.addEventListener("abort", resolve)),
    );
    const bench = await openPlanBench({ extensions: [extension("hangs", (pi) => pi.registerTool(hang))] });
    const [write, look] = PLAN.steps;
    bench.says(
      calls(["submit_plan", { plan: { ...PLAN, steps: [{ ...write, tools: ["write", "hang"] }, { ...look }] } }]),
    );
    await bench.submit("/plan let a.txt say two");
    await bench.shows("1 approve");
    bench.says(calls(["hang", {}]));
    await approve(bench);
    await bench.shows("Working");
    await bench.until((plan) => "run" in plan && plan.run?.steps.get("write")?.status === "in_progress");
    await bench.shows(/hang\n/);
    await bench.press("escape");
    await bench.shows("aborted");
    await bench.settled();
    expect(bench.saw.requests).toHaveLength(2);
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await bench.submit("/plan resume");
    await bench.shows("All done.");
  });

  it("cancel ends the run and plan mode", async () => {
    const bench = await running();
    await bench.submit("/plan cancel");
    await bench.shows(/Cancelled PLAN-\w+\.[\s\S]* Plan mode is off\./);
    await bench.hides("◐ write");
    expect((await bench.plan()).status).toBe("cancelled");
    expect(await bench.agents()).toEqual(["inactive"]);
  });

  it("decide answers, skip leaves a step out, fold folds the panel", async () => {
    const bench = await running(DECISION_PLAN);
    await bench.shows("Which word?");
    await bench.press("escape");
    await bench.submit("/plan decide word three");
    await bench.shows("word: three.");
    await bench.submit("/plan fold");
    await bench.hides("◐ write");
    await bench.submit("/plan fold");
    await bench.shows("◐ write");
    await bench.submit("/plan skip more not needed");
    expect(await bench.shows("Skipped step more")).toMatch(/1\/2\n +◐ write .* – more/);
  });

  it("decide takes a label with a comma, a list in quotes, and a number, and nothing that is no choice", async () => {
    const bench = await running(FEATURES_PLAN);
    await bench.shows("Which features?");
    await bench.press("escape");
    await bench.submit("/plan decide feature auth");
    expect(await bench.shows("The plan has no decision feature.")).toContain("It has: features.");
    await bench.submit("/plan decide features auht");
    expect(await bench.shows('"auht" is none of the choices.')).toContain(
      'Choose any of: 1 auth, 2 logging, 3 "a, b".',
    );
    expect((await bench.plan()).selections).toEqual({});
    await bench.submit('/plan decide features "auth,logging"');
    await bench.shows("features: auth, logging.");
    await bench.submit("/plan decide features a, b");
    await bench.shows("features: a, b.");
    await bench.submit("/plan decide features 2");
    await bench.until(({ selections }) => selections["features"]?.join() === "logging");
  });

  it("decide says which steps were done by an earlier answer", async () => {
    const bench = await submitted(REDECIDED_PLAN);
    await approve(bench);
    await bench.shows("Which word?");
    await bench.press("1", "enter");
    await bench.until((plan) => plan.run?.steps.get("more")?.status === "failed");
    await bench.submit("/plan decide word three");
    await bench.shows("word: three. Done by an earlier answer: write.");
  });

  it("decide alone asks for the decision that it names", async () => {
    const bench = await running(DECISION_PLAN);
    await bench.shows("Which word?");
    await bench.press("escape");
    await bench.hides("Esc: answer later");
    await bench.submit("/plan decide word");
    await bench.shows(/\? To be decided: Word[\s\S]*1 \(•\) two/);
  });

  it("retry tries a failed step again", async () => {
    const bench = await submitted();
    bench.says(
      calls([
        "report_step",
        { step_id: "write", outcome: "failed", notes: "no such word", deviations: ["says nothing"] },
      ]),
      says("It failed."),
    );
    await approve(bench);
    const screen = await bench.shows("It failed.");
    expect(screen).toContain("! Deviated from the plan: says nothing");
    expect(screen).toMatch(/✗ Step write failed: Write it\n +│ no such word/);
    const offered = ["retry step write", "continue without step write", "undo what the run changed", "cancel it"];
    for (const action of offered) expect(screen.replaceAll(/\s+/g, " ")).toContain(action);
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await bench.submit("/plan retry write");
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
  });
});

describe("/plan model", () => {
  const modelOf = (plan: LivePlan) => ("approval" in plan ? plan.approval?.choices.executor_model : undefined);

  it("chooses another model for a signed plan, and without one says what it takes", async () => {
    const bench = await submitted();
    await approve(bench, "later");
    const { id } = await bench.until(({ status }) => status === "approved");
    await bench.submit("/plan model");
    await bench.shows(/Which model\?\s+\/plan model \[plan\] <provider\/id>/);
    await bench.submit("/plan model demo/other");
    await bench.until((plan) => modelOf(plan) === "demo/other");
    await bench.submit(`/plan model ${id} demo/third`);
    await bench.until((plan) => modelOf(plan) === "demo/third");
  });

  it("is asked about when an extension sends it", async () => {
    const { held, pi } = hands();
    const bench = await openPlanBench({ rows: 60, extensions: [held] });
    bench.says(calls(["submit_plan", { plan: PLAN }]));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("1 approve");
    await approve(bench, "later");
    await bench.until(({ status }) => status === "approved");
    pi().sendUserMessage("/plan model demo/other", { expandPromptTemplates: true });
    await bench.shows("Run this command?");
    await bench.press("2");
    await bench.hides("Run this command?");
    expect(modelOf(await bench.plan())).toBeUndefined();
  });
});

describe("a plan that its session has left, and that has not ended", () => {
  const LEFT = /^ ▸ PLAN-/m;

  it("is told of after a failed step: in a line above the editor, by /plan status and by /plan", async () => {
    const bench = await submitted();
    bench.says(
      calls(["report_step", { step_id: "write", outcome: "failed", notes: "no such word" }]),
      says("It failed."),
    );
    await approve(bench);
    await bench.shows("It failed.");
    const { id } = await bench.plan();
    await bench.shows(`▸ ${id} has failed, 0 of 2 steps done: /plan retry · Say two`);
    await bench.submit("/plan status");
    const status = await bench.shows(`${id}, revision 1: failed, Say two`);
    expect(status).toContain("write: failed");
    expect(status).toContain(`To retry the failed steps: /plan retry ${id}`);
    await bench.submit("/plan auto");
    await bench.hides("revision 1: failed");
    await bench.submit("/plan");
    await bench.shows(/revision 1: failed|What do you want to plan/);
    expect(await bench.screen()).toContain(`To cancel it: /plan cancel ${id}`);
    await bench.submit("/plan cancel");
    await bench.shows(`To cancel ${id}: /plan cancel ${id}`);
    await bench.submit(`/plan cancel ${id}`);
    await bench.hides(LEFT);
    await bench.submit("/plan");
    await bench.shows("What do you want to plan?");
  });

  it("is told of after an approval for later, also in the next process, until it is ended elsewhere", async () => {
    const before = await submitted();
    await approve(before, "later");
    const { id } = await before.until(({ status }) => status === "approved");
    await before.shows(`▸ ${id} is approved, not started: /plan run · Say two`);
    await before.close();
    const bench = await before.again({ rows: 60 });
    await bench.shows(`▸ ${id} is approved, not started: /plan run · Say two`);
    await bench.submit("/plan");
    await bench.shows(`To run it: /plan run ${id}`);
    countersign(bench, "cancel", id);
    await bench.hides(LEFT);
  });
});

describe("/plans", () => {
  it("shows all, opens one, and cancels one", async () => {
    const bench = await submitted();
    await bench.press("escape");
    await bench.submit("/plans");
    const list = await bench.shows("Plans · 1 waits for you");
    expect(list).toMatch(/◆ Say two .*0\/2 +your review/);
    await bench.press("enter");
    await bench.shows(/revision 1\n[\s\S]*1 approve/);
    await bench.press("escape");
    await bench.shows("Plans · 1 waits for you");
    await bench.press("x");
    await bench.shows(/Cancel PLAN-\w+\? x again cancels it/);
    await bench.press("x");
    await bench.until(({ status }) => status === "cancelled");
    await bench.hides("1 waits for you");
    await bench.press("escape");
    await bench.hides("esc close");
    expect(await bench.agents()).toEqual(["inactive"]);
  });

  it("names the plans that this machine remembers and that are gone, and makes no file", async () => {
    const bench = await submitted();
    const { id } = await bench.plan();
    await bench.press("escape");
    const plans = join(bench.desk.project, ".pi/plans");
    rmSync(plans, { recursive: true });
    await bench.submit("/plans");
    const list = await bench.shows(`1 plan that this machine remembers is gone from this project: ${id}.`);
    expect(list).toContain(`To accept the loss: countersign key adopt ${id}`);
    expect(list).toContain("Cannot be used");
    expect(existsSync(plans)).toBe(false);
    await bench.press("escape");
    await bench.hides("esc close");
  });

  it("runs one that was approved for later", async () => {
    const bench = await submitted();
    await approve(bench, "later");
    await bench.shows("It runs when a person starts it.");
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await bench.submit("/plans");
    expect(await bench.shows("esc close")).toMatch(/Approved\n › ▷ Say two .*0\/2 +not started/);
    await bench.press("r");
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
  });
});
