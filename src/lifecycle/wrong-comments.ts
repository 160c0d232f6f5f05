import { checkShape } from "../plan/check-shape.ts";
import { findQuote } from "../plan/find-quote.ts";
import type { Plan, StepId } from "../plan/plan.ts";
import { quoted } from "../plan/quoted.ts";
import { QuoteComment } from "./comment.ts";
import { commentPlace } from "./comment-words.ts";
import { type Refusal, refusal } from "./refusal.ts";

const MOST_QUOTES = 200;

/** Why the comments cannot be on this text. */
export function wrongComments(
  plan: Plan,
  comments: Record<StepId, string>,
  quotes: readonly QuoteComment[],
): Refusal | undefined {
  const known = new Set(plan.steps.map((step) => step.id));
  const malformed = quotes.flatMap((quote, index) => checkShape(QuoteComment, quote, `quotes[${index}]`));
  if (malformed.length > 0) {
    return refusal("wrong_comment", `A comment cannot be kept: ${malformed[0]?.message}.`, {
      hint: "A comment on a quote has the field, the quoted text and your words.",
      facts: { problems: malformed },
    });
  }
  if (quotes.length > MOST_QUOTES) {
    return refusal("wrong_comment", `A review has at most ${MOST_QUOTES} comments on quotes, not ${quotes.length}.`, {
      hint: "Say in the feedback what they have in common.",
    });
  }
  if (quotes.some(({ step_id, decision_id }) => step_id !== undefined && decision_id !== undefined)) {
    return refusal("wrong_comment", "A comment is on a step or on a decision, not on both.", {
      hint: "Make two comments of it.",
    });
  }
  const steps = [...Object.keys(comments), ...quotes.flatMap(({ step_id }) => step_id ?? [])];
  const unknown = [...new Set(steps)].filter((id) => !known.has(id));
  if (unknown.length > 0) return refusal("unknown_step", `The plan has no step ${unknown.join(", ")}.`);
  const missing = quotes.find((quote) => findQuote(plan, quote) === undefined);
  return missing && quoteNotFound(missing);
}

function quoteNotFound(comment: QuoteComment): Refusal {
  const { quote, text: _, ...place } = comment;
  const which = comment.occurrence === undefined ? "" : ` ${comment.occurrence} times`;
  return refusal("quote_not_found", `${commentPlace(comment)} does not say ${quoted(quote)}${which}.`, {
    hint: "Quote the current text of the plan, or comment on the step.",
    facts: { ...place, quote },
  });
}
