import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { commandsToRun } from "../../../plan/commands-to-run.ts";
import { counted } from "../../../plan/quantities.ts";
import { button, type CardMessage, cardMessage, rowsOf, words } from "./card-message.ts";
import { planCustomId } from "./custom-id.ts";
import { code, inline } from "./discord-text.ts";
import { shownText } from "./plan-facts.ts";

/** Asks the person who pressed Approve once more, for them alone: one tap on a phone signs nothing. */
export function signCard(plan: LivePlan, onCard: number): CardMessage {
  const shown = shownText(plan);
  const { revision, digest, plan: text } = shown;
  const count = commandsToRun(text).length;
  const lines = [
    `Do you approve revision ${revision} of ${code(plan.id)} **${inline(text.title, 150)}**?`,
    `${counted(text.steps.length, "step")}${count > 0 ? `, ${counted(count, "command")} that approval runs` : ""} · ${code(digest.slice(0, 19))}`,
  ];
  return cardMessage({
    body: [words(lines.join("\n"))],
    rows: rowsOf([
      button(planCustomId("sign", shown, onCard), `Approve revision ${revision}`, "success"),
      button(planCustomId("details", shown), "Details"),
    ]),
  });
}
