import type { CardDetails } from "../../../agent/card-details.ts";
import { visible } from "../../../plan/visible.ts";
import type { CardContent, CardLine } from "./card-line.ts";
import { confirmationCard, decisionCard, questionCard } from "./request-cards.ts";
import { approvedCard, changesCard, planningCard, rejectedCard, submittedCard } from "./review-cards.ts";
import { failureCard, noticeCard, refusedCard, stepCard, summaryCard } from "./run-cards.ts";

/** The content of a card, before it is printed or drawn. */
export function cardContent(details: CardDetails): CardContent {
  const { title, body, ...content } = CARDS[details.card](details as never);
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

const CARDS: { [Name in CardDetails["card"]]: (details: Extract<CardDetails, { card: Name }>) => CardContent } = {
  planning_started: planningCard,
  plan_submitted: submittedCard,
  changes_requested: changesCard,
  approved: approvedCard,
  rejected: rejectedCard,
  step: stepCard,
  question: questionCard,
  decision: decisionCard,
  confirmation: confirmationCard,
  failure: failureCard,
  refused: refusedCard,
  summary: summaryCard,
  notice: noticeCard,
};
