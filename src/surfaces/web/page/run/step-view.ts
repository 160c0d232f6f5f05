import { failedCheck } from "../../../../lifecycle/failed-check.ts";
import { shownStatus } from "../../../../lifecycle/shown-status.ts";
import { NO_STATS } from "../../../../lifecycle/step-result.ts";
import { isFinished, type StepState } from "../../../../lifecycle/step-state.ts";
import { StepStates } from "../../../../lifecycle/step-states.ts";
import type { Step } from "../../../../plan/plan.ts";
import { clock, counted, duration, money, roughDuration, secondsBetween } from "../../../../plan/quantities.ts";
import type { PlanPage, Subagent } from "../../api/plan-page.ts";
import type { Slip } from "../../api/requests.ts";
import type { MarkedStatus } from "../parts/step-mark.tsx";

/** A step of a run, with all that its row, its node and its card show. */
export interface StepView {
  step: Step;
  /** Its place in the plan, from 1. */
  number: number;
  status: MarkedStatus;
  state?: StepState;
  /** The numbers of the steps that it waits for. */
  needs: readonly number[];
  /** What it asks a person. */
  slip?: Slip;
  /** Its agent, while it runs. */
  work?: Subagent;
}

/** The steps of the text that is shown, as they are now. */
export function stepViews({ plan, standing, requests }: Pick<PlanPage, "plan" | "standing" | "requests">): StepView[] {
  const run = standing?.run;
  const steps = StepStates.from(Object.entries(run?.steps ?? {}));
  const leftOut = run?.left_out ?? standing?.choices.left_out ?? [];
  const numbers = new Map(plan?.steps.map(({ id }, index) => [id, index + 1]));
  return (plan?.steps ?? []).map((step, index) => {
    const state = steps.get(step.id);
    const slip = requests.find((one) => one.step === step.id && one.closing === undefined);
    const work = run?.at_work.find((one) => one.step === step.id);
    const shown = state ? shownStatus({ steps, left_out: [...leftOut] }, step.id) : undefined;
    const status: MarkedStatus = slip ? "waits" : (shown ?? (leftOut.includes(step.id) ? "left_out" : "pending"));
    const open = (step.depends_on ?? []).filter((id) => !isFinished(steps.get(id)) && !leftOut.includes(id));
    return {
      step,
      number: index + 1,
      status,
      needs: open.flatMap((id) => numbers.get(id) ?? []).sort((a, b) => a - b),
      ...(state && { state }),
      ...(slip && { slip }),
      ...(work && status !== "completed" && { work }),
    };
  });
}

/** What a node of the graph says below its title. Few words: a node is narrow. */
export function nodeNote({ step, status, state, needs, slip, work }: StepView, now: Date): string {
  const spent = state?.spent;
  switch (status) {
    case "in_progress": {
      const since = work && secondsBetween(work.since, now.toISOString());
      return [
        since === undefined ? "running" : clock(since),
        ...(work?.calls ? [counted(work.calls, "call")] : []),
      ].join(" · ");
    }
    case "completed":
      return spent ? [took(spent.duration_seconds), costOf(step, spent.cost)].join(" · ") : "done";
    case "failed":
      return failedCheck(state?.result) === undefined ? "failed" : "check failed";
    case "waits":
      return slip ? (WAITS[slip.kind] ?? "asks you") : "waits for you";
    case "needs_decision":
      return "needs a decision";
    case "interrupted":
      return "interrupted";
    case "skipped":
      return "skipped";
    case "left_out":
      return "left out";
    case "rolled_back":
      return "rolled back";
    case "blocked":
    case "pending":
      if (needs.length > 0) return `needs ${needs.join(", ")}`;
      return step.estimate?.minutes ? `about ${roughDuration(step.estimate.minutes * 60)}` : "not started";
  }
}

/** "0.4 s", "22 s", "6 min". */
export function took(seconds: number): string {
  return seconds < 10 ? duration(seconds) : roughDuration(seconds);
}

const WAITS: Partial<Record<Slip["kind"], string>> = {
  decision: "your decision",
  amendment: "asks for more",
  interruption: "interrupted",
  budget: "budget used",
  model: "needs a model",
};

/** "$0.05"; of a step without a model, what it is instead. */
function costOf({ run }: Step, cost: number): string {
  return run !== undefined && cost === 0 ? "command" : money(cost);
}

export interface Sums {
  seconds: number;
  tokens: number;
  cost: number;
}

/** What a step has used so far, in all attempts. */
export function spentBy({ state, work }: Pick<StepView, "state" | "work">): Sums {
  const { prompt_tokens, completion_tokens, cost, duration_seconds } = state?.spent ?? NO_STATS;
  return {
    seconds: duration_seconds,
    tokens: prompt_tokens + completion_tokens + (work?.tokens ?? 0),
    cost: cost + (work?.cost ?? 0),
  };
}

/** "+9 %", "−4 %", "as estimated"; nothing to compare without both. */
export function against(actual: number, estimated: number | undefined): string | undefined {
  if (estimated === undefined || estimated <= 0 || actual <= 0) return undefined;
  // What took something never took nothing.
  const percent = Math.max(-99, Math.round((actual / estimated - 1) * 100));
  if (percent === 0) return "as estimated";
  return `${percent > 0 ? "+" : "−"}${Math.abs(percent)} %`;
}
