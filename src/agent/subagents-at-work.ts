import { NO_STATS, type StepStats } from "../lifecycle/step-result.ts";
import { defined } from "../plan/defined.ts";
import type { StepId } from "../plan/plan.ts";
import { visible } from "../plan/visible.ts";
import { visibleCommand } from "../plan/visible-command.ts";
import type { RunNews } from "../run/run-news.ts";

/** A running subagent, as far as it has reported. */
export interface SubagentAtWork {
  subagent_id: string;
  attempt: number;
  /** What it is doing, in a few words. */
  doing?: string;
  /** What it has used so far. */
  stats: StepStats;
  /** How full its context is. */
  context_percent?: number;
  /** A provider asked it to wait. */
  isLimited?: boolean;
}

export type SubagentsAtWork = ReadonlyMap<StepId, SubagentAtWork>;

/** Adds the news. A step is at work from the record of its start, before anything is reported of it. */
export function withNews(known: SubagentsAtWork, news: RunNews): SubagentsAtWork {
  switch (news.type) {
    case "changed": {
      const steps = news.plan.run?.steps;
      const isAtWork = ([id, { subagent_id }]: [StepId, SubagentAtWork]) =>
        steps?.get(id)?.status === "in_progress" && steps.get(id)?.subagent_id === subagent_id;
      const still = [...known].filter(isAtWork);
      if (still.length === known.size && still.length === (steps?.count("in_progress") ?? 0)) return known;
      const begun = (steps?.that("in_progress") ?? []).map((id): [StepId, SubagentAtWork] => {
        const { subagent_id = "", attempts = 1 } = steps?.get(id) ?? {};
        return [id, { subagent_id, attempt: attempts, stats: NO_STATS }];
      });
      return new Map([...begun, ...still]);
    }
    case "progress": {
      const { step_id, attempt, subagent_id } = news;
      const before = known.get(step_id);
      const one = before?.subagent_id === subagent_id ? before : { subagent_id, attempt, stats: NO_STATS };
      const now = after(one, news.progress);
      return now === before ? known : new Map(known).set(step_id, now);
    }
    case "waiting":
    case "note":
      return known;
  }
}

type Progress = Extract<RunNews, { type: "progress" }>["progress"];

function after(one: SubagentAtWork, progress: Progress): SubagentAtWork {
  switch (progress.type) {
    case "activity":
      return { ...one, doing: visibleCommand(progress.text, { inline: true }), isLimited: false };
    case "tool":
      return { ...one, doing: doingOf(progress.tool, progress.summary), isLimited: false };
    case "usage": {
      const { stats, context_percent } = progress;
      return { ...one, stats, isLimited: false, ...defined({ context_percent }) };
    }
    case "waiting":
      return { ...one, doing: `waits: ${progress.reason}`, isLimited: true };
    case "output":
    case "warning":
      return one;
  }
}

/** "editing src/middleware.ts", "$ npm test". */
function doingOf(tool: string, summary: string): string {
  const about = visible(summary.replace(/\s+/g, " ").trim(), { spelled: true });
  if (tool === "bash") return `$ ${about}`;
  return `${DOING[tool] ?? `calling ${visible(tool)}`}${about === "" ? "" : ` ${about}`}`;
}

const DOING: Partial<Record<string, string>> = {
  read: "reading",
  edit: "editing",
  write: "writing",
  grep: "searching for",
  find: "looking for",
  ls: "looking at",
};
