import { PLAN_STATUSES, type PlanStatus } from "../lifecycle/plan-state.ts";
import { defined } from "../plan/defined.ts";
import type { Mode } from "../plan/mode-look.ts";
import type { PlanId } from "../plan/plan.ts";
import type { Desk } from "./desk.ts";
import type { AgentFacts, GoAheads } from "./statistics/agent-facts.ts";
import { type CallCount, type CallCounts, countCall } from "./statistics/call-counts.ts";
import { journalFacts } from "./statistics/journal-facts.ts";
import {
  type AmendmentCount,
  type Compared,
  type Estimates,
  type ModeCount,
  NOTHING_SPENT,
  type PlanFacts,
  plus,
  type Spent,
} from "./statistics/plan-facts.ts";
import { type Spread, spreadOf } from "./statistics/spread.ts";

/** The numbers about planning in a project, from its journals. */
export interface Statistics {
  /** Plans proposed earlier do not count, nor calls of earlier days. */
  since?: string;
  at: string;
  plans: { total: number; by_status: Partial<Record<PlanStatus, number>>; broken: number };
  approval: {
    approved: number;
    rejected: number;
    /** Of those that were approved or rejected. */
    rate?: number;
    /** Seconds from the first proposal to the first approval. */
    seconds?: Spread;
    /** Approvals that are not in `seconds`, because the clock was set before them. */
    unknown?: number;
  };
  revisions: { mean?: number; spread?: Spread };
  steps: ModeCount & { by_mode: (ModeCount & { mode: Mode })[] };
  spent: Spent & {
    /** Of plans that were started. */
    plans: number;
    tokens_per_plan?: Spread;
    cost_per_plan?: Spread;
    by_model: (Spent & { model: string })[];
    dearest: (Spent & { id: PlanId; title: string })[];
  };
  estimates: Estimates;
  amendments: AmendmentCount;
  tools: {
    /** Denied most often. */
    denied: { tool: string; count: number }[];
    /** Not stopped, though a stricter setting would have denied them. */
    let_through: { tool: string; count: number }[];
    /** Called, but unknown or outside the scope. */
    missed: ({ tool: string; count: number } & Omit<CallCount, "denied" | "let_through">)[];
  };
  /** Words that sounded like "go ahead", and those of them that approved a plan. */
  go_ahead: GoAheads;
  /** One step of low risk, and no decision. */
  over_planning: { plans: number; share?: number };
}

const MOST_SHOWN = 10;

export async function statistics(desk: Desk, { since }: { since?: string } = {}): Promise<Statistics> {
  const { facts, broken } = await journalFacts(desk);
  const plans = facts
    .filter((one) => one.kind === "plan")
    .filter(({ proposed_at }) => since === undefined || proposed_at >= since);
  const agents = facts.filter((one) => one.kind === "agent");
  const small = plans.filter(({ isSmall }) => isSmall).length;
  return {
    ...defined({ since }),
    at: desk.at(),
    plans: { total: plans.length, by_status: byStatus(plans), broken: broken.length },
    approval: approvalOf(plans),
    revisions: revisionsOf(plans),
    steps: stepsOf(plans),
    spent: spentOf(plans),
    estimates: estimatesOf(plans),
    amendments: sum(plans.map(({ amendments }) => amendments)) ?? { asked: 0, once: 0, added: 0, refused: 0 },
    tools: toolsOf(plans, agents, since?.slice(0, 10) ?? ""),
    go_ahead: goAheadsOf(agents, since?.slice(0, 10) ?? ""),
    over_planning: { plans: small, ...(plans.length > 0 && { share: small / plans.length }) },
  };
}

function byStatus(plans: readonly PlanFacts[]): Statistics["plans"]["by_status"] {
  const found = PLAN_STATUSES.map((status) => [status, plans.filter((plan) => plan.status === status).length] as const);
  return Object.fromEntries(found.filter(([, count]) => count > 0));
}

function approvalOf(plans: readonly PlanFacts[]): Statistics["approval"] {
  const rejected = plans.filter(({ isRejected }) => isRejected).length;
  // Approved, edited and then rejected: the last answer counts.
  const kept = plans.filter((plan) => !plan.isRejected);
  const waits = kept.flatMap(({ approved_after }) => approved_after ?? []);
  const unknown = kept.filter(({ is_wait_unknown }) => is_wait_unknown).length;
  const approved = waits.length + unknown;
  const seconds = spreadOf(waits);
  return {
    approved,
    rejected,
    ...(approved + rejected > 0 && { rate: approved / (approved + rejected) }),
    ...defined({ seconds }),
    ...(unknown > 0 && { unknown }),
  };
}

function revisionsOf(plans: readonly PlanFacts[]): Statistics["revisions"] {
  const revisions = plans.map((plan) => plan.revisions);
  const spread = spreadOf(revisions);
  return spread ? { mean: revisions.reduce((a, b) => a + b, 0) / revisions.length, spread } : {};
}

function stepsOf(plans: readonly PlanFacts[]): Statistics["steps"] {
  const modes = Map.groupBy(
    plans.flatMap((plan) => plan.modes),
    ([mode]) => mode,
  );
  const by_mode = [...modes].flatMap(([mode, counts]) => {
    const count = sum(counts.map(([, one]) => one));
    return count ? [{ mode, ...count }] : [];
  });
  by_mode.sort((a, b) => b.failed - a.failed || b.started - a.started || (a.mode < b.mode ? -1 : 1));
  const all = sum(by_mode.map(({ mode: _, ...count }) => count));
  return { ...(all ?? { started: 0, completed: 0, failed: 0, interrupted: 0, again: 0 }), by_mode };
}

function spentOf(plans: readonly PlanFacts[]): Statistics["spent"] {
  const begun = plans.filter(({ modes }) => modes.length > 0);
  const models = new Map<string, Spent>();
  for (const [model, spent] of plans.flatMap((plan) => plan.models)) models.set(model, plus(models.get(model), spent));
  const by_model = [...models].map(([model, spent]) => ({ model, ...spent })).sort(dearestFirst);
  const dearest = begun.map(({ id, title, spent }) => ({ id, title, ...spent })).sort(dearestFirst);
  const [tokens, cost] = [
    spreadOf(begun.map((plan) => plan.spent.tokens)),
    spreadOf(begun.map((plan) => plan.spent.cost)),
  ];
  return {
    ...plans.reduce((all, { spent }) => plus(all, spent), NOTHING_SPENT),
    plans: begun.length,
    ...defined({ tokens_per_plan: tokens, cost_per_plan: cost }),
    by_model: by_model.slice(0, MOST_SHOWN),
    dearest: dearest.filter((spent) => spent.tokens > 0 || spent.cost > 0).slice(0, 3),
  };
}

const dearestFirst = (a: Spent, b: Spent) => b.cost - a.cost || b.tokens - a.tokens;

function estimatesOf(plans: readonly PlanFacts[]): Estimates {
  const all = plans.map(({ estimates }) => estimates);
  const whole = (of: "tokens" | "cost" | "minutes"): Compared =>
    sum(all.map((one) => one[of])) ?? { steps: 0, estimated: 0, actual: 0 };
  const steps = all.reduce((count, one) => count + one.steps, 0);
  return { steps, tokens: whole("tokens"), cost: whole("cost"), minutes: whole("minutes") };
}

function toolsOf(plans: readonly PlanFacts[], agents: readonly AgentFacts[], day: string): Statistics["tools"] {
  const calls: CallCounts = new Map();
  const days = agents.flatMap((agent) => agent.days.filter((one) => one.day >= day));
  for (const [tool, count] of [...plans, ...days].flatMap((one) => one.calls)) countCall(calls, tool, count);
  const all = [...calls].map(([tool, count]) => ({ tool, ...count }));
  const denied = all.map(({ tool, denied: count }) => ({ tool, count }));
  const letThrough = all.map(({ tool, let_through: count }) => ({ tool, count }));
  const missed = all.map(({ tool, denied: _, let_through: __, ...count }) => ({
    tool,
    count: count.asked + count.out_of_scope + count.unknown,
    ...count,
  }));
  return { denied: mostOf(denied), let_through: mostOf(letThrough), missed: mostOf(missed) };
}

function goAheadsOf(agents: readonly AgentFacts[], day: string): Statistics["go_ahead"] {
  const days = agents.flatMap((agent) => agent.days.filter((one) => one.day >= day));
  return sum(days.map(({ go_ahead }) => go_ahead)) ?? { detected: 0, approved: 0 };
}

function mostOf<One extends { tool: string; count: number }>(list: readonly One[]): One[] {
  return list
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.tool < b.tool ? -1 : 1))
    .slice(0, MOST_SHOWN);
}

/** The sum of each number; undefined for none. */
function sum<Counts extends { [key in keyof Counts]: number }>(list: readonly Counts[]): Counts | undefined {
  const [first] = list;
  if (first === undefined) return undefined;
  const keys = Object.keys(first) as (keyof Counts)[];
  const total = (key: keyof Counts) => list.reduce((all, counts) => all + counts[key], 0);
  return Object.fromEntries(keys.map((key) => [key, total(key)])) as Counts;
}
