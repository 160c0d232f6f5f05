import type { CardDetails } from "../../agent/card-details.ts";
import type { PlanNews } from "../../agent/plan-news.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import type { Request, RequestEvent, Requests } from "../../lifecycle/request.ts";
import { stepPlace } from "../../lifecycle/step-place.ts";
import type { StepStatus } from "../../lifecycle/step-state.ts";
import { defined } from "../../plan/defined.ts";
import { modeMark } from "../../plan/mode-look.ts";
import { secondsBetween } from "../../plan/quantities.ts";
import type { PolicySettings } from "../../policy/situation.ts";
import type { StepTimes } from "./panel/step-times.ts";

/** Facts of the session that the news comes from. */
export interface Known {
  /** The agent of this session. */
  agent: string;
  requests: Requests;
  level: PolicySettings["level"];
  /** Its current or last plan. */
  plan: LivePlan | undefined;
  times: StepTimes;
}

/**
 * The card in the transcript for news, for the person alone: the model learns of them in other ways. Most news have none.
 */
export function cardOf(news: PlanNews, known: Known): CardDetails | undefined {
  if (news.type === "submitted") return submitted(news.proposed.plan);
  if (news.type === "refused") return refused(news);
  if (news.type === "let_through") return letThrough(news, known.level);
  return news.type === "recorded" ? recorded(news.event, known) : undefined;
}

function submitted({ id, proposal }: LivePlan): CardDetails {
  const { title, steps, decisions = [], questions = [] } = proposal.plan;
  return {
    card: "plan_submitted",
    plan_id: id,
    revision: proposal.revision,
    title,
    steps: steps.map(({ title, mode, risk }) => ({ title, ...defined({ mode: mode && modeMark(mode), risk }) })),
    decisions: decisions.length,
    questions: [...questions],
  };
}

function refused({ tool, verdict }: Extract<PlanNews, { type: "refused" }>): CardDetails {
  return { card: "refused", tool, summary: verdict.span?.text ?? "", reason: verdict.reason };
}

function letThrough(
  { tool, verdict }: Extract<PlanNews, { type: "let_through" }>,
  level: Known["level"],
): CardDetails | undefined {
  if (level === "enforce") return undefined;
  const flagged = verdict.rulings.find(({ says, code }) => says === "note" && code !== "ALLOWED");
  const reason = flagged?.reason ?? verdict.reason;
  return { card: "refused", tool, summary: flagged?.span?.text ?? "", reason, ran: level };
}

type Recorded = Extract<PlanNews, { type: "recorded" }>["event"];

function recorded({ name, journal, data, by, at }: Recorded, known: Known): CardDetails | undefined {
  const { plan } = known;
  const isOurs = journal === known.agent || journal === plan?.id;
  // An opened decision comes under two names.
  if (!isOurs || name === "decision.requested") return undefined;
  switch (data.type) {
    case "request_opened":
      return asked(data.request, plan);
    case "request_answered":
      return answered(data, by.name, known.requests);
    case "decided":
      return plan && decided(plan, data.decision_id, { by: by.name, selections: data.selections });
    case "step_updated":
      return plan && stepEnded(plan, data, at, known.times);
    default:
      return undefined;
  }
}

function asked(request: Request, plan: LivePlan | undefined): CardDetails | undefined {
  if (request.kind === "confirmation") {
    const { tool, summary, diff = summary, reason } = request;
    return { card: "confirmation", tool, summary: diff, reason };
  }
  return request.kind === "decision" && plan ? decided(plan, request.decision_id) : undefined;
}

function answered(
  { request_id, answer }: Extract<RequestEvent, { type: "request_answered" }>,
  by: string,
  requests: Requests,
): CardDetails | undefined {
  const request = requests[request_id];
  if (answer.kind !== "confirmation" || request?.kind !== "confirmation") return undefined;
  const { tool, summary, diff = summary, reason } = request;
  const { allow, note } = answer;
  return { card: "confirmation", tool, summary: diff, reason, answer: { by, allow, ...(note && { note }) } };
}

function decided(
  { id, proposal }: LivePlan,
  decision_id: string,
  answer?: { by: string; selections: string[] },
): CardDetails | undefined {
  const decision = proposal.plan.decisions?.find((other) => other.decision_id === decision_id);
  if (decision === undefined) return undefined;
  const { header, question, options, multi_select } = decision;
  return {
    card: "decision",
    plan_id: id,
    decision_id,
    header,
    question,
    options: options.map(({ label }) => label),
    ...defined({ multi_select, answer }),
  };
}

/** How a step ended, by the host's record. Failures have their own card, and the model's text is in its report. */
function stepEnded(
  plan: LivePlan,
  { step_id, to, notes, result }: Extract<Recorded["data"], { type: "step_updated" }>,
  at: string,
  times: StepTimes,
): CardDetails | undefined {
  const run = "run" in plan ? plan.run : undefined;
  const step = run?.plan.steps.find(({ id }) => id === step_id);
  if (run === undefined || step === undefined || !TOLD.includes(to)) return undefined;
  const seconds = secondsBetween(times.get(step_id)?.started_at, at);
  // The notes of a subagent are shown nowhere else.
  const isWithWords = step.run !== undefined || to !== "completed" || result !== undefined;
  return {
    card: "step",
    plan_id: plan.id,
    step_id,
    title: step.title,
    status: to,
    ...stepPlace(run, step_id),
    ...defined({ mode: step.mode && modeMark(step.mode), seconds }),
    ...(isWithWords && notes && { notes }),
    ...defined({ deviations: result?.deviations }),
  };
}

const TOLD: readonly StepStatus[] = ["completed", "interrupted", "skipped"];
