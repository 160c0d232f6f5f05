import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkShape } from "../../src/plan/check-shape.ts";
import { type ParsedPlan, type ParseOptions, parsePlan } from "../../src/plan/parse-plan.ts";
import { Plan } from "../../src/plan/plan.ts";
import type { Problem } from "../../src/plan/problem.ts";
import { codePoint } from "../code-point.ts";
import { runs } from "../runs.ts";
import { planWith } from "./arbitrary-plan.ts";

const ID = "PLAN-00000001";

async function read(input: unknown, options: Partial<ParseOptions> = {}): Promise<ParsedPlan> {
  const parsed = await parsePlan(input, { id: ID, ...options });
  if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems, null, 2));
  return parsed;
}

async function refused(input: unknown, options: Partial<ParseOptions> = {}): Promise<Problem[]> {
  const parsed = await parsePlan(input, { id: ID, ...options });
  return "problems" in parsed ? parsed.problems : [];
}

describe("a draft", () => {
  it("in our own shape is the plan, less what is empty", async () => {
    const plan = planWith({ goal: "g", risks: ["r"], steps: [{ id: "a", title: "A", risk: "low", tools: ["read"] }] });
    expect(await read({ ...plan, questions: [], summary: "" })).toEqual({ plan, warnings: [] });
  });

  it("of a chat agent: summary, steps with description, tools and risk, questions, context_notes", async () => {
    const { plan, warnings } = await read({
      summary: "Move the bot to SQLite. Nothing else changes.",
      steps: [
        { description: "Read the current storage code", tools: ["read", "grep"], risk: "low" },
        {
          description: "Write the migration. It copies every row.\nThen it checks the count.",
          tools: ["write"],
          risk: "HIGH",
        },
      ],
      questions: ["Keep the old file?"],
      context_notes: "There are 14 tables.",
    });
    expect(plan).toEqual({
      id: ID,
      title: "Move the bot to SQLite",
      summary: "Move the bot to SQLite. Nothing else changes.",
      steps: [
        { id: "step-1", title: "Read the current storage code", tools: ["read", "grep"], risk: "low" },
        {
          id: "step-2",
          title: "Write the migration",
          description: "Write the migration. It copies every row.\nThen it checks the count.",
          tools: ["write"],
          risk: "high",
        },
      ],
      questions: ["Keep the old file?"],
      context: { notes: "There are 14 tables." },
    });
    expect(warnings.map(({ kind, path }) => [kind, path])).toEqual([["high_risk_without_check", "steps[1]"]]);
  });

  it("of a plan tool: title, steps with tool, operation and target, context as text", async () => {
    const { plan } = await read({
      title: "Send the invoice",
      steps: [
        { description: "Fetch invoice", tool: "odoo-toolbox", operation: "read", target: "INV/2026/1" },
        { description: "Mail it", tool: "go-easy", operation: "gmail send" },
      ],
      context: "The customer asked twice.",
    });
    expect(plan.steps).toEqual([
      { id: "step-1", title: "Fetch invoice", tools: ["odoo-toolbox"], operation: "read", target: "INV/2026/1" },
      { id: "step-2", title: "Mail it", tools: ["go-easy"], operation: "gmail send" },
    ]);
    expect(plan.context).toEqual({ notes: "The customer asked twice." });
  });

  it("has context by free names, or by ours", async () => {
    const steps = [{ description: "x" }];
    const free = { invoice: { tool: "odoo", operation: "read", data: { total: 3 } }, count: 7 };
    expect((await read({ steps, context: free })).plan.context?.tool_outputs).toEqual({
      invoice: { tool: "odoo", operation: "read", data: { total: 3 } },
      count: { data: 7 },
    });
    const ours = { notes: "n", tool_outputs: { a: { data: 1 } } };
    expect((await read({ steps, context: ours, context_notes: ["x", "y"] })).plan.context).toEqual({
      notes: "n\n\nx\ny",
      tool_outputs: { a: { data: 1 } },
    });
    expect(await refused({ steps, context: { note: "n" } })).toMatchObject([
      { kind: "unknown_key", path: "context.note" },
    ]);
  });

  it("of a planner with decisions: goal, step_id, decisions as a map, words in capitals", async () => {
    const { plan, warnings } = await read({
      plan_id: "plan_42",
      goal: "Refactor the authentication module",
      status: "ACTIVE",
      steps: [
        { step_id: "S1", title: "Look", mode: "RESEARCH", status: "COMPLETED", notes: "done already" },
        { step_id: "S2", title: "Build", mode: "CODE", status: "PENDING", depends_on: ["S1"], decision_id: "D.1" },
      ],
      decisions: {
        "D.1": {
          header: "Algorithm",
          question: "Which?",
          options: ["eddsa", { label: "rs256", description: "old" }],
          selections: ["rs256"],
          resolved: true,
          multi_select: false,
        },
      },
    });
    expect(plan).toEqual({
      id: ID,
      title: "Refactor the authentication module",
      goal: "Refactor the authentication module",
      steps: [
        { id: "s1", title: "Look", mode: "research" },
        { id: "s2", title: "Build", mode: "code", depends_on: ["s1"], decision_id: "d-1" },
      ],
      decisions: [
        {
          decision_id: "d-1",
          header: "Algorithm",
          question: "Which?",
          options: [{ label: "eddsa" }, { label: "rs256", description: "old" }],
          multi_select: false,
        },
      ],
    });
    expect(warnings.map(({ kind, path }) => [kind, path])).toEqual([
      ["ignored_claim", "status"],
      ["ignored_claim", `decisions["D.1"].selections`],
      ["ignored_claim", `decisions["D.1"].resolved`],
      ["ignored_claim", "steps[0].notes"],
      ["ignored_id", "id"],
    ]);
  });

  it.each([
    "status",
    "approved_by",
    "approved_at",
    "version",
    "revision",
    "digest",
    "created_at",
    "updated_at",
    "result_summary",
  ])("cannot claim %s", async (key) => {
    const { plan, warnings } = await read({ ...planWith(), [key]: "approved" });
    expect(plan).toEqual(planWith());
    expect(warnings).toMatchObject([{ kind: "ignored_claim", path: key }]);
  });

  it("has its own id only if it is one", async () => {
    expect((await read({ ...planWith(), id: "PLAN-deadbeef" })).plan.id).toBe("PLAN-deadbeef");
    for (const id of ["../../etc", "plan", 7, "PLAN-deadbeef/..", "PLAN-deadbeef\n"]) {
      expect((await read({ ...planWith(), id })).plan.id).toBe(ID);
    }
  });
});

describe("ids of a draft", () => {
  const ids = async (steps: unknown[]) =>
    (await read({ title: "t", steps })).plan.steps.map((step) => [step.id, ...(step.depends_on ?? [])]);
  const step = (id: unknown, ...depends_on: unknown[]) => ({ ...(id !== undefined && { id }), title: "t", depends_on });

  it("become slugs together with what refers to them", async () => {
    expect(await ids([step("Step 1"), step("Prüfe Datei!", "Step 1"), step(3, "Prüfe Datei!", "Step 1")])).toEqual([
      ["step-1"],
      ["prufe-datei", "step-1"],
      ["3", "prufe-datei", "step-1"],
    ]);
  });

  it("are made up where missing, and never taken twice", async () => {
    expect(await ids([step("step-2"), step(undefined), step("Step 2"), step(undefined, "step-2", "Step 2")])).toEqual([
      ["step-2"],
      ["step-2-3"],
      ["step-2-2"],
      ["step-4", "step-2", "step-2-2"],
    ]);
  });

  it("may be the numbers of steps that have none", async () => {
    expect(await ids([step(undefined), step(undefined, 1), step(undefined, "2", 1)])).toEqual([
      ["step-1"],
      ["step-2", "step-1"],
      ["step-3", "step-2", "step-1"],
    ]);
  });

  it("that are the same stay the same, to be refused", async () => {
    expect(await refused({ title: "t", steps: [step("Same One"), step("Same One")] })).toMatchObject([
      { kind: "duplicate_step" },
    ]);
  });

  it("are never the same for different ids, and always of the right shape", async () => {
    const anyId = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.constantFrom("a", "A", "step-1", "Step 1", "STEP 1", "步骤", "__proto__"),
      fc.nat(5),
    );
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyId, { selector: String, minLength: 1, maxLength: 8 }), async (written) => {
        const { plan } = await read({
          title: "t",
          steps: written.map((id, at) => step(id, ...written.slice(0, at).filter((other) => String(other).trim()))),
        });
        expect(checkShape(Plan, plan)).toEqual([]);
        expect(new Set(plan.steps.map(({ id }) => id)).size).toBe(written.length);
        const named = (until: number) =>
          plan.steps
            .slice(0, until)
            .filter((_, at) => String(written[at]).trim())
            .map(({ id }) => id);
        for (const [at, { depends_on = [] }] of plan.steps.entries()) expect(depends_on).toEqual(named(at));
      }),
    );
  });
});

describe("titles that are missing", () => {
  const title = async (description: string) => (await read({ title: "t", steps: [{ description }] })).plan.steps[0];

  it("are the first sentence or line of the description", async () => {
    expect(await title("Do it. Then rest.")).toMatchObject({ title: "Do it", description: "Do it. Then rest." });
    expect(await title("Do it\nThen rest.")).toMatchObject({ title: "Do it" });
    expect(await title("Use v1.2.3 of lib.so now")).toEqual({ id: "step-1", title: "Use v1.2.3 of lib.so now" });
    expect(await title("先读代码。然后写测试。")).toMatchObject({ title: "先读代码" });
  });

  it("are cut between words at 80 characters, and nothing of the description is lost", async () => {
    const long = "word ".repeat(40).trim();
    const made = await title(long);
    expect(made?.description).toBe(long);
    expect(made?.title).toMatch(/^(word )+word…$/);
    expect(made?.title.length).toBeLessThanOrEqual(80);
    expect([...((await title("字".repeat(200)))?.title ?? "")]).toHaveLength(80);
  });
});

describe("text", () => {
  const json = JSON.stringify(planWith());

  it.each([
    ["JSON", json],
    ["JSON with a byte order mark", `\ufeff\n${json}`],
    ["JSON in a code block", `\`\`\`json\n${json}\n\`\`\``],
    [
      "JSON in a code block without language, with prose around",
      `Here is my plan:\n\n\`\`\`\n${json}\n\`\`\`\nTell me what you think.`,
    ],
    ["JSON in a code block of tildes, Windows line ends", `Plan:\r\n~~~json\r\n${json}\r\n~~~\r\n`],
  ])("is read as %s", async (_, text) => {
    expect((await read(text)).plan).toEqual(planWith());
  });

  it("says line and column of every problem", async () => {
    const text = `Here it is:

\`\`\`json
{
  "title": "x",
  "colour": 1,
  "steps": [
    { "step_id": "a", "title": "A",
      "risk": "hgih", "depends_on": ["b"] },
    { "step_id": "c", "tool": 7 }
  ],
  "decisions": { "d": { "question": "?", "options": [] } }
}
\`\`\`
`;
    expect((await refused(text)).map(({ kind, path, line, column }) => [kind, path, line, column])).toEqual([
      ["unknown_key", "colour", 6, 3],
      ["wrong_value", "steps[0].risk", 9, 7],
      ["missing_key", "steps[1]", 10, 5],
      ["wrong_type", "steps[1].tools[0]", 10, 23],
      ["wrong_value", "decisions[0].options", 12, 42],
      ["missing_dependency", "steps[0].depends_on[0]", 9, 38],
      ["unused_decision", "decisions[0]", 12, 18],
    ]);
  });

  it.each([
    ['{"title": "x",\n "steps": [}', 2, 12],
    ['{"title": "x"', 1, 14],
    ["```json\n{\n  title: 1\n}\n```", 3, 3],
  ])("that is broken JSON says where: %s", async (text, line, column) => {
    expect(await refused(text)).toMatchObject([{ kind: "not_json", line, column }]);
  });

  it("is read as markdown when it is no JSON, and kept beside the plan", async () => {
    const text = '# Do it\n\n1. First thing\n2. Second thing\n\n```json\n{ "steps": "no plan" }\n```\n';
    const { plan, document } = await read(text);
    expect(plan).toMatchObject({
      id: ID,
      title: "Do it",
      steps: [{ title: "First thing" }, { title: "Second thing" }],
    });
    expect(document?.text).toBe(text);
  });

  it("keeps code blocks of a markdown plan what they are", async () => {
    const text = `---\ntitle: Mine\n---\n\n## Steps\n\n1. [ ] **A** \`a\`\n\n## Notes\n\n\`\`\`json\n${json}\n\`\`\`\n`;
    expect((await read(text)).plan.title).toBe("Mine");
    expect((await read(text.replace(/^---.*?---/s, ""))).plan.steps).toEqual([{ id: "a", title: "A" }]);
  });

  it("that is markdown says line and column of every problem, and is fixed if asked to", async () => {
    const text =
      "---\ntitle: x\ntools_required: [nope]\n---\n\n## Steps\n\n1. [ ] **A** `a`\n   - risk: high\n   - after: zzz\n";
    expect(
      (await refused(text, { facts: { tools: new Set(["read"]) } })).map(({ kind, line, column }) => [
        kind,
        line,
        column,
      ]),
    ).toEqual([
      ["missing_dependency", 10, 13],
      ["unknown_tool", 3, 1],
      ["high_risk_without_check", 8, 1],
    ]);
    expect((await read(text, { fix: true })).plan.steps).toEqual([{ id: "a", title: "A", risk: "high" }]);
  });

  it.each([
    ["fences", "```\n".repeat(60_000)],
    ["fences that never close", "```js\n".repeat(60_000)],
    ["fences of two kinds", "~~~\n```\n".repeat(30_000)],
    ["keys", `---\n${Array.from({ length: 100_000 }, (_, index) => `k${index}: v\n`).join("")}---\n`],
    ["pairs", `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}": 1`).join(",")}}`],
    ["pairs that are no JSON", `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}": 1,`).join("")}}`],
    ["steps with a problem", `## Steps\n\n${"### 1. a\n\n- **Risk:** odd\n\n".repeat(10_000)}`],
  ])(
    "of nothing but %s is read in a few seconds: nobody waits for minutes until it is refused",
    async (_, text) => {
      const began = performance.now();
      expect(await parsePlan(text, { id: ID })).toHaveProperty("problems");
      expect(performance.now() - began).toBeLessThan(12_000);
    },
    60_000,
  );

  it("with two plans in it is refused", async () => {
    const block = `\`\`\`json\n${json}\n\`\`\`\n`;
    expect(await refused(`First:\n${block}Better:\n${block}`)).toMatchObject([{ kind: "two_plans", line: 7 }]);
  });

  it("gives the position up, not the problem, when JSON is nested too deeply", async () => {
    const text = `{"title":"x","steps":[],"context":{"tool_outputs":{"a":{"data":${"[".repeat(20_000)}${"]".repeat(20_000)}}}}}`;
    expect(await refused(text)).toMatchObject([
      { kind: "wrong_type", path: "context.tool_outputs.a.data" },
      { kind: "no_steps" },
    ]);
  });
});

describe("the door", () => {
  it.each([{ title: "x", steps: [] }, "# x\n\n## Steps\n\nnone yet\n"])("refuses %j once: no steps", async (input) => {
    expect(await refused(input)).toMatchObject([
      {
        severity: "error",
        kind: "no_steps",
        message: "no steps were found",
        hint: expect.stringContaining("## Steps"),
      },
    ]);
  });

  it("makes the header of a decision from its id, and does not say the question twice", async () => {
    const options = ["a", "b"];
    const { plan } = await read({
      title: "x",
      steps: [{ title: "A", decision_id: "auth_method" }],
      decisions: [
        { decision_id: "auth_method", question: "Which?", options },
        { question: "Which?", options },
      ],
    });
    expect(plan.decisions?.map(({ header }) => header)).toEqual(["Auth method", "Decision 2"]);
  });

  it("names steps as their writer counts them", async () => {
    const bad = { id: "c", title: "C", risk: "hihg" };
    const problems = await refused({ title: "x", steps: [7, 8, bad, { title: "D", depends_on: ["nope"] }] });
    expect(problems.map(({ message }) => message)).toEqual([
      "step 1 must be an object, not 7",
      "step 2 must be an object, not 8",
      'risk of step 3 must be one of low, medium, high, not "hihg"',
      'step "step-4" depends on "nope", which is no step of the plan',
    ]);
    const text = "## Steps\n\n1. [ ] **A** `a b`\n   - after: nope\n2. [ ] **B** `b b`\n";
    expect((await refused(text)).map(({ message }) => message)).toEqual([
      'id of step 1 cannot be "a b"',
      'step 1 depends on "nope", which is no step of the plan',
      'id of step 2 cannot be "b b"',
    ]);
  });

  it.each([undefined, null, 7, true, [], [planWith()], new Date(0), () => planWith()])("refuses %s", async (input) => {
    expect(await refused(input)).toMatchObject([{ severity: "error", kind: "wrong_type" }]);
  });

  it("tells everything at once, of the shape and of the sense", async () => {
    const problems = await refused({
      title: "x",
      stpes: 1,
      steps: [
        { id: "a", title: "A", risk: 9, depends_on: ["b", "a"], decision_id: "nope" },
        { id: "b", title: "B", depends_on: ["a", "zzz"], files: ["/etc"], tools: ["bash"], denied_tools: ["bash"] },
      ],
      decisions: [{ question: "?", options: "red", default: "blue" }],
    });
    expect(problems.map(({ kind }) => kind).toSorted()).toEqual([
      "circular_dependency",
      "contradicting_tools",
      "glob_outside_project",
      "missing_dependency",
      "self_dependency",
      "unknown_decision",
      "unknown_key",
      "unused_decision",
      "wrong_type",
      "wrong_value",
    ]);
  });

  it("fixes dependencies only if asked to, with warnings", async () => {
    const draft = {
      title: "x",
      steps: [
        { id: "a", title: "A", depends_on: ["a", "x", "b"] },
        { id: "b", title: "B", depends_on: ["a"] },
      ],
    };
    expect(await refused(draft)).toHaveLength(3);
    const { plan, warnings } = await read(draft, { fix: true });
    expect(plan.steps).toEqual([
      { id: "a", title: "A" },
      { id: "b", title: "B", depends_on: ["a"] },
    ]);
    expect(warnings.map(({ severity }) => severity)).toEqual(["warning", "warning", "warning"]);
  });

  it("holds the plan against the facts it is given", async () => {
    const draft = planWith({ steps: [{ id: "a", title: "A", tools: ["raed"] }] });
    expect(await refused(draft, { facts: { tools: new Set(["read"]) } })).toMatchObject([
      { kind: "unknown_tool", path: "steps[0].tools[0]", hint: 'did you mean "read"?' },
    ]);
  });

  it("is not fooled by names that objects have of their own", async () => {
    const text =
      '{"title":"x","steps":[{"id":"__proto__","title":"A"},{"id":"constructor","title":"B","depends_on":["__proto__"]}],"context":{"__proto__":{"polluted":true},"constructor":1}}';
    const { plan } = await read(text);
    expect(plan.steps[1]?.depends_on).toEqual([plan.steps[0]?.id]);
    expect(Object.entries(plan.context?.tool_outputs ?? {})).toEqual([
      ["__proto__", { data: { polluted: true } }],
      ["constructor", { data: 1 }],
    ]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(await refused('{"title":"x","steps":[],"__proto__":{"goal":"y"}}')).toMatchObject([
      { kind: "unknown_key" },
      {},
    ]);
  });

  it("answers every JSON value with a plan of the right shape or with problems, and never throws", async () => {
    const key = fc.constantFrom(
      "title",
      "goal",
      "summary",
      "steps",
      "decisions",
      "context",
      "id",
      "step_id",
      "options",
      "depends_on",
      "tools",
      "tool",
      "question",
      "sections",
      "notes",
      "status",
      "context_notes",
      "tool_outputs",
      "estimate",
      "__proto__",
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(null, "", "a", "b", 0, 1, true),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.array(fc.tuple(key, tie("value")), { maxLength: 5 }).map((pairs) => Object.fromEntries(pairs)),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, value, { noNullPrototype: true }), async (input) => {
        const parsed = await parsePlan(input, { id: ID, fix: true });
        if ("problems" in parsed) expect(parsed.problems.some((problem) => problem.severity === "error")).toBe(true);
        else expect(checkShape(Plan, parsed.plan)).toEqual([]);
      }),
      { numRuns: runs(2000) },
    );
  });
});
