import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/plan/plan.ts";
import { type PlanDocument, readMarkdown } from "../../src/plan/read-markdown.ts";
import { writeMarkdown } from "../../src/plan/write-markdown.ts";

const HEAD = "---\nid: PLAN-a1b2c3d4\ntitle: T\nformat: 1\n---\n\n## Steps\n\n";

/** Twelve steps whose lines are all indented by as many spaces, as if there were no tenth. */
function twelve(spaces: number, lines = FIELDS): string {
  const steps = Array.from({ length: 12 }, (_, at) => {
    const under = lines.replace(/^(?=.)/gm, " ".repeat(spaces));
    return `${at + 1}. [ ] **Step ${at + 1}** \`s${at + 1}\`\n${under}\n`;
  });
  return HEAD + steps.join("");
}

const FIELDS =
  "- tools: read, bash\n- files: src/**\n- risk: high\n- run:\n  ```sh\n  if a; then\n    b\n  fi\n  ```\n- verify: `npm test`";

function read(text: string): PlanDocument {
  const document = readMarkdown(text);
  if ("problems" in document) throw new Error(JSON.stringify(document.problems, null, 1));
  return document;
}

function problemsOf(text: string): string[] {
  const document = readMarkdown(text);
  const problems = "problems" in document ? document.problems : document.warnings;
  return problems.map(({ line, column, kind, hint }) => `${line}:${column} ${kind}: ${hint}`);
}

describe("lines under the tenth step and later ones, indented by three spaces", () => {
  it.each([
    ["fields", FIELDS],
    ["a description, then fields", `Why it is done.\n\n${FIELDS}`],
    ["paragraphs", `First.\n\nSecond,\nin two lines.\n\n${FIELDS}`],
    ["a paragraph after a blank line", `\nWhy it is done.\n\n${FIELDS}`],
    ["a code block", `\`\`\`ts\nif (a) {\n  b();\n}\n\`\`\`\n\n${FIELDS}`],
    ["bullets of the description", `\n- one\n- two\n\nand\n\n${FIELDS}`],
    ["fields after a blank line", `\n${FIELDS}\n`],
  ])("read as they do with four: %s", (_, lines) => {
    const { plan, warnings } = read(twelve(3, lines));
    expect(warnings).toEqual([]);
    expect(plan.steps).toHaveLength(12);
    const [first, ...others] = plan.steps.map(({ id, title, ...rest }) => rest);
    expect(first).toMatchObject({
      tools: ["read", "bash"],
      files: ["src/**"],
      run: "if a; then\n  b\nfi",
      risk: "high",
    });
    for (const other of others) expect(other).toEqual(first);
    expect(read(twelve(3, lines).replaceAll("\n", "\r\n")).plan).toEqual(plan);
  });

  it("read the same under the heading of another maker", () => {
    const { plan } = read(twelve(3).replace("## Steps", "## Our plan"));
    expect(plan.steps[11]).toMatchObject({ tools: ["read", "bash"], verify: "npm test" });
    expect(plan.sections).toBeUndefined();
  });

  it.each<[string, (plan: Plan) => Plan]>([
    ["nothing changes", (plan) => plan],
    ["a field changes", (plan) => withStep(plan, 10, { risk: "low" })],
    ["a field is added", (plan) => withStep(plan, 10, { undo: "git revert" })],
    ["a description is added", (plan) => withStep(plan, 10, { description: "More.\n\n  And more." })],
    ["a step is removed", (plan) => ({ ...plan, steps: plan.steps.toSpliced(3, 1) })],
    ["steps change places", (plan) => ({ ...plan, steps: plan.steps.toReversed() })],
  ])("are written so that they read the same when %s", (_, change) => {
    for (const text of [twelve(3), twelve(3, `\nWhy.\n\n${FIELDS}`), twelve(3).replaceAll("\n", "\r\n")]) {
      const document = read(text);
      const plan = change(document.plan);
      const written = writeMarkdown(plan, {}, document);
      expect(read(written).plan).toEqual(plan);
      if (plan === document.plan) expect(written).toBe(text);
    }
  });

  it("change in one line when one value changes", () => {
    const document = read(twelve(3));
    const before = document.text.split("\n");
    const after = writeMarkdown(withStep(document.plan, 10, { risk: "low" }), {}, document).split("\n");
    expect(after.filter((line, at) => line !== before[at])).toEqual(["   - risk: low"]);
  });
});

describe("fields that stand under no step for certain", () => {
  const step = "10. [ ] **A** `a`\n";
  it.each([
    ["at the margin", `${step}- tools: read\n`, "10:3", 4],
    ["at the margin, under a short number", "1. [ ] **A** `a`\n- tools: read\n", "10:3", 3],
    ["mistyped", `${step}- vefiry: x\n`, "10:3", 4],
    ["after a blank line, with another mark", `${step}\n* prose\n* risk: low\n`, "12:3", 4],
    ["after text at the margin", `${step}\nmore\n\n   - tools: read\n`, "13:6", 4],
    ["swallowed by a paragraph", `${step}\n   why\n    - tools: read\n`, "12:7", 4],
    ["swallowed by another field", `${step}   - tools: read\n    - files: src/**\n`, "11:7", 4],
    ["taken for code", `${step}\n   why\n\n    - tools: read\n`, "13:7", 4],
    ["in a quote", `${step}> - tools: read\n`, "10:5", 4],
    ["in a second list", `${step}    - tools: read\n   - files: src/**\n`, "11:4", 4],
    ["under fields, in a list of prose", `${step}   - tools: read\n   * and so on\n`, "11:4", 4],
  ])("are an error: %s", (_, body, at, spaces) => {
    const hint = `indent it by ${spaces} spaces to put it under step ${spaces === 4 ? 10 : 1}`;
    expect(problemsOf(HEAD + body)).toContain(`${at} stray_field: ${hint}`);
    expect(readMarkdown(HEAD + body)).toHaveProperty("problems");
  });

  it("are an error before the first step too", () => {
    expect(problemsOf(`${HEAD}- tools: read\n\n1. a\n`)).toEqual(["9:3 stray_field: put it under a step"]);
  });

  it("are not what prose among the steps is: that is only warned of", () => {
    const { warnings } = read(`${HEAD}1. a\n\n- prose\n- see: the manual\n\nThe end.\n`);
    expect(warnings.map(({ kind }) => kind)).toEqual(["unsigned_text", "unsigned_text"]);
  });
});

function withStep(plan: Plan, position: number, parts: Partial<Plan["steps"][number]>): Plan {
  return { ...plan, steps: plan.steps.map((step, at) => (at === position ? { ...step, ...parts } : step)) };
}
