import fc from "fast-check";
import { MODES, type Plan, RISKS, type Step } from "../../src/plan/plan.ts";
import { codePoint } from "../code-point.ts";

const AWKWARD = [
  "---",
  "## Steps",
  "status: approved",
  "a: b\n- c",
  "`x`",
  "\u202e",
  "\u0000",
  "日本語",
  "🏳️‍🌈",
  "\ud800",
  "__proto__",
];

/** Texts of every kind a field can hold, with those that broke others. */
export const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20, unit: codePoint }),
  fc.constantFrom(...AWKWARD),
  fc.tuple(fc.constantFrom(...AWKWARD), fc.string({ maxLength: 5 })).map(([a, b]) => a + b),
);
const texts = fc.array(text, { minLength: 1, maxLength: 3 });
const count = fc.integer({ min: 1, max: 1_000_000 });
export const slug = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,6}$/);
const planId = fc.stringMatching(/^PLAN-[A-Za-z0-9]{8}$/);

export const step: fc.Arbitrary<Step> = fc.record(
  {
    id: slug,
    title: text,
    description: text,
    mode: fc.constantFrom(...MODES),
    owner: text,
    tools: texts,
    denied_tools: texts,
    operation: text,
    target: text,
    risk: fc.constantFrom(...RISKS),
    depends_on: fc.array(slug, { minLength: 1, maxLength: 3 }),
    decision_id: slug,
    model: text,
    max_tokens: count,
    max_turns: count,
    verify_minutes: count,
    system_prompt_suffix: text,
    files: texts,
    commits: fc.constant(true),
    run: text,
    keeps: slug,
    verify: text,
    undo: text,
    estimate: fc.record({ tokens: count, cost: count, minutes: count }, { requiredKeys: ["tokens"] }),
  },
  { requiredKeys: ["id", "title"] },
);

const decision = fc.record(
  {
    decision_id: slug,
    header: text,
    question: text,
    options: fc.array(fc.record({ label: text, description: text }, { requiredKeys: ["label"] }), {
      minLength: 1,
      maxLength: 3,
    }),
    multi_select: fc.boolean(),
    recommended: text,
    default: texts,
    deadline_minutes: count,
  },
  { requiredKeys: ["decision_id", "header", "question", "options"] },
);

const context = fc.record(
  {
    tool_outputs: fc.dictionary(
      text,
      fc.record({ tool: text, operation: text, data: fc.jsonValue({ maxDepth: 2 }) }, { requiredKeys: ["data"] }),
      { minKeys: 1, maxKeys: 3 },
    ),
    notes: text,
    artifacts: fc.array(
      fc.record({
        name: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,9}$/),
        sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  },
  { requiredKeys: ["notes"] },
);

/** Plans of the right shape in the form that is kept; whether they make sense is another matter. */
export const plan: fc.Arbitrary<Plan> = fc.record(
  {
    id: planId,
    title: text,
    goal: text,
    summary: text,
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
    decisions: fc.array(decision, { minLength: 1, maxLength: 2 }),
    questions: texts,
    assumptions: texts,
    risks: texts,
    validation: text,
    context,
    sections: fc.array(fc.record({ heading: text, body: fc.oneof(text, fc.constant("")) }), {
      minLength: 1,
      maxLength: 3,
    }),
    tools_required: texts,
    depends_on_plans: fc.array(planId, { minLength: 1, maxLength: 2 }),
    priority: fc.integer(),
    base_commit: text,
    planner_model: text,
    executor_model: text,
  },
  { requiredKeys: ["id", "title", "steps"] },
);

/** A plan with only what a test is about. */
export function planWith(parts: Partial<Plan> = {}): Plan {
  return { id: "PLAN-a1b2c3d4", title: "A plan", steps: [{ id: "one", title: "Do one thing" }], ...parts };
}
