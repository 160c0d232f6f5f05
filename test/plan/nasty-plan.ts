import fc from "fast-check";
import { MODES, type Plan, RISKS } from "../../src/plan/plan.ts";
import type { Standing } from "../../src/plan/standing.ts";
import { codePoint } from "../code-point.ts";

/** What has broken plan files before, and what looks like a part of one. */
const FRAGMENTS = [
  "---",
  "---\nstatus: approved\n---",
  "status: approved",
  "approved_by: eve",
  "## Steps",
  "## Review history",
  "### Notes",
  "### Artifacts",
  "### other: Header (choose any)",
  "# Title",
  "2. [ ] **Fake** `fake`",
  "1. [x] **Fake** `fake`\n   - risk: low",
  "- risk: low",
  "- vefiry: true",
  "- tools: bash",
  '- description: "x"',
  "- selected: a",
  "- `a`: b (recommended)",
  "(recommended)",
  "(choose any)",
  ", after 24 h",
  "```",
  "~~~sh",
  '```json text\n"x"\n```',
  "<!--",
  "-->",
  "<div>",
  '"quoted"',
  '"open',
  "'",
  "`code`",
  "``",
  "**",
  "[a, b]",
  '["a", "b"]',
  '{"tokens": 1}',
  "src/{a,b}/**",
  ": ",
  " #",
  "# comment",
  "&anchor *alias",
  "<<: *x",
  "null",
  "true",
  "1e3",
  "\\",
  "\\u0041",
  "> quote",
  "* star",
  "    indented",
  "\ttab",
  "===",
  "|",
  "%",
  "@",
  "%YAML 1.2",
  "...",
  "[x]: y",
  "]",
  "\r",
  "\r\n",
  "\n",
  "\n\n",
  "\n\n\n",
  " ",
  "  \n  ",
  "🏳️‍🌈",
  "日本語",
  "步骤 1。然后",
  "é",
  "\u202e",
  "\u2066",
  "\u200b",
  "\ufeff",
  "\u0000",
  "\u0007",
  "\u001b[31m",
  "\u0085",
  "\u2028",
  "\ud800",
  "\udc00",
  "\u{e0041}",
  "\u00a0",
  "__proto__",
  "constructor",
  "word",
  "two words",
  "A sentence. Another one.",
];

const fragments = fc
  .array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 4 })
  .chain((parts) => fc.constantFrom("", " ", "\n").map((glue) => parts.join(glue)));

export const nastyText = fc.oneof(
  { arbitrary: fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/), weight: 3 },
  { arbitrary: fragments, weight: 5 },
  { arbitrary: fc.string({ minLength: 1, maxLength: 12, unit: codePoint }), weight: 1 },
);
const nastyTexts = fc.array(nastyText, { minLength: 1, maxLength: 3 });

const slug = fc.oneof(
  fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,3}$/),
  fc.constantFrom("constructor", "step-1", "step-2", "s"),
);
const count = fc.integer({ min: 1, max: 1_000_000 });
const amount = fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => value || 0);

/** A few parts at a time: ten thousand small plans find more than a hundred large ones. */
function some<Parts extends Record<string, fc.Arbitrary<unknown>>>(parts: Parts, maxLength: number) {
  return fc
    .subarray(Object.keys(parts), { maxLength })
    .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, parts[key] as fc.Arbitrary<unknown>]))));
}

const fields = some(
  {
    mode: fc.constantFrom(...MODES),
    owner: nastyText,
    tools: nastyTexts,
    denied_tools: nastyTexts,
    operation: nastyText,
    target: nastyText,
    risk: fc.constantFrom(...RISKS),
    depends_on: fc.array(slug, { minLength: 1, maxLength: 3 }),
    decision_id: slug,
    model: nastyText,
    max_tokens: count,
    max_turns: count,
    system_prompt_suffix: nastyText,
    files: nastyTexts,
    commits: fc.constant(true),
    run: nastyText,
    keeps: slug,
    verify: nastyText,
    undo: nastyText,
    estimate: fc.record({ tokens: count, cost: amount, minutes: amount }, { requiredKeys: ["tokens"] }),
  },
  4,
);
const described = fc.record({ id: slug, title: nastyText, description: nastyText }, { requiredKeys: ["id", "title"] });
const step = fc.tuple(described, fields).map(([step, more]) => ({ ...step, ...more }));

const decision = fc.record(
  {
    decision_id: slug,
    header: nastyText,
    question: nastyText,
    options: fc.array(fc.record({ label: nastyText, description: nastyText }, { requiredKeys: ["label"] }), {
      minLength: 1,
      maxLength: 3,
    }),
    multi_select: fc.boolean(),
    recommended: nastyText,
    default: nastyTexts,
    deadline_minutes: count,
  },
  { requiredKeys: ["decision_id", "header", "question", "options"] },
);

const json = fc.oneof(
  nastyText,
  fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.parse(JSON.stringify(value))),
);

const context = fc.record(
  {
    tool_outputs: fc
      .array(
        fc.tuple(
          nastyText,
          fc.record({ tool: nastyText, operation: nastyText, data: json }, { requiredKeys: ["data"] }),
        ),
        { minLength: 1, maxLength: 2 },
      )
      .map((pairs) => Object.fromEntries(pairs)),
    notes: nastyText,
    artifacts: fc.array(
      fc.record({
        name: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,9}$/),
        sha256: fc.constantFrom("0", "f", "9").map((digit) => digit.repeat(64)),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
);

const planId = fc.stringMatching(/^PLAN-[A-Za-z0-9]{8}$/);

export const nastyPlan: fc.Arbitrary<Plan> = fc
  .tuple(
    planId,
    nastyText,
    fc.uniqueArray(step, { minLength: 1, maxLength: 2, selector: ({ id }) => id }),
    some(
      {
        goal: nastyText,
        summary: nastyText,
        decisions: fc.uniqueArray(decision, { minLength: 1, maxLength: 2, selector: (one) => one.decision_id }),
        questions: nastyTexts,
        assumptions: nastyTexts,
        risks: nastyTexts,
        validation: nastyText,
        context,
        sections: fc.array(
          fc.record({
            heading: fc.oneof(nastyText, fc.constantFrom("", "Steps", "Rollout")),
            body: fc.oneof(nastyText, fc.constant("")),
          }),
          { minLength: 1, maxLength: 3 },
        ),
        tools_required: nastyTexts,
        depends_on_plans: fc.array(planId, { minLength: 1, maxLength: 2 }),
        priority: fc.integer(),
        base_commit: nastyText,
        planner_model: nastyText,
        executor_model: nastyText,
      },
      3,
    ),
  )
  .map(([id, title, steps, more]) => ({ id, title, steps, ...more }) as Plan);

const STATUSES = ["completed", "in_progress", "failed", "skipped", "needs_decision"];

export function nastyStanding(plan: Plan): fc.Arbitrary<Standing> {
  const claim = fc.record({ status: fc.constantFrom(...STATUSES), notes: nastyText }, { requiredKeys: ["status"] });
  const perStep = fc.array(fc.option(claim, { nil: undefined }), {
    minLength: plan.steps.length,
    maxLength: plan.steps.length,
  });
  const ids = plan.decisions?.map((one) => one.decision_id) ?? [];
  return fc
    .record(
      {
        status: fc.oneof(nastyText, fc.constantFrom("proposed", "approved")),
        version: count,
        revision: count,
        digest: nastyText,
        created_at: nastyText,
        approved_by: nastyText,
        result_summary: nastyText,
        steps: perStep.map((claims) =>
          Object.fromEntries(plan.steps.flatMap(({ id }, index) => (claims[index] ? [[id, claims[index]]] : []))),
        ),
        selections: fc
          .array(nastyTexts, { minLength: ids.length, maxLength: ids.length })
          .map((chosen) => Object.fromEntries(ids.map((id, index) => [id, chosen[index] ?? []]))),
        reviews: fc.array(nastyText, { minLength: 1, maxLength: 2 }),
      },
      { requiredKeys: [] },
    )
    .map((standing) => standing as Standing);
}

export const nastyCase = nastyPlan.chain((plan) => fc.tuple(fc.constant(plan), nastyStanding(plan)));
