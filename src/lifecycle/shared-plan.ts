import type { XStatic } from "typebox/schema";
import { Plan } from "../plan/plan.ts";
import { PLAN_STATUSES } from "./plan-state.ts";
import { STEP_STATUSES } from "./step-state.ts";

// Plain constants, as the shape of a plan is: a link carries this as JSON, and who opens it checks it.

const text = { type: "string" } as const;
const texts = { type: "array", items: text } as const;
const count = { type: "integer", minimum: 0 } as const;
const number = { type: "number", minimum: 0 } as const;
const yesOrNo = { type: "boolean" } as const;

const Who = {
  type: "object",
  additionalProperties: false,
  required: ["name", "kind", "surface"],
  properties: { name: text, kind: { enum: ["person", "local", "agent", "host", "file"] }, surface: text },
} as const;
export type Who = XStatic<typeof Who>;

const SharedStep = {
  type: "object",
  additionalProperties: false,
  required: ["id", "status", "attempts"],
  properties: {
    id: text,
    status: { enum: [...STEP_STATUSES, "rolled_back", "left_out"] },
    attempts: count,
    seconds: number,
    tokens: count,
    cost: number,
    notes: text,
    error: text,
    output: { ...text, description: "of the step or of its check: the end of it" },
    surprises: { ...texts, description: "what the signed step did not say" },
    files: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["path", "how"],
        properties: { path: text, how: { enum: ["added", "changed", "removed"] } },
      },
    },
    patch: { ...text, description: "its changes, as git shows them" },
    patch_left_out: { ...text, description: "why there is no patch, or not all of it" },
  },
} as const;
export type SharedStep = XStatic<typeof SharedStep>;

/** A plan or a run as it is handed to others: in one HTML file, or in a link. Text of models and people in it is raw. */
export const SharedPlan = {
  type: "object",
  additionalProperties: false,
  required: [
    ...["format", "exported_at", "project", "plan", "status", "journal", "revision", "digest", "seal", "signatures"],
    ...["needed", "left_out", "reviews", "answers", "selections", "steps", "amendments", "rolled_back", "history"],
  ],
  properties: {
    format: { enum: [1] },
    exported_at: text,
    project: text,
    plan: Plan,
    status: { enum: [...PLAN_STATUSES, "elsewhere"] },
    journal: {
      type: "object",
      additionalProperties: false,
      required: ["records", "verified"],
      properties: { records: count, verified: yesOrNo, problem: text },
    },
    revision: count,
    digest: { type: "string", pattern: "^sha256:[0-9a-f]{64}$" },
    requester: Who,
    proposed_by: Who,
    proposed_at: text,
    seal: {
      type: "object",
      additionalProperties: false,
      required: ["share", "is_void", "words"],
      properties: { share: { type: "number", minimum: 0, maximum: 1 }, is_void: yesOrNo, words: text },
    },
    signatures: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["by", "at"],
        properties: { by: Who, at: text, notes: text },
      },
    },
    needed: { ...count, description: "how many signatures" },
    left_out: { ...texts, description: "steps that the signers left out" },
    executor_model: text,
    voided: {
      type: "object",
      additionalProperties: false,
      required: ["by", "revision"],
      properties: { by: { type: "array", items: Who }, revision: count },
    },
    reviews: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["by", "at", "revision", "verdict", "feedback"],
        properties: {
          by: Who,
          at: text,
          revision: count,
          verdict: { enum: ["changes_requested", "rejected", "withdrawn"] },
          feedback: text,
          comments: {
            type: "array",
            items: {
              type: "object",
              additionalProperties: false,
              required: ["on", "text", "state"],
              properties: { on: text, quote: text, text, state: { enum: ["open", "addressed", "lost"] } },
            },
          },
        },
      },
    },
    answers: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["question", "at"],
        properties: { question: text, at: text, answer: text, by: Who, answered_at: text },
      },
    },
    selections: { type: "object", additionalProperties: texts },
    run: {
      type: "object",
      additionalProperties: false,
      required: ["started_at", "by"],
      properties: { started_at: text, ended_at: text, seconds: number, by: Who, words: text },
    },
    steps: { type: "array", items: SharedStep },
    amendments: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["step", "by", "at", "adds"],
        properties: { step: text, by: Who, at: text, adds: text },
      },
    },
    rolled_back: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["by", "at", "steps"],
        properties: { by: Who, at: text, steps: texts },
      },
    },
    history: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["at", "words", "tone"],
        properties: {
          at: text,
          words: text,
          tone: { enum: ["person", "ok", "warn", "bad", "run", "plain"] },
          detail: text,
        },
      },
    },
    history_left_out: { ...count, description: "how many earlier entries there are" },
  },
} as const;
export type SharedPlan = XStatic<typeof SharedPlan>;
