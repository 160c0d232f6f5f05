import type { Plan } from "../../../../../plan/plan.ts";
import type { Quote } from "../../../../../plan/quote.ts";
import type { CommentState } from "../../../api/plan-page.ts";
import type { Anchor, Draft, DraftComment } from "../draft.ts";

/** Whether what a comment was written on is still in the text. */
export type DraftPlace = { state: "here" } | { state: "gone"; words: string };

/** `find` is `findQuote`. */
export function draftPlace(plan: Plan, anchor: Anchor, find: (plan: Plan, quote: Quote) => unknown): DraftPlace {
  const { step_id, decision_id } = anchor;
  if (step_id !== undefined && !plan.steps.some(({ id }) => id === step_id)) {
    return { state: "gone", words: "its step was removed" };
  }
  if (decision_id !== undefined && !plan.decisions?.some((decision) => decision.decision_id === decision_id)) {
    return { state: "gone", words: "its decision was removed" };
  }
  const quote = quoteOf(anchor);
  if (quote === undefined || find(plan, quote) !== undefined) return { state: "here" };
  return { state: "gone", words: "its text was changed" };
}

export function quoteOf({ step_id, decision_id, field, quote, occurrence }: Anchor): Quote | undefined {
  if (field === undefined || quote === undefined) return undefined;
  return {
    ...(step_id !== undefined && { step_id }),
    ...(decision_id !== undefined && { decision_id }),
    field,
    quote,
    ...(occurrence !== undefined && { occurrence }),
  };
}

/** What an earlier comment is on, in the form of a new one. */
export function anchorOf({ step, decision, field, quote }: CommentState): Anchor {
  return {
    ...(step !== undefined && { step_id: step }),
    ...(decision !== undefined && { decision_id: decision }),
    ...(field !== undefined && { field }),
    ...(quote !== undefined && { quote }),
  };
}

/** "step 4, run", "the decision Store", "the summary". */
export function placeName(plan: Plan, { step_id, decision_id, field }: Anchor): string {
  const rest = field === undefined ? "" : `, ${field}`;
  if (step_id !== undefined) {
    const index = plan.steps.findIndex(({ id }) => id === step_id);
    return index < 0 ? `the removed step ${step_id}` : `step ${index + 1}${rest}`;
  }
  if (decision_id !== undefined) {
    const found = plan.decisions?.find((decision) => decision.decision_id === decision_id);
    return `the decision ${found?.header ?? decision_id}`;
  }
  return field === undefined ? "the plan" : `the ${field}`;
}

export interface SentComments {
  feedback: string;
  comments?: Record<string, string>;
  quotes?: (Quote & { text: string })[];
}

/** What a request for changes sends. A comment whose place is gone is sent with the words, so that none is lost. */
export function sentComments(plan: Plan, draft: Draft, find: (plan: Plan, quote: Quote) => unknown): SentComments {
  const here: DraftComment[] = [];
  const gone: DraftComment[] = [];
  for (const comment of draft.comments) {
    (draftPlace(plan, comment, find).state === "here" ? here : gone).push(comment);
  }
  const said = gone.map((comment) => {
    const quote = comment.quote === undefined ? "" : `, “${comment.quote}”`;
    return `On ${placeName(plan, comment)} of revision ${comment.revision}${quote}: ${comment.text}`;
  });
  const comments: Record<string, string> = {};
  for (const { step_id, field, text } of here) {
    if (step_id === undefined || field !== undefined) continue;
    comments[step_id] = comments[step_id] === undefined ? text : `${comments[step_id]}\n\n${text}`;
  }
  const quotes = here.flatMap((comment) => {
    const quote = quoteOf(comment);
    return quote === undefined ? [] : [{ ...quote, text: comment.text }];
  });
  return {
    feedback: [draft.feedback.trim(), ...said].filter((part) => part !== "").join("\n\n"),
    ...(Object.keys(comments).length > 0 && { comments }),
    ...(quotes.length > 0 && { quotes }),
  };
}
