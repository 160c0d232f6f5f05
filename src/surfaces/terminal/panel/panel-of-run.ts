import { initialStepStates } from "../../../lifecycle/initial-step-states.ts";
import type { LivePlan, PauseReason, Run } from "../../../lifecycle/plan-state.ts";
import { openRequests, runsAgainAt } from "../../../lifecycle/request.ts";
import { shownStatus } from "../../../lifecycle/shown-status.ts";
import { stepCounts } from "../../../lifecycle/step-counts.ts";
import { STEP_LOOKS } from "../../../lifecycle/step-look.ts";
import type { StepStatus } from "../../../lifecycle/step-state.ts";
import type { StepStates } from "../../../lifecycle/step-states.ts";
import { defined } from "../../../plan/defined.ts";
import type { StepId } from "../../../plan/plan.ts";
import { roughDuration, secondsBetween } from "../../../plan/quantities.ts";
import { Agenda } from "../../../run/agenda.ts";
import type { Inseparable } from "../../../run/overlap.ts";
import { whyWaiting } from "../../../run/schedule.ts";
import type { PanelStep, RunPanel } from "./panel-subject.ts";
import type { StepTimes } from "./step-times.ts";

/** Facts of a run that its journal does not hold. */
export interface RunFacts {
  now: string;
  times?: StepTimes;
  /** What each running step is doing, and its tokens. */
  atWork?: ReadonlyMap<StepId, { doing?: string; tokens: number }>;
  /** US dollars so far. */
  cost?: number;
  tokens?: number;
  /** No live process runs it, although its status says so. */
  isAbandoned?: boolean;
  /** Why steps that could run side by side do not. */
  serialReason?: string;
  /** Why it has not begun. */
  waits?: readonly string[];
}

/** The panel of a plan that was approved and has not ended; nothing for any other. */
export function panelOfRun(state: LivePlan, facts: RunFacts): RunPanel | undefined {
  switch (state.status) {
    case "approved":
      return { ...panel(state, initialStepStates(state.approval, state.run), facts), ...notBegun(facts) };
    case "executing":
      return {
        ...panel(state, state.run.steps, facts),
        ...(facts.serialReason && { note: facts.serialReason }),
        ...(facts.isAbandoned ? PAUSED.left : (waiting(state, facts.now) ?? stopped(state.run.steps))),
      };
    case "paused":
      return { ...panel(state, state.run.steps, facts), ...PAUSED[facts.isAbandoned ? "left" : state.why] };
    case "stalled":
      return {
        ...panel(state, state.run.steps, facts),
        note: "Its process stopped reporting",
        command: "/plan resume",
      };
    case "failed":
      return { ...panel(state, state.run.steps, facts), note: state.reason, command: "/plan retry" };
    case "proposed":
    case "changes_requested":
    case "needs_review":
    case "completed":
    case "rejected":
    case "cancelled":
      return undefined;
  }
}

/** It waits for a slot, or for a person to start it. */
function notBegun({ waits: [reason] = [] }: RunFacts): Note {
  return reason === undefined ? { note: "Not started", command: "/plans" } : { note: `Waits: ${reason}` };
}

interface Note {
  note?: string;
  command?: string;
}

const PAUSED: Record<PauseReason, Note> = {
  person: { note: "No new step starts until", command: "/plan resume" },
  diverged: { note: "The plan file differs from the approved text; choose one", command: "/plan" },
  budget: { note: "A budget is used up; decide whether to continue", command: "/plan" },
  model: { note: "A model is missing; choose another one", command: "/plan" },
  left: { note: "No process runs it", command: "/plan resume" },
};

/** A step that runs again by itself, unless a person answers otherwise. */
function waiting({ requests }: LivePlan, now: string): Note | undefined {
  const [request] = openRequests(requests).filter((open) => runsAgainAt(open) !== undefined);
  if (request?.kind !== "interruption") return undefined;
  const left = roughDuration(Math.max(0, secondsBetween(now, request.until ?? now) ?? 0));
  return { note: `${request.step_id} waits for its provider, and runs again in ${left}`, command: "/plan" };
}

/** A step that waits for a person: retry, skip or fail. */
function stopped(steps: StepStates): Note {
  const [id, step] = [...steps].find(([, { status }]) => STOPPED.includes(status)) ?? [];
  return step === undefined ? {} : { note: `${id} ${STEP_LOOKS[step.status].word}`, command: `/plan retry ${id}` };
}

const STOPPED: readonly StepStatus[] = ["failed", "interrupted"];

function panel(
  state: LivePlan & { status: RunPanel["status"] },
  steps: StepStates,
  { now, times, atWork, cost, tokens }: RunFacts,
): RunPanel {
  const { signed, choices } = state.approval;
  const waiting = openRequests(state.requests);
  const decisions = waiting.filter(({ kind }) => kind === "decision").length;
  const shown = signed.plan.steps.flatMap(({ id, title, mode }): PanelStep[] => {
    const status = shownStatus({ steps, left_out: choices.left_out ?? [] }, id);
    if (status === "left_out") return [];
    const time = times?.get(id);
    const hasStopped = status !== "in_progress";
    const end = time?.ended_at ?? (hasStopped ? undefined : now);
    const seconds = end === undefined ? undefined : secondsBetween(time?.started_at, end);
    const works = hasStopped ? undefined : atWork?.get(id);
    return [
      {
        id,
        title,
        status,
        ...defined({ mode, seconds }),
        ...(works?.doing && { doing: works.doing }),
        ...(works?.tokens && { tokens: works.tokens }),
      },
    ];
  });
  return {
    kind: "run",
    plan_id: state.id,
    title: signed.plan.title,
    status: state.status,
    steps: shown,
    done: stepCounts(state).done,
    decisions,
    others: waiting.length - decisions,
    ...defined({ cost, tokens }),
  };
}

/** The panel is drawn every second, and this takes too long for larger plans. */
const MOST_STEPS = 500;

/** Why a step that could begin waits for one that runs, if so: "b waits for a: both may write src/a.ts". */
export function serialReason(
  { plan, steps }: Run,
  max_parallel_steps: number,
  inseparable?: Inseparable,
): string | undefined {
  const running = steps.count("in_progress");
  if (running === 0 || running >= max_parallel_steps || steps.size > MOST_STEPS) return undefined;
  const agenda = new Agenda(plan, (id) => steps.get(id)?.status ?? "pending", inseparable);
  for (const { id } of plan.steps) {
    const reason = whyWaiting(agenda, id);
    if (reason !== undefined) return `${id} ${reason}`;
  }
  return undefined;
}
