import type { CardDetails } from "../../../agent/card-details.ts";
import { visible } from "../../../plan/visible.ts";
import type { CardContent, CardLine } from "./card-line.ts";
import { confirmationCard, decisionCard, questionCard } from "./request-cards.ts";
import { approvedCard, changesCard, planningCard, rejectedCard, submittedCard } from "./review-cards.ts";
import { failureCard, noticeCard, refusedCard, stepCard, summaryCard } from "./run-cards.ts";

/** The content of a card, before it is printed or drawn. */
export function cardContent(details: CardDetails): CardContent {
  const { title, body, ...content } = contentOf(details);
  return { ...content, title: spelled(title), body: body.map(spelledLine) };
}

/** Quoted text is spelled out already; a session's file may hold any text in the place of a number. */
function spelled(text: string): string {
  return visible(text, { spelled: true });
}

function spelledLine(line: CardLine): CardLine {
  switch (line.kind) {
    case "fact":
    case "detail":
      return { ...line, text: spelled(line.text) };
    case "command":
      return { ...line, command: spelled(line.command), does: spelled(line.does) };
    case "exact":
      return { ...line, text: visible(line.text.replaceAll("\t", "⇥"), { multiline: true, spelled: true }) };
    case "quote":
      return line;
  }
}

function contentOf(details: CardDetails): CardContent {
  switch (details.card) {
    case "planning_started":
      return planningCard(details);
    case "plan_submitted":
      return submittedCard(details);
    case "changes_requested":
      return changesCard(details);
    case "approved":
      return approvedCard(details);
    case "rejected":
      return rejectedCard(details);
    case "step":
      return stepCard(details);
    case "question":
      return questionCard(details);
    case "decision":
      return decisionCard(details);
    case "confirmation":
      return confirmationCard(details);
    case "failure":
      return failureCard(details);
    case "refused":
      return refusedCard(details);
    case "summary":
      return summaryCard(details);
    case "notice":
      return noticeCard(details);
  }
}
