import { normaliseChoices, wrongChoices } from "../../../lifecycle/choices.ts";
import type { Refusal } from "../../../lifecycle/refusal.ts";
import { canonical } from "../../../plan/canonical.ts";
import { visible } from "../visible-in-terminal.ts";
import type { ReviewDraft } from "./review-draft.ts";
import type { ReviewSubject } from "./review-subject.ts";

/** The answers that the desk decides about. */
export type Answer = "approve" | "request_changes" | "reject";

const DOING: Record<Answer, string> = {
  approve: "Approving",
  request_changes: "Asking for changes",
  reject: "Rejecting",
};

/** Why an answer would be refused, by the functions that would refuse it. */
export function answerRefusal(answer: Answer, subject: ReviewSubject, draft: ReviewDraft): string | undefined {
  if (!subject.offered.includes(answer)) {
    return `${DOING[answer]} is not offered to you now${subject.whyNot ? `: ${visible(subject.whyNot)}` : "."}`;
  }
  return answer === "approve" ? choicesRefusal(subject, draft) : undefined;
}

/** Why the choices would be refused, shown as soon as they are made. */
export function choicesRefusal(subject: ReviewSubject, draft: ReviewDraft): string | undefined {
  const wrong = wrongChoices(subject.plan, draft.choices);
  if (wrong) return withNumbers(subject, wrong);
  const { signed } = subject;
  if (signed && canonical(normaliseChoices(signed.choices)) !== canonical(normaliseChoices(draft.choices))) {
    return `${signed.by.map((name) => visible(name)).join(", ")} signed other choices; only equal choices count together.`;
  }
  return undefined;
}

/** The screen numbers its steps, so the refusal does too. */
function withNumbers({ plan }: ReviewSubject, { message, facts }: Refusal): string {
  const needs = facts?.["needs"];
  if (!Array.isArray(needs)) return message;
  const number = (id: unknown) => plan.steps.findIndex((step) => step.id === id) + 1;
  const needed = needs.map(number).join(", ");
  return `Step ${number(facts?.["step"])} needs step ${needed}: leave it out as well, or keep both.`;
}
