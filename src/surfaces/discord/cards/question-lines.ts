import { ownProperty } from "../../../lifecycle/own-property.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { inline } from "./discord-text.ts";
import { fitLines } from "./fit-lines.ts";
import { shownText } from "./plan-facts.ts";

/** Open decisions and questions, and the decisions already made. */
export function questionLines(state: LivePlan, room: number): string {
  const { decisions = [], questions = [] } = shownText(state).plan;
  const lines = [
    ...decisions.map(({ decision_id, header, options, recommended }) => {
      const chosen = ownProperty(state.selections, decision_id);
      if (chosen) return `☑️ **${inline(header, 60)}**: ${inline(chosen.join(", "), 100)}`;
      const labels = options.slice(0, 4).map(({ label }) => `${inline(label, 40)}${label === recommended ? " ★" : ""}`);
      const more = options.length > labels.length ? ` / … ${options.length - labels.length} more` : "";
      return `🔀 **${inline(header, 60)}** is to be decided: ${labels.join(" / ")}${more}`;
    }),
    ...questions.map((question) => `❔ ${inline(question, 200)}`),
  ];
  return fitLines(lines, room, "more, in the attached plan");
}
