import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planMode } from "../../src/agent/extension.ts";
import { Desk } from "../../src/desk/desk.ts";
import { localActor } from "../../src/desk/persons.ts";
import { must } from "../desk/fixture.ts";
import { afterTest } from "./bench/after-test.ts";
import { calls, says } from "./bench/model.ts";
import { makeProject } from "./bench/project.ts";
import { openSession } from "./bench/session.ts";

/** A plan as each of the designs behind Countersign writes it, and the titles of its steps. */
const SHAPES: Record<string, { draft: Record<string, unknown> | string; steps: string[] }> = {
  "of a chat agent": {
    draft: {
      summary: "Move the bot to SQLite",
      planner_model: "another/model",
      steps: [{ description: "Read the storage code", tools: ["read"], risk: "low" }],
      questions: ["Keep the old file?"],
      context_notes: "There are 14 tables.",
    },
    steps: ["Read the storage code"],
  },
  "of a terminal agent, as markdown": {
    draft: "# Say two\n\n1. Write the word\n2. Look at it\n",
    steps: ["Write the word", "Look at it"],
  },
  "of a plan tool": {
    draft: {
      title: "Send the invoice",
      steps: [{ description: "Fetch it", tool: "read", operation: "read", target: "invoice 7" }],
      context: "It is due on Friday.",
    },
    steps: ["Fetch it"],
  },
  "of a planner with decisions": {
    draft: {
      goal: "Refactor the authentication",
      steps: [{ step_id: "S1", title: "Look", mode: "RESEARCH", decision_id: "D1" }],
      decisions: { D1: { header: "Algorithm", question: "Which?", options: ["eddsa", "rs256"] } },
    },
    steps: ["Look"],
  },
  "with steps that are sentences": {
    draft: { title: "Short", steps: ["Write it", "Look at it"] },
    steps: ["Write it", "Look at it"],
  },
};

/** What a model calls with a plan. */
const DOORS: Record<string, (draft: unknown) => [string, Record<string, unknown>]> = {
  submit_plan: (plan) => ["submit_plan", { plan }],
  present_plan: (plan_content) => ["present_plan", { plan_content }],
  plan_propose: (plan) => ["plan_propose", { plan }],
};

describe.each(Object.keys(SHAPES))("a plan %s", (shape) => {
  const { draft, steps } = SHAPES[shape] ?? { draft: "", steps: [] };

  it.each([
    ...Object.keys(DOORS),
    ...(typeof draft === "string" ? [] : ["submit_plan, without the outer field"]),
  ])("is proposed through %s", async (door) => {
    const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
    writeFileSync(join(project.home, "plans.json"), JSON.stringify({ tool_aliases: ["present_plan", "plan_propose"] }));
    const bench = await openSession({
      project,
      flags: { plan: true },
      extensions: [
        (pi) => {
          planMode(pi, { surface: "terminal", env: process.env, canAsk: () => true, attach: () => {} });
        },
      ],
    });
    const call = DOORS[door]?.(draft) ?? ["submit_plan", draft as Record<string, unknown>];
    bench.says(calls(call as never), says("Well."));
    await bench.prompt("go");
    expect(bench.saw.results.filter(([, isError]) => isError)).toEqual([]);
    const desk = new Desk({ directory: project.cwd, env: { COUNTERSIGN_HOME: project.home } });
    afterTest(() => desk.close());
    const [row] = (await desk.plans({ limit: 1 })).rows;
    const found = must(await desk.plan(row?.id ?? ""));
    const plan = found.kind === "standing" ? found.state.proposal.plan : undefined;
    expect(plan?.steps.map(({ title }) => title)).toEqual(steps);
    // As the host knows it, whatever the draft says.
    expect(plan?.planner_model).toMatch(/^faux-\d+\/faux-1$/);
  });

  it("is proposed through the desk, as an object and as text", async () => {
    for (const given of [draft, typeof draft === "string" ? draft : JSON.stringify(draft)]) {
      const project = makeProject();
      const desk = new Desk({ directory: project.cwd, env: { COUNTERSIGN_HOME: project.home } });
      afterTest(() => desk.close());
      const { plan } = must(await desk.propose(given, localActor({})));
      expect(plan.proposal.plan.steps.map(({ title }) => title)).toEqual(steps);
    }
  });
});
