import type { XStatic } from "typebox/schema";

// A shape is written once: these values are JSON Schema (for editors, tools and MCP), the types come from them.
// They are plain constants because importing a schema library costs more than the rest of a command together
// (docs/decisions/2026-11-15-shapes-are-json-schema.md).

export const MODES = ["code", "test", "research", "design", "docs", "run"] as const;
export const RISKS = ["low", "medium", "high"] as const;

const slug = { type: "string", pattern: "^[a-z0-9][a-z0-9_-]*$", maxLength: 64 } as const;
const text = { type: "string", minLength: 1 } as const;
const texts = { type: "array", items: text } as const;
const count = { type: "integer", minimum: 1 } as const;

export const Estimate = {
  type: "object",
  additionalProperties: false,
  properties: {
    tokens: { type: "integer", minimum: 0 },
    cost: { type: "number", minimum: 0, description: "US dollars" },
    minutes: { type: "number", minimum: 0 },
  },
} as const;

/** A node of the plan's graph, as proposed; its progress is in the journal. */
export const Step = {
  type: "object",
  additionalProperties: false,
  required: ["id", "title"],
  properties: {
    id: { ...slug, description: "unique within the plan" },
    title: { ...text, description: "what the step does, in one line" },
    description: { ...text, description: "what exactly, in markdown" },
    mode: { enum: MODES, description: "the kind of specialist that carries it out" },
    owner: { ...text, description: "who is responsible" },
    tools: { ...texts, description: "the only tools the step may use" },
    denied_tools: { ...texts, description: "tools it may not use, even if listed" },
    operation: { ...text, description: "the operation of the tool" },
    target: { ...text, description: "what the operation is applied to" },
    risk: { enum: RISKS },
    depends_on: { type: "array", items: slug, description: "ids of steps that must be completed before" },
    decision_id: { ...slug, description: "the decision this step waits for" },
    model: { ...text, description: "the model that carries it out" },
    max_tokens: count,
    max_turns: count,
    system_prompt_suffix: text,
    files: { ...texts, description: "globs of the only files it may touch, relative to the project" },
    commits: { type: "boolean", description: "true: it may change the git repository (commit, branch, stage)" },
    run: { ...text, description: "an exact command, executed without a model" },
    keeps: {
      ...slug,
      description:
        "a name for the process of run, such as server: steps that depend on this one need it, and it ends with the run",
    },
    verify: { ...text, description: "a command the host runs; the step is complete only if it exits 0" },
    verify_minutes: { ...count, description: "verify is ended after so many minutes, and has failed then" },
    undo: { ...text, description: "how to undo the step: a note or a command" },
    estimate: Estimate,
  },
} as const;
export type Step = XStatic<typeof Step>;

/** A question with options that steps wait for. */
export const Decision = {
  type: "object",
  additionalProperties: false,
  required: ["decision_id", "header", "question", "options"],
  properties: {
    decision_id: slug,
    header: { ...text, description: "a short label" },
    question: text,
    options: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        additionalProperties: false,
        required: ["label"],
        properties: { label: text, description: text },
      },
    },
    multi_select: { type: "boolean" },
    recommended: { ...text, description: "the label of the option the planner recommends" },
    default: { ...texts, description: "labels taken when the deadline passes" },
    deadline_minutes: { ...count, description: "when the default is taken, counted from the question" },
  },
} as const;
export type Decision = XStatic<typeof Decision>;

/** Data too large for the plan: a file in the plan's artifacts directory, named by its content. */
export const Artifact = {
  type: "object",
  additionalProperties: false,
  required: ["name", "sha256"],
  properties: {
    name: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maxLength: 128 },
    sha256: { type: "string", pattern: "^[0-9a-f]{64}$" },
  },
} as const;
export type Artifact = XStatic<typeof Artifact>;

export const Context = {
  type: "object",
  additionalProperties: false,
  properties: {
    tool_outputs: {
      type: "object",
      additionalProperties: {
        type: "object",
        additionalProperties: false,
        required: ["data"],
        properties: { tool: text, operation: text, data: {} },
      },
      description: "what tools answered while planning, by name",
    },
    notes: text,
    artifacts: { type: "array", items: Artifact },
  },
} as const;
export type Context = XStatic<typeof Context>;

/** The durable document a person reads and signs. Absent and empty mean the same, and the absent form is the one kept. */
export const Plan = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Countersign plan",
  type: "object",
  additionalProperties: false,
  required: ["id", "title", "steps"],
  properties: {
    id: { type: "string", pattern: "^PLAN-[A-Za-z0-9]{8}$" },
    title: text,
    goal: text,
    summary: text,
    steps: { type: "array", minItems: 1, items: Step },
    decisions: { type: "array", items: Decision },
    questions: texts,
    assumptions: texts,
    risks: texts,
    validation: text,
    context: Context,
    sections: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["heading", "body"],
        properties: { heading: { type: "string" }, body: { type: "string" } },
      },
      description: "free sections in their order; text before the first heading has the heading ''",
    },
    tools_required: { ...texts, description: "every tool the plan needs" },
    depends_on_plans: { type: "array", items: { type: "string", pattern: "^PLAN-[A-Za-z0-9]{8}$" } },
    priority: { type: "integer" },
    base_commit: { ...text, description: "the commit the plan was made on" },
    planner_model: text,
    executor_model: text,
  },
} as const;
export type Plan = XStatic<typeof Plan>;

export type PlanId = Plan["id"];
export type StepId = Step["id"];

const PLAN_ID = new RegExp(Plan.properties.id.pattern);

/** The only check that lets a text become a plan's id, and so part of a path. */
export function isPlanId(value: unknown): value is PlanId {
  return typeof value === "string" && PLAN_ID.test(value);
}
