import type { XStatic } from "typebox/schema";
import type { StepId } from "../plan/plan.ts";
import { Quote } from "../plan/quote.ts";

/** A comment on a quoted text of the plan. */
export const QuoteComment = {
  ...Quote,
  required: [...Quote.required, "text"],
  properties: { ...Quote.properties, text: { type: "string", minLength: 1, maxLength: 10_000 } },
} as const;
export type QuoteComment = XStatic<typeof QuoteComment>;

/** The comments of a request for changes: at most one on each step, and any on quoted texts. */
export interface Comments {
  comments?: Record<StepId, string>;
  quotes?: QuoteComment[];
}

/** One comment, on a step or on a quoted text. */
export type Comment = { step_id: StepId; field?: never; text: string } | QuoteComment;

export function commentsOf({ comments = {}, quotes = [] }: Comments): Comment[] {
  return [...Object.entries(comments).map(([step_id, text]) => ({ step_id, text })), ...quotes];
}
