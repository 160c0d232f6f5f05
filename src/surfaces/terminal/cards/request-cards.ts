import type { ConfirmationCard, DecisionCard, QuestionCard } from "../../../agent/card-details.ts";
import { oneLine } from "../lines.ts";
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
    // The question stands in its own card above.
    body: answer
      ? []
      : [
          ...quote(question),
          ...optionsOf(options),
          ...(multi_select ? [fact("Choose any number.", "muted")] : []),
          { kind: "command", command: `/plan decide ${oneLine(decision_id)}`, does: "answers" },
        ],
  };
}

export function confirmationCard({ tool, summary, reason, answer }: ConfirmationCard): CardContent {
  const name = oneLine(tool);
  const isPlanning = tool === "enter_plan_mode";
  if (answer === undefined) {
    const title = isPlanning ? "The agent wants to plan first" : `May ${name} be used?`;
    const why = isPlanning ? [] : [fact(oneLine(reason), "muted")];
    return { mark: "?", tone: "warning", title, body: [{ kind: "exact", text: summary }, ...why] };
  }
  const verb = answer.allow ? "allowed" : "refused";
  // The question stands in its own card above.
  return {
    mark: answer.allow ? "✓" : "✗",
    tone: answer.allow ? "success" : "error",
    title: `${oneLine(answer.by)} ${isPlanning ? PLANNING[verb] : `${verb} ${name}`}`,
    body: [...quote(answer.note), ...(answer.allow || isPlanning ? [] : [fact(NOT_DONE)])],
  };
}

const PLANNING = { allowed: "lets it plan first", refused: "wants no plan for this" };

/** The model reads the card, too. */
const NOT_DONE = "It did not run: do not assume that it succeeded.";

function optionsOf(options: readonly string[]): CardLine[] {
  return options.map((option, index) => fact(`${index + 1}. ${oneLine(option)}`));
}
