import type { SelectList } from "@earendil-works/pi-tui";
import { classifyReply, type ReplyMeaning } from "../../../policy/intent/reply-to-plan.ts";
import type { Paint } from "../paint.ts";
import { choiceList } from "./choice-list.ts";
import type { ReviewDraft } from "./review-draft.ts";

/** What a comment on the whole plan means. Comments on steps go only with a request for changes: then it is not clear. */
export function replyMeaning({ feedback, comments }: ReviewDraft): ReplyMeaning {
  const hasComments = Object.keys(comments).length > 0;
  if (feedback.trim() === "") return "change_request";
  const meaning = classifyReply(feedback);
  return hasComments && meaning !== "change_request" ? "unclear" : meaning;
}

/** Asks what an unclear comment is for. */
export function replyChoice(paint: Paint, onChoice: (meaning: Exclude<ReplyMeaning, "unclear">) => void): SelectList {
  const list = choiceList(paint, ITEMS, ITEMS.length);
  list.onSelect = ({ value }) => {
    const item = ITEMS.find((one) => one.value === value);
    if (item) onChoice(item.value);
  };
  return list;
}

const ITEMS = [
  { value: "change_request", label: "a request for changes: the agent revises the plan" },
  { value: "question", label: "a message to the agent: the plan stays as it is" },
  { value: "consent", label: "your approval: you are asked once more" },
] as const;
