import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { openRequests, runsAgainAt } from "../../../lifecycle/request.ts";
import { addStats, NO_STATS, type StepStats } from "../../../lifecycle/step-result.ts";
import { defined } from "../../../plan/defined.ts";
import type { StepId } from "../../../plan/plan.ts";
import { visible } from "../../../plan/visible.ts";
import { visibleCommand } from "../../../plan/visible-command.ts";
import type { RunNews } from "../../../run/run-news.ts";
import type { StepProgress } from "../../../run/step-runner.ts";
import { type RunChange, runChanges } from "./run-changes.ts";

/** The progress of a running step. */
export interface StepAtWork {
  /** Milliseconds. */
  since: number;
  doing?: string;
  /** The last lines of its output, unchanged. */
  log: string[];
  stats: StepStats;
  waits?: { reason: string; until?: string };
}

const LINES_KEPT = 12;
const LONGEST_LINE = 2_000;

/** A run as a watcher shows it: the plan, and the progress of its running steps. */
export class RunProgress {
  #plan: LivePlan;
  readonly #began: number;
  readonly #atWork = new Map<StepId, StepAtWork>();
  #waiting: string[] = [];

  constructor(plan: LivePlan, now: number) {
    this.#plan = plan;
    this.#began = now;
  }

  get plan(): LivePlan {
    return this.#plan;
  }

  get waiting(): readonly string[] {
    return this.#waiting;
  }

  /** Milliseconds since this process runs the plan. */
  elapsed(now: number): number {
    return Math.max(0, now - this.#began);
  }

  atWork(id: StepId): StepAtWork | undefined {
    return this.#atWork.get(id);
  }

  /** Steps that wait for something other than a person, such as a provider. */
  get stepsThatWait(): { id: StepId; reason: string; until?: string }[] {
    const refused = openRequests(this.#plan.requests).flatMap((request) => {
      const until = runsAgainAt(request);
      return request.kind === "interruption" && until
        ? [{ id: request.step_id, reason: oneLine(request.why), until }]
        : [];
    });
    return [...[...this.#atWork].flatMap(([id, { waits }]) => (waits ? [{ id, ...waits }] : [])), ...refused];
  }

  /** The usage of all steps, running ones included. */
  spent(): StepStats {
    const ended = [...(this.#plan.run?.steps ?? [])].flatMap(([, { spent }]) => spent ?? []);
    return [...ended, ...[...this.#atWork.values()].map(({ stats }) => stats)].reduce(addStats, NO_STATS);
  }

  /** Applies the news, and returns the changes. */
  apply(news: RunNews, now: number): RunChange[] {
    switch (news.type) {
      case "changed": {
        const changes = runChanges(this.#plan, news.plan);
        this.#plan = news.plan;
        for (const change of changes) if (change.type === "step") this.#stepChanged(change, now);
        return changes;
      }
      case "progress":
        this.#progress(news.step_id, news.progress, now);
        return [];
      case "waiting":
        this.#waiting = news.reasons;
        return [];
      case "note":
        return [];
    }
  }

  #stepChanged({ step, to }: Extract<RunChange, { type: "step" }>, now: number): void {
    if (to === "in_progress") this.#atWork.set(step.id, { since: now, log: [], stats: NO_STATS });
    else this.#atWork.delete(step.id);
  }

  #progress(id: StepId, progress: StepProgress, now: number): void {
    const before = this.#atWork.get(id) ?? { since: now, log: [], stats: NO_STATS };
    // Any other progress ends the waiting.
    const { waits: _, ...step } = before;
    switch (progress.type) {
      case "activity":
        this.#atWork.set(id, {
          ...step,
          doing: visibleCommand(progress.text.slice(0, LONGEST_LINE), { inline: true }),
        });
        return;
      case "tool":
        this.#atWork.set(id, { ...step, doing: visible(`${progress.tool} ${progress.summary}`, { spelled: true }) });
        return;
      case "output":
        this.#atWork.set(id, { ...step, log: longer(step.log, progress.text) });
        return;
      case "usage":
        this.#atWork.set(id, { ...step, stats: progress.stats });
        return;
      case "waiting": {
        const { reason, until } = progress;
        this.#atWork.set(id, { ...step, waits: { reason: oneLine(reason), ...defined({ until }) } });
        return;
      }
      case "warning":
        this.#atWork.set(id, { ...step, log: longer(step.log, `! ${progress.text}\n`) });
        return;
    }
  }
}

/** The last entry is a line without its end yet. */
function longer(log: readonly string[], text: string): string[] {
  const lines = `${log.at(-1) ?? ""}${text.replaceAll("\r\n", "\n")}`.split("\n");
  return [...log.slice(0, -1), ...lines.map((line) => line.slice(-LONGEST_LINE))].slice(-LINES_KEPT);
}

function oneLine(text: string): string {
  return visible(text.replace(/\s+/g, " ").trim().slice(0, LONGEST_LINE));
}
