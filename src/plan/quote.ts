import type { XStatic } from "typebox/schema";
import { Decision, Step } from "./plan.ts";

/** A text that a person quotes from a step, from a decision, or, without both, from the plan itself. */
export const Quote = {
  type: "object",
  additionalProperties: false,
  required: ["field", "quote"],
  properties: {
    step_id: Step.properties.id,
    decision_id: Decision.properties.decision_id,
    field: {
      type: "string",
      pattern: "^[a-z][a-z_]*$",
      maxLength: 64,
      description: "the field that holds the text: title, description, run, … of a step; summary, risks, … of the plan",
    },
    quote: { type: "string", minLength: 1, maxLength: 2000, description: "the text; its white space does not count" },
    occurrence: { type: "integer", minimum: 1, description: "which one, if the field has the text more than once" },
  },
} as const;
export type Quote = XStatic<typeof Quote>;
