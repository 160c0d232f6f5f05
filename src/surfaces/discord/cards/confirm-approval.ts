import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { button, type CardMessage, cardMessage, rowsOf, words } from "./card-message.ts";
import { planCustomId } from "./custom-id.ts";
import { code, inline, quoted } from "./discord-text.ts";
import { shownText } from "./plan-facts.ts";

/** A message sounds like an approval: the button confirms it, for exactly this text. */
export function confirmApprovalCard(plan: LivePlan, said: string): CardMessage {
  const shown = shownText(plan);
  const text = [
    quoted(said, 300, 4),
    `Do you approve revision ${shown.revision} of ${code(plan.id)} **${inline(shown.plan.title, 150)}**?`,
  ].join("\n");
  return cardMessage({
    body: [words(text)],
    rows: rowsOf([
      button(planCustomId("approve", shown), "Approve", "success"),
      button(planCustomId("details", shown), "Details"),
    ]),
  });
}
