import type { ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import { sinceWhen } from "../../../desk/statistics/since.ts";
import { noStatistics, statisticsSections } from "../../../desk/statistics/statistics-text.ts";
import { statistics } from "../../../desk/statistics.ts";
import { refusalText } from "../refusal-text.ts";
import { visible as visibleInTerminal } from "../visible-in-terminal.ts";

/** `/plan-stats [30d]`: statistics of the plans of this project. */
export async function planStats(session: PlanSession, words: string, context: ExtensionCommandContext): Promise<void> {
  const told = await planStatsText(session, words, new Date());
  if (told.ok) context.ui.notify(told.value, "info");
  else context.ui.notify(refusalText(told.refusal), "warning");
}

const EMPTY = "There are no plans yet. /plan <goal> starts one.";

export async function planStatsText(
  { agent, textWidth }: PlanSession,
  words: string,
  now: Date,
): Promise<Outcome<string>> {
  const typed = words.trim();
  const since = typed === "" ? undefined : sinceWhen(typed, now);
  if (typed !== "" && since === undefined)
    return no("malformed", `"${typed}" is no time.`, { hint: "/plan-stats 30d, 12h, 2w or 2026-11-01" });
  if (!agent.isKept) return yes(EMPTY);
  const found = await statistics(agent.desk, since === undefined ? {} : { since });
  const nothing = noStatistics(found);
  if (nothing !== undefined) return yes(since === undefined && found.plans.broken === 0 ? EMPTY : nothing);
  const sections = statisticsSections(found, textWidth());
  const text = sections.map(({ heading, lines }) => [heading, ...lines].join("\n")).join("\n\n");
  return yes(visibleInTerminal(text, { multiline: true }));
}
