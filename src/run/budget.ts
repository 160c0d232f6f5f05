import type { RaisedBudget } from "../lifecycle/plan-state.ts";
import type { BudgetOf, BudgetOfWhat } from "../lifecycle/request.ts";
import { addStats, NO_STATS, type StepStats } from "../lifecycle/step-result.ts";
import type { Step, StepId } from "../plan/plan.ts";

/** A limit that was reached. */
export interface Overrun {
  of: BudgetOf;
  what: BudgetOfWhat;
  used: number;
  limit: number;
  /** What going on adds, if not the limit: a person raised it before. */
  more?: number;
}

export interface RunBudget {
  tokens: number;
  cost: number;
  minutes: number;
}

/** What the ended and the running steps of a run have used. Pure. */
export class UsageTotals {
  #ended: StepStats = NO_STATS;
  readonly #running = new Map<StepId, StepStats>();

  constructor(ended: Iterable<StepStats>) {
    for (const stats of ended) this.#ended = addStats(this.#ended, stats);
  }

  /** Sets what the running attempt of a step has used so far. */
  note(id: StepId, stats: StepStats): void {
    this.#running.set(id, stats);
  }

  close(id: StepId, stats: StepStats): void {
    this.#running.delete(id);
    this.#ended = addStats(this.#ended, stats);
  }

  get total(): StepStats {
    return [...this.#running.values()].reduce(addStats, this.#ended);
  }

  /** The first limit that this step, or the run as a whole, has reached. */
  overrun(step: Step, limits: RunBudget, raised: readonly RaisedBudget[]): Overrun | undefined {
    const own = used(this.#running.get(step.id) ?? NO_STATS);
    const all = used(this.total);
    const rows: Overrun[] = [
      {
        of: { step_id: step.id },
        what: "tokens",
        used: own.tokens,
        limit: step.max_tokens ?? Number.POSITIVE_INFINITY,
      },
      ...(["tokens", "cost", "minutes"] as const).map(
        (what): Overrun => ({ of: "plan", what, used: all[what], limit: limits[what] }),
      ),
    ];
    return rows.map((row) => asRaised(row, raised)).find((row) => row.used >= row.limit);
  }
}

export function isSameBudget(a: BudgetOf, b: BudgetOf): boolean {
  return a === "plan" || b === "plan" ? a === b : a.step_id === b.step_id;
}

/** The limit after a person raised it; going on adds as much as the limit was at first. */
function asRaised(row: Overrun, raised: readonly RaisedBudget[]): Overrun {
  const limit = limitNow(row, raised);
  return limit === row.limit ? row : { ...row, limit, more: row.limit };
}

export function limitNow({ of, what, limit }: Omit<Overrun, "used">, raised: readonly RaisedBudget[] = []): number {
  return raised.findLast((row) => row.what === what && isSameBudget(row.of, of))?.to ?? limit;
}

function used({ prompt_tokens, completion_tokens, cost, duration_seconds }: StepStats): RunBudget {
  return { tokens: prompt_tokens + completion_tokens, cost, minutes: duration_seconds / 60 };
}
