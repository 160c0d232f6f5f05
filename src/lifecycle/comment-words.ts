import type { Comment } from "./comment.ts";

// Apart from the shapes: the start of a session in the terminal loads these words, and no shapes.

/** What a comment is on, without its quote: `step build`, `step build, run`, `decision store, question`, `summary`. */
export function commentPlace(comment: Comment): string {
  if (comment.field === undefined) return `step ${comment.step_id}`;
  const { step_id, decision_id, field } = comment;
  if (step_id !== undefined) return `step ${step_id}, ${field}`;
  return decision_id === undefined ? field : `decision ${decision_id}, ${field}`;
}

/** The same with the quote, as JSON, so that it cannot be read as anything else. */
export function commentSubject(comment: Comment): string {
  return comment.field !== undefined
    ? `${commentPlace(comment)}, ${JSON.stringify(comment.quote)}`
    : commentPlace(comment);
}
