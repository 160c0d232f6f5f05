import { movedTime } from "../../lifecycle/clock-change.ts";
import type { PlanEvent } from "../../lifecycle/plan-event.ts";
import type { PlanStatus } from "../../lifecycle/plan-state.ts";
import type { RequestEvent } from "../../lifecycle/request.ts";
import type { StepStats } from "../../lifecycle/step-result.ts";
import { defined } from "../../plan/defined.ts";
import type { Mode } from "../../plan/mode-look.ts";
import type { Plan, PlanId, Step } from "../../plan/plan.ts";
import { secondsBetween } from "../../plan/quantities.ts";
import type { SealedRecord } from "../seal.ts";
import { type CallCount, type CallCounts, countCall, countJudgement } from "./call-counts.ts";

/** Resources used. */
export interface Spent {
  tokens: number;
  /** US dollars. */
  cost: number;
  seconds: number;
}

/** The results of steps of a mode, by attempt. */
export interface ModeCount {
  started: number;
  completed: number;
  failed: number;
  interrupted: number;
  /** Second and later starts of a step. */
  again: number;
}

/** Estimated and actual values of completed steps that had an estimate. */
export interface Estimates {
  steps: number;
  tokens: Compared;
  cost: Compared;
  minutes: Compared;
}

export interface Compared {
  steps: number;
  estimated: number;
  actual: number;
}

export interface AmendmentCount {
  asked: number;
  once: number;
  added: number;
  refused: number;
}

/** A plan's journal for statistics. */
export interface PlanFacts {
  kind: "plan";
  id: PlanId;
  title: string;
  status: PlanStatus;
  proposed_at: string;
  revisions: number;
  /** Seconds from the first proposal to the first approval. */
  approved_after?: number;
  /** It was approved, but the clock was set before that, by an unknown amount. */
  is_wait_unknown?: true;
  isRejected: boolean;
  /** One step of low risk, and no decision: a plan was not needed. */
  isSmall: boolean;
  spent: Spent;
  models: [model: string, spent: Spent][];
  modes: [mode: Mode, count: ModeCount][];
  estimates: Estimates;
  amendments: AmendmentCount;
  calls: [tool: string, count: CallCount][];
  /** What happened to it, by day (UTC). */
  days: [day: string, count: DayCount][];
}

export interface DayCount {
  /** 1 on the day of its first revision. */
  proposed: number;
  approved: number;
  rejected: number;
  cost: number;
  tokens: number;
}

export const NOTHING_SPENT: Readonly<Spent> = { tokens: 0, cost: 0, seconds: 0 };

export function planFacts(records: readonly SealedRecord[], status: PlanStatus): PlanFacts | undefined {
  const counting = new Counting();
  for (const { at, events } of records) for (const event of events as PlanEvent[]) counting.hear(event, at);
  return counting.facts(status);
}

/** Reads a plan's events from the first to the last. */
class Counting {
  #plan: Plan | undefined;
  #steps = new Map<string, Step>();
  #chosenModel: string | undefined;
  #proposedAt = "";
  /** The same by the clock that is in force; undefined if that is not known. */
  #waitsSince: string | undefined;
  #isApproved = false;
  #revisions = 0;
  #approvedAfter: number | undefined;
  #isRejected = false;
  readonly #instead = new Map<string, string>();
  readonly #starts = new Map<string, number>();
  readonly #ofStep = new Map<string, Spent>();
  readonly #models = new Map<string, Spent>();
  readonly #modes = new Map<Mode, ModeCount>();
  readonly #calls: CallCounts = new Map();
  readonly #estimates: Estimates = { steps: 0, tokens: none(), cost: none(), minutes: none() };
  readonly #amendments: AmendmentCount = { asked: 0, once: 0, added: 0, refused: 0 };
  readonly #days = new Map<string, DayCount>();
  #spent: Spent = NOTHING_SPENT;

  hear(event: PlanEvent, at: string): void {
    this.#countDay(event, at.slice(0, 10));
    switch (event.type) {
      case "proposed":
        this.#revisions = Math.max(this.#revisions, event.revision);
        if (!this.#proposedAt) this.#waitsSince = at;
        this.#proposedAt ||= at;
        this.#know(event.plan);
        return;
      case "edited":
        this.#know(event.plan);
        return;
      case "signed":
        this.#chosenModel = event.choices.executor_model;
        return;
      case "model_chosen":
        if (event.instead_of === undefined) this.#chosenModel = event.model;
        else this.#instead.set(event.instead_of, event.model);
        return;
      case "approved":
        if (!this.#isApproved) this.#approvedAfter = secondsBetween(this.#waitsSince, at);
        this.#isApproved = true;
        return;
      case "clock_set":
        this.#waitsSince = event.unknown || !this.#waitsSince ? undefined : movedTime(this.#waitsSince, event, at);
        return;
      case "rejected":
        this.#isRejected = true;
        return;
      case "step_updated":
        this.#move(event);
        return;
      case "call_judged":
        countJudgement(this.#calls, event);
        return;
      case "request_opened":
      case "request_answered":
        this.#ask(event);
        return;
      default:
        return;
    }
  }

  facts(status: PlanStatus): PlanFacts | undefined {
    const plan = this.#plan;
    if (plan === undefined) return undefined;
    const [only] = plan.steps;
    const isSmall = plan.steps.length === 1 && (only?.risk ?? "low") === "low" && !plan.decisions?.length;
    return {
      kind: "plan",
      id: plan.id,
      title: plan.title,
      status,
      proposed_at: this.#proposedAt,
      revisions: this.#revisions,
      ...defined({ approved_after: this.#approvedAfter }),
      ...(this.#isApproved && this.#approvedAfter === undefined && { is_wait_unknown: true }),
      isRejected: this.#isRejected,
      isSmall,
      spent: this.#spent,
      estimates: this.#estimates,
      models: [...this.#models],
      modes: [...this.#modes],
      amendments: this.#amendments,
      calls: [...this.#calls],
      days: [...this.#days],
    };
  }

  #countDay(event: PlanEvent, day: string): void {
    const add = (more: Partial<DayCount>) => {
      const before = this.#days.get(day) ?? { proposed: 0, approved: 0, rejected: 0, cost: 0, tokens: 0 };
      const sum = Object.entries(more).map(([key, value]) => [key, before[key as keyof DayCount] + value]);
      this.#days.set(day, { ...before, ...Object.fromEntries(sum) });
    };
    if (event.type === "proposed" && this.#plan === undefined) add({ proposed: 1 });
    if (event.type === "approved") add({ approved: 1 });
    if (event.type === "rejected") add({ rejected: 1 });
    if (event.type === "step_updated" && event.result) {
      const { prompt_tokens, completion_tokens, cost } = event.result.stats;
      add({ cost, tokens: prompt_tokens + completion_tokens });
    }
  }

  #know(plan: Plan): void {
    this.#plan = plan;
    this.#steps = new Map(plan.steps.map((step) => [step.id, step]));
  }

  #move({ step_id, to, result }: Extract<PlanEvent, { type: "step_updated" }>): void {
    const step = this.#steps.get(step_id);
    const mode = step?.mode ?? (step?.run === undefined ? "code" : "run");
    const count = this.#modes.get(mode) ?? { started: 0, completed: 0, failed: 0, interrupted: 0, again: 0 };
    if (result) this.#spend(step, step_id, result.stats);
    if (to === "in_progress") {
      const starts = this.#starts.get(step_id) ?? 0;
      this.#starts.set(step_id, starts + 1);
      count.started += 1;
      if (starts > 0) count.again += 1;
    } else if (to === "completed" || to === "failed" || to === "interrupted") {
      count[to] += 1;
      if (to === "completed" && step) this.#compare(step);
    } else return;
    this.#modes.set(mode, count);
  }

  #spend(step: Step | undefined, id: string, stats: StepStats): void {
    const { prompt_tokens, completion_tokens, cost, duration_seconds: seconds } = stats;
    const spent = { tokens: prompt_tokens + completion_tokens, cost, seconds };
    this.#spent = plus(this.#spent, spent);
    this.#ofStep.set(id, plus(this.#ofStep.get(id), spent));
    if (spent.tokens === 0 && cost === 0) return;
    const wanted = step?.model ?? this.#chosenModel ?? this.#plan?.executor_model ?? "default";
    const model = this.#instead.get(wanted) ?? wanted;
    this.#models.set(model, plus(this.#models.get(model), spent));
  }

  #compare({ id, estimate }: Step): void {
    const spent = this.#ofStep.get(id);
    if (estimate === undefined || spent === undefined) return;
    this.#estimates.steps += 1;
    add(this.#estimates.tokens, estimate.tokens, spent.tokens);
    add(this.#estimates.cost, estimate.cost, spent.cost);
    add(this.#estimates.minutes, estimate.minutes, spent.seconds / 60);
  }

  #ask(event: RequestEvent): void {
    if (event.type === "request_opened" && event.request.kind === "amendment") {
      this.#amendments.asked += 1;
      countCall(this.#calls, event.request.tool, { asked: 1 });
    }
    if (event.type === "request_answered" && event.answer.kind === "amendment") {
      const { choice } = event.answer;
      this.#amendments[choice === "add" ? "added" : choice === "refuse" ? "refused" : "once"] += 1;
    }
  }
}

export function plus(a: Spent | undefined, b: Spent): Spent {
  const { tokens, cost, seconds } = a ?? NOTHING_SPENT;
  return { tokens: tokens + b.tokens, cost: cost + b.cost, seconds: seconds + b.seconds };
}

function none(): Compared {
  return { steps: 0, estimated: 0, actual: 0 };
}

function add(compared: Compared, estimated: number | undefined, actual: number): void {
  if (estimated === undefined) return;
  compared.steps += 1;
  compared.estimated += estimated;
  compared.actual += actual;
}
