import type { StatisticsOf } from "../../../api/looking.ts";

type Statistics = StatisticsOf["projects"][number]["statistics"];

/** The numbers of several projects together, where a sum means something. */
export interface Summed {
  approval: { approved: number; decided: number };
  /** Seconds: of each project that has any. The median over all cannot be known from these medians. */
  waits: { median: number; p90: number }[];
  revisions: { mean: number; most: number } | undefined;
  spent: { cost: number; tokens: number; plans: number; medianCost: number | undefined };
  small: { plans: number; of: number };
  modes: Row[];
  models: Row[];
  denied: Row[];
  missed: Row[];
  estimates: { what: "tokens" | "cost" | "minutes"; estimated: number; actual: number; steps: number }[];
  amendments: Statistics["amendments"];
  journals: { total: number; broken: number };
  plans: number;
}

export interface Row {
  name: string;
  value: number;
  of?: number;
}

export function sumUp({ projects }: Pick<StatisticsOf, "projects">): Summed {
  const all = projects.map(({ statistics }) => statistics);
  const [only] = all.length === 1 ? all : [];
  const sum = (value: (one: Statistics) => number): number => all.reduce((total, one) => total + value(one), 0);
  const plans = sum((one) => one.plans.total);
  const approved = sum((one) => one.approval.approved);
  const meant = all.filter((one) => one.revisions.mean !== undefined);
  const meantPlans = meant.reduce((total, one) => total + one.plans.total, 0);
  return {
    plans,
    approval: { approved, decided: approved + sum((one) => one.approval.rejected) },
    waits: all.flatMap(({ approval: { seconds } }) => (seconds ? [{ median: seconds.median, p90: seconds.p90 }] : [])),
    revisions:
      meantPlans === 0
        ? undefined
        : {
            mean: meant.reduce((total, one) => total + (one.revisions.mean ?? 0) * one.plans.total, 0) / meantPlans,
            most: Math.max(...meant.map((one) => one.revisions.spread?.most ?? 0)),
          },
    spent: {
      cost: sum((one) => one.spent.cost),
      tokens: sum((one) => one.spent.tokens),
      plans: sum((one) => one.spent.plans),
      medianCost: only?.spent.cost_per_plan?.median,
    },
    small: { plans: sum((one) => one.over_planning.plans), of: plans },
    modes: rows(
      all.flatMap(({ steps }) =>
        steps.by_mode.map(({ mode, failed, started }) => ({ name: mode, value: failed, of: started })),
      ),
    ),
    models: rows(all.flatMap(({ spent }) => spent.by_model.map(({ model, cost }) => ({ name: model, value: cost })))),
    denied: rows(all.flatMap(({ tools }) => tools.denied.map(({ tool, count }) => ({ name: tool, value: count })))),
    missed: rows(all.flatMap(({ tools }) => tools.missed.map(({ tool, count }) => ({ name: tool, value: count })))),
    estimates: (["minutes", "tokens", "cost"] as const).map((what) => ({
      what,
      estimated: sum((one) => one.estimates[what].estimated),
      actual: sum((one) => one.estimates[what].actual),
      steps: sum((one) => one.estimates[what].steps),
    })),
    amendments: {
      asked: sum((one) => one.amendments.asked),
      once: sum((one) => one.amendments.once),
      added: sum((one) => one.amendments.added),
      refused: sum((one) => one.amendments.refused),
    },
    journals: {
      total: projects.reduce((total, { journals }) => total + journals.total, 0),
      broken: projects.reduce((total, { journals }) => total + journals.broken, 0),
    },
  };
}

/** The largest first, those of one name together. */
function rows(found: readonly Row[]): Row[] {
  const byName = new Map<string, Row>();
  for (const { name, value, of } of found) {
    const before = byName.get(name);
    byName.set(name, {
      name,
      value: (before?.value ?? 0) + value,
      ...(of !== undefined && { of: (before?.of ?? 0) + of }),
    });
  }
  return [...byName.values()].sort((a, b) => b.value - a.value);
}
