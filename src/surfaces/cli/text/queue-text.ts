import { counted } from "../../../plan/quantities.ts";
import { timeAgo } from "../../../plan/time-ago.ts";
import { visible } from "../../../plan/visible.ts";
import { columns, wrap } from "../../../plan/wrap.ts";
import type { QueueEntry } from "../../../run/queue.ts";
import type { Queue, RunningNow } from "../../../run/read-queue.ts";
import type { Look } from "../style.ts";
import { padded } from "./fit.ts";

/** The running plans, then the waiting ones in their order, with the reasons. */
export function queueText({ running, entries, most }: Queue, options: Look): string {
  const { style } = options;
  const limit = `${running.length} of ${counted(most, "plan")} that may run at once`;
  const runs = running.length === 0 ? [] : [style.bold(`Running: ${limit}`), ...rowsOf(running, options, runsRow)];
  const ready = entries.some(({ waits_for }) => waits_for.length === 0);
  const waits =
    entries.length === 0
      ? [EMPTY]
      : [
          style.bold(`Waiting: ${counted(entries.length, "plan")}`),
          ...rowsOf(entries, options, waitsRow),
          ...(ready && running.length === 0 ? ["", "To run them: countersign queue run"] : []),
        ];
  return [...runs, ...(runs.length > 0 ? [""] : []), ...waits].join("\n");
}

const EMPTY = `The queue is empty. To add an approved plan:
  countersign queue add <plan>`;

interface QueueRow {
  mark: string;
  id: string;
  title: string;
  facts: string;
  /** Lines under it. */
  notes: string[];
}

function runsRow({ id, title, status, started_at, steps, steps_done, holder }: RunningNow, { now }: Look): QueueRow {
  const facts = [`${steps_done}/${steps} steps`, `began ${timeAgo(started_at, now)}`];
  const by = holder ? `process ${holder.lease.pid} on ${visible(holder.lease.host)}` : "in a session";
  return { mark: "▶", id, title, facts: facts.join(", "), notes: status === "executing" ? [] : [`${status}; ${by}`] };
}

function waitsRow({ position, id, title, priority, at, waits_for }: QueueEntry, { now }: Look): QueueRow {
  const facts = [...(priority === 0 ? [] : [`priority ${priority}`]), `queued ${timeAgo(at, now)}`];
  const notes = waits_for.map(({ words }) => `waits for ${words}`);
  return { mark: `${position}.`, id, title, facts: facts.join(", "), notes };
}

function rowsOf<One>(list: readonly One[], options: Look, rowOf: (one: One, options: Look) => QueueRow): string[] {
  const { style, width } = options;
  const rows = list.map((one) => rowOf(one, options));
  const mark = Math.max(...rows.map((row) => columns(row.mark)));
  const facts = Math.max(...rows.map((row) => columns(row.facts)));
  const room = width - mark - ID - facts - 8;
  // In a narrow terminal the facts are under the title.
  const isBeside = room >= 16;
  const indent = " ".repeat(mark + 4);
  const under = (words: string) => wrap(words, Math.max(10, width - indent.length)).map((line) => `${indent}${line}`);
  return rows.flatMap((row) => {
    const title = padded(visible(row.title), isBeside ? room : Math.max(1, width - mark - ID - 6));
    const head = `  ${row.mark.padStart(mark)}  ${style.cyan(row.id)}  ${title}`;
    return [
      isBeside ? `${head}  ${style.dim(row.facts)}`.trimEnd() : head.trimEnd(),
      ...(isBeside ? [] : under(row.facts).map((line) => style.dim(line))),
      ...row.notes.flatMap((note) => under(visible(note)).map((line) => style.yellow(line))),
    ];
  });
}

const ID = "PLAN-00000000".length;
