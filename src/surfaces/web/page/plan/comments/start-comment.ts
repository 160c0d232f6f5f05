import type { Anchor, DraftComment } from "../draft.ts";
import { type Review, showElement, showStep } from "../review.ts";

/** Opens the field for a comment at its place. */
export function startComment(review: Review, anchor: Anchor): void {
  const { draft, standing } = review;
  // One comment on a step as a whole: writing another continues it.
  const known = anchor.field === undefined ? draft.value.comments.find((one) => isSamePlace(one, anchor)) : undefined;
  editComment(review, known ?? { ...anchor, id: newId(), text: "", revision: standing.shown.revision });
}

export function editComment(review: Review, comment: DraftComment): void {
  review.writing.value = comment;
  if (comment.step_id !== undefined) showStep(review, comment.step_id);
  showElement("[data-comment-field]");
}

/** `randomUUID` is missing where the page is not served over TLS or from this machine. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function isSamePlace(one: Anchor, other: Anchor): boolean {
  return one.step_id === other.step_id && one.decision_id === other.decision_id && one.field === other.field;
}
