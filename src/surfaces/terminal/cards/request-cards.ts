import type { ConfirmationCard, DecisionCard, QuestionCard } from "../../../agent/card-details.ts";
import { oneLine } from "../panel/fit.ts";
import { type CardContent, type CardLine, fact, quote } from "./card-line.ts";

export function questionCard({ asked_by, question, options = [], answer }: QuestionCard): CardContent {
  return {
    mark: answer ? "✓" : "?",
    tone: answer ? "success" : "warning",
    title: answer ? `${oneLine(answer.by)} answered` : `${oneLine(asked_by)} asks`,
    body: [
      ...quote(question),
      ...(answer ? [] : optionsOf(options)),
      ...(answer ? [fact("Answer:"), ...quote(answer.text)] : []),
    ],
  };
}

export function decisionCard(card: DecisionCard): CardContent {
  const { decision_id, header, question, options, multi_select, answer } = card;
  const chosen = answer?.selections.map(oneLine).join(", ");
  return {
    mark: answer ? "✓" : "?",
    tone: answer ? "success" : "warning",
    title: answer ? `${oneLine(answer.by)} decided ${oneLine(header)}: ${chosen}` : `To be decided: ${oneLine(header)}`,
    body: [
      ...quote(question),
      ...(answer ? [] : optionsOf(options)),
      ...(answer
        ? []
        : [
            ...(multi_select ? [fact("Any number of them may be chosen.", "muted")] : []),
            { kind: "command", command: `/plan decide ${oneLine(decision_id)}`, does: "answers" } satisfies CardLine,
          ]),
    ],
  };
}

export function confirmationCard({ tool, summary, reason, answer }: ConfirmationCard): CardContent {
  const name = oneLine(tool);
  const title =
    answer === undefined
      ? `May ${name} be used?`
      : `${oneLine(answer.by)} ${answer.allow ? "allowed" : "refused"} ${name}`;
  return {
    mark: answer === undefined ? "?" : answer.allow ? "✓" : "✗",
    tone: answer === undefined ? "warning" : answer.allow ? "success" : "error",
    title,
    body: [
      ...quote(summary),
      fact(oneLine(reason), "muted"),
      ...quote(answer?.note),
      ...(answer?.allow === false ? [fact(NOT_DONE)] : []),
    ],
  };
}

/** For the model too, which reads what a card says. */
const NOT_DONE = "It was not carried out: do not assume that it succeeded.";

function optionsOf(options: readonly string[]): CardLine[] {
  return options.map((option, index) => fact(`${index + 1}. ${oneLine(option)}`));
}
