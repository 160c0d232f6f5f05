import { type BrokenGroup, brokenWords } from "../../../desk/broken-journal.ts";
import type { PlanPage, PlanRow } from "../../../desk/rows.ts";
import { withRolledBack } from "../../../lifecycle/counts-words.ts";
import { refusalLines } from "../../../lifecycle/next-action.ts";
import { PLAN_STATUSES, type PlanStatus } from "../../../lifecycle/plan-state.ts";
import { counted } from "../../../plan/quantities.ts";
import { callAction } from "../call-action.ts";
import { button, type CardMessage, cardMessage, rowsOf, words } from "./card-message.ts";
import { plansCustomId } from "./custom-id.ts";
import { code, inline, moment } from "./discord-text.ts";
import { planLook } from "./status-look.ts";
import { fitLines } from "./text-size.ts";

/** The plans of a project, newest first: what `/plans` answers, a page at a time. */
export function plansMessage(
  { rows, next, total }: Pick<PlanPage, "rows" | "next" | "total">,
  distrusted: readonly BrokenGroup[] = [],
): CardMessage {
  const warnings = distrusted.flatMap(({ words, ...way }) => [
    `⚠️ ${inline(refusalLines({ message: words, ...way }, callAction).join(" "), 900)}`,
  ]);
  const listed = rows.length === 0 ? ["No plans yet. `/plan start` begins one."] : rows.map(planLine);
  const lines = [...warnings, ...listed];
  const heading = `### Plans${total === undefined ? "" : ` (${total})`}`;
  return cardMessage({
    body: [words(`${heading}\n${fitLines(lines, 3700)}`)],
    rows: next === undefined ? [] : rowsOf([button(plansCustomId(next), "Older plans")]),
  });
}

function planLine(row: PlanRow): string {
  const look = isKnown(row.status) ? planLook(row.status) : undefined;
  const when = moment(row.updated_at);
  const small = [
    withRolledBack(row.status === "broken" ? brokenWords(row.problem) : (look?.words ?? inline(row.status, 30)), {
      rolled_back: row.steps_rolled_back ?? 0,
      total: row.steps,
    }),
    ...(row.steps_done > 0 ? [`${row.steps_done}/${row.steps} done`] : []),
    ...(row.steps_done === 0 && row.problem?.kind !== "missing" ? [counted(row.steps, "step")] : []),
    ...(row.waiting > 0 ? [`${row.waiting} to answer`] : []),
    ...(row.problem?.kind === "unreadable" ? [`⚠️ ${inline(row.problem.message, 80)}`] : []),
    ...(when ? [when] : []),
  ];
  return `${look?.mark ?? "▪️"} ${code(row.id, 30)} **${inline(row.title || "(no title)", 90)}**\n-# ${small.join(" · ")}`;
}

function isKnown(status: string): status is PlanStatus {
  return (PLAN_STATUSES as readonly string[]).includes(status);
}
