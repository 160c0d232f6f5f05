import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { audit } from "../../../src/desk/audit.ts";
import { Desk } from "../../../src/desk/desk.ts";
import { statistics } from "../../../src/desk/statistics.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { approve } from "../../agent/bench/approve.ts";
import { hands } from "../../agent/bench/extension.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { makeProject } from "../../agent/bench/project.ts";
import { DECISION_PLAN, openPlanBench, PLAN } from "./plan-bench.ts";

function projectWith(settings: object) {
  const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
  writeFileSync(join(project.home, "plans.json"), JSON.stringify({ execution: "session", ...settings }));
  return project;
}

const RUN = [
  calls(["write", { path: "a.txt", content: "two\n" }]),
  calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
  says("All done."),
];

describe("other extensions", () => {
  it("hear of a plan's life under the names of earlier designs, and of words that were taken for consent", async () => {
    const { held, pi } = hands();
    const bench = await openPlanBench({ extensions: [held] });
    const heard: string[] = [];
    const names = [
      ...["plans:proposed", "plans:approved", "plans:started", "plans:completed"],
      ...["countersign:step.updated", "countersign:execution_intent_detected", "countersign:mode_switched_by_intent"],
    ];
    for (const name of names) pi().events.on(name, () => void heard.push(name));
    bench.says(calls(["submit_plan", { plan: PLAN }]));
    await bench.submit("/plan let a.txt say two");
    await bench.shows(/1 approve/);
    await bench.press("escape");
    bench.says(...RUN);
    await bench.submit("go ahead");
    await bench.shows("Approve revision 1");
    await bench.press("1", "enter");
    await bench.shows("All done.");
    expect(heard.filter((name, at) => heard.indexOf(name) === at)).toEqual([
      "plans:proposed",
      "countersign:execution_intent_detected",
      "plans:approved",
      "countersign:mode_switched_by_intent",
      "plans:started",
      "countersign:step.updated",
      "plans:completed",
    ]);
    expect(heard.filter((name) => name === "plans:approved")).toHaveLength(1);
    const { id } = await bench.plan();
    const desk = new Desk({ directory: bench.project.cwd, env: { COUNTERSIGN_HOME: bench.project.home } });
    afterTest(() => desk.close());
    const { entries } = await audit(desk, { action: ["execution_intent_detected", "mode_switched_by_intent"] });
    expect(entries.map(({ action, by, detail, verified }) => [action, by.kind, detail, verified])).toEqual([
      ["execution_intent_detected", "host", `“go ahead”, about ${id}`, true],
      ["mode_switched_by_intent", "person", `“go ahead” approved ${id}, revision 1`, true],
    ]);
    expect((await statistics(desk)).go_ahead).toEqual({ detected: 1, approved: 1 });
  });
});

describe("an agent", () => {
  it("finds the tools of other designs under their names, if the settings say so", async () => {
    const bench = await openPlanBench({
      project: projectWith({ tool_aliases: ["present_plan", "plan_propose", "plan_approve", "plan_reject"] }),
    });
    bench.says(calls(["present_plan", { plan: "# Say two\n\n1. Write it\n2. Look at it\n" }]));
    await bench.submit("/plan let a.txt say two");
    await bench.shows(/revision 1\n[\s\S]*1 approve/);
    await bench.press("escape");
    bench.says(calls(["plan_reject", {}]), calls(["plan_propose", { title: "Say two", steps: PLAN.steps }]));
    await bench.submit("try again");
    await bench.shows(/revision 2\n[\s\S]*1 approve/);
    await bench.press("escape");
    bench.says(calls(["plan_approve", {}]));
    await bench.submit("ask me");
    await bench.shows("1 approve");
    expect((await bench.plan()).status).toBe("proposed");
  });

  it("lists plans, and reads its own", async () => {
    const bench = await openPlanBench();
    bench.says(calls(["plan_list", {}]), calls(["submit_plan", { plan: PLAN }]));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("1 approve");
    await bench.press("escape");
    bench.says(calls(["plan_list", { status: "proposed" }], ["plan_get", {}]), says("Read."));
    await bench.submit("read it");
    await bench.shows("Read.");
    const { id } = await bench.plan();
    expect(bench.saw.results.filter(([name]) => name.startsWith("plan_"))).toEqual([
      ["plan_list", false, "There are no plans."],
      ["plan_list", false, `${id}  proposed  Say two`],
      ["plan_get", false, expect.stringMatching(/^Status: proposed, revision 1\n\n---\n[\s\S]*Say two/)],
    ]);
  });

  it("hears why a person refused its call, and not to assume that it succeeded", async () => {
    const bench = await openPlanBench({ project: projectWith({ sandbox: "off" }) });
    const steps = [{ id: "write", title: "Write it", tools: ["bash"], files: ["a.txt"] }];
    bench.says(calls(["submit_plan", { plan: { title: "Say two", steps } }]));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("1 approve");
    bench.says(calls(["bash", { command: "echo two > a.txt" }]), says("I wait."), says("I wait."), says("I wait."));
    await approve(bench);
    await bench.shows("echo two > a.txt");
    await bench.press("3");
    await bench.type("use write");
    await bench.press("enter");
    await bench.shows("I wait.");
    expect(bench.saw.results.find(([name]) => name === "bash")).toEqual([
      "bash",
      true,
      expect.stringMatching(/refused this call\. .*do not assume that the operation succeeded\.\nThey say: use write/),
    ]);
    expect(bench.project.read("a.txt")).toBe("one\n");
  });
});

describe("/plan", () => {
  it("asks for the goal if there is none", async () => {
    const bench = await openPlanBench();
    await bench.submit("/plan");
    await bench.shows("What do you want to plan?");
    bench.says(says("Looking."));
    await bench.type("let a.txt say two");
    await bench.press("enter");
    await bench.shows("Looking.");
    expect(await bench.agents()).toEqual(["gathering let a.txt say two"]);
  });

  it("status tells phase, plan, steps and what waits", async () => {
    const bench = await openPlanBench();
    bench.says(calls(["submit_plan", { plan: DECISION_PLAN }]));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("1 approve");
    await bench.press("escape");
    await bench.submit("/plan status");
    await bench.shows("The plan waits for your answer; until then the agent is read-only.");
    await bench.submit("/plan");
    await bench.shows("1 approve");
    bench.says(() => new Promise<never>(() => {}));
    await approve(bench);
    await bench.shows("Which word?");
    await bench.press("escape");
    await bench.shows("◐ write");
    await bench.submit("/plan status");
    const screen = await bench.shows("An approved plan is running.");
    expect(screen).toContain("write: in progress, more: not started");
    expect(screen).toContain("Waiting for you: decision.");
  });
});
