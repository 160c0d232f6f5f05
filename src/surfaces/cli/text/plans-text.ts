import { brokenWords } from "../../../desk/broken-journal.ts";
import type { PlanPage, PlanRow } from "../../../desk/rows.ts";
import { withRolledBack } from "../../../lifecycle/counts-words.ts";
import { timeAgo } from "../../../plan/time-ago.ts";
import { visible } from "../../../plan/visible.ts";
import { type Look, statusColour } from "../style.ts";
import { padded } from "./fit.ts";

/** One line a plan, cut to the width; the problem of a plan is under it. */
export function plansText(page: PlanPage, { style, width, now, isFiltered }: Look & { isFiltered: boolean }): string {
  if (page.rows.length === 0) return isFiltered ? "No plan matches.\n" : `${EMPTY}\n`;
  const statuses = page.rows.map(statusOf);
  const widest = Math.max(...statuses.map((status) => status.length));
  const lines = page.rows.flatMap((row, index) => {
    const status = statuses[index] ?? "";
    const when = timeAgo(row.updated_at, now);
    const room = width - row.id.length - widest - when.length - 6;
    const colour = row.problem ? "red" : statusColour(row.status);
    const line = [
      style.cyan(row.id),
      style[colour](status.padEnd(widest)),
      padded(visible(row.title), room),
      style.dim(when),
    ].join("  ");
    // `plans` says before its list why journals cannot be trusted, each reason once.
    return row.problem?.kind === "unreadable"
      ? [line, `${" ".repeat(row.id.length + 2)}${style.red(padded(problemOf(row), width - row.id.length - 2))}`]
      : [line];
  });
  const more = page.next ? `\nThere are more: countersign plans --after "${page.next}"\n` : "";
  return `${lines.join("\n")}\n${more}`;
}

const EMPTY = `There are no plans yet. Let a model write one, or write one as markdown or JSON and propose it:
  countersign plan "replace the session cookies with JWT"
  countersign propose plan.md`;

function statusOf(row: PlanRow): string {
  if (row.status === "broken") return brokenWords(row.problem);
  if (row.problem) return "unreadable";
  if (row.elsewhere !== undefined) return `${visible(row.elsewhere).slice(0, 18)} elsewhere`;
  if (row.expired) return "expired";
  return withRolledBack(row.status.replaceAll("_", " "), { rolled_back: row.steps_rolled_back ?? 0, total: row.steps });
}

function problemOf({ problem }: PlanRow): string {
  const line = problem?.line === undefined ? "" : `line ${problem.line}: `;
  return visible(`${line}${problem?.message ?? ""}`, { spelled: true });
}
