import { formOf } from "../../../acts/request-form.ts";
import type { InboxEntry } from "../../../desk/requests.ts";
import { requestQuestion } from "../../../lifecycle/request-question.ts";
import { unbroken } from "../../../plan/visible-command.ts";
import { oneLine } from "../lines.ts";
import { visible } from "../visible-in-terminal.ts";

/** What a request asks, on one line. */
export function requestMessage(entry: InboxEntry): string {
  const isOfPlan = entry.kind === "review" || entry.kind === "divergence";
  const question = `${isOfPlan ? `${entry.title ?? entry.journal}: ` : ""}${requestQuestion(entry)}`;
  // A call has its own line breaks, which were made visible when it was asked.
  return entry.kind === "confirmation" ? visible(unbroken(question), { spelled: true }) : oneLine(question);
}

/** What else matters for the choice: whose it is, what is known, and what there is to choose from. */
export function requestFacts(entry: InboxEntry): string {
  const { facts, choices, kind } = formOf(entry);
  const isList = kind === "decision" || kind === "question";
  const known = facts.filter(({ as }) => as === "note" || ((as === "exact" || as === "diff") && kind === "amendment"));
  return [
    ...(entry.title === undefined ? [entry.journal] : [entry.title]),
    ...known.map(({ text }) => text),
    ...(isList && choices.length > 0 ? [choices.map(({ label }) => label).join(" | ")] : []),
  ]
    .map(oneLine)
    .join(" · ");
}
