import { describe, expect, it } from "vitest";
import { parsePlan } from "../../src/plan/parse-plan.ts";
import { readMarkdown } from "../../src/plan/read-markdown.ts";
import { planWith } from "./arbitrary-plan.ts";

const ID = "PLAN-0000abcd";

async function read(draft: unknown) {
  const parsed = await parsePlan(draft, { id: ID });
  if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed;
}

describe("a plan of an earlier design", () => {
  it("may leave its questions, its risks and the length of its summary to the planner", async () => {
    const { plan, warnings } = await read({ summary: "One. Two. Three. Four.", steps: [{ description: "Do it" }] });
    expect(plan).toMatchObject({ summary: "One. Two. Three. Four.", steps: [{ id: "step-1", title: "Do it" }] });
    expect(plan.steps[0]).not.toHaveProperty("risk");
    expect(warnings).toEqual([]);
  });

  it("keeps everything a step says about who carries it out, and within which limits", async () => {
    const step = {
      step_id: "build",
      title: "Build it",
      mode: "code",
      owner: "Implementation Specialist",
      tools: ["read", "edit"],
      denied_tools: ["bash"],
      max_tokens: 50_000,
      max_turns: 10,
      system_prompt_suffix: "Write tests first.",
    };
    const { step_id: id, ...rest } = step;
    expect((await read({ goal: "g", steps: [step] })).plan.steps).toEqual([{ id, ...rest }]);
  });

  it.each(["code", "test", "research", "design", "docs", "run"])("may have steps of the mode %s", async (mode) => {
    expect((await read({ goal: "g", steps: [{ step_id: "a", title: "A", mode }] })).plan.steps[0]).toMatchObject({
      mode,
    });
  });

  it("in the five sections of a prompt is read section by section", async () => {
    const { plan } = await read(
      "# Add tokens\n\n## Goals\n\nNobody types a password twice.\n\n## Assumptions\n\n- Clocks agree.\n\n" +
        "## Steps\n\n1. Look\n2. Leap\n\n## Risks\n\n- A leaked key.\n\n## Validation\n\nAll tests are green.\n",
    );
    expect(plan).toEqual({
      id: ID,
      title: "Add tokens",
      steps: [
        { id: "step-1", title: "Look" },
        { id: "step-2", title: "Leap" },
      ],
      assumptions: ["Clocks agree."],
      risks: ["A leaked key."],
      validation: "All tests are green.",
      sections: [{ heading: "Goals", body: "Nobody types a password twice." }],
    });
  });

  it("keeps keys nobody knows any more, unsigned: risk_level, reversible, supersedes, feedback", () => {
    const keys = "risk_level: low\nreversible: true\nsupersedes: PLAN-00000000\nfeedback: none\n";
    const read = readMarkdown(`---\nid: ${ID}\ntitle: t\n${keys}---\n\n## Steps\n\n1. a\n`);
    if ("problems" in read) throw new Error(JSON.stringify(read.problems));
    expect(read.plan).toEqual({ id: ID, title: "t", steps: [{ id: "step-1", title: "a" }] });
  });

  it("names priority and the plans it waits for", async () => {
    const queue = { priority: 3, depends_on_plans: ["PLAN-00000001"] };
    expect((await read({ ...planWith(), ...queue })).plan).toMatchObject(queue);
  });
});
