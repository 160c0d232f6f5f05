import type { Desk } from "../../../desk/desk.ts";
import type { PlanEvent } from "../../../lifecycle/plan-event.ts";
import type { LivePlan, Run } from "../../../lifecycle/plan-state.ts";
import { runSeconds } from "../../../lifecycle/run-seconds.ts";
import { addStats, NO_STATS } from "../../../lifecycle/step-result.ts";
import { defined } from "../../../plan/defined.ts";
import type { StepId } from "../../../plan/plan.ts";
import { Agenda } from "../../../run/agenda.ts";
import { runningPlan } from "../../../run/running-plan.ts";
import { waitingReasons } from "../../../run/waiting-reasons.ts";
import type { Standing, Subagent } from "../api/plan-page.ts";
import type { Dashboard, ServedProject } from "./dashboard.ts";

type ShownRun = NonNullable<Standing["run"]>;

/** A run, with what its steps do now. */
export async function shownRun(
  dashboard: Dashboard,
  project: ServedProject,
  state: LivePlan,
  run: Run,
): Promise<ShownRun> {
  const { id, executor, started_at, ended_at, is_time_unknown, left_out, lease } = run;
  const stats = run.steps.values().reduce((all, step) => addStats(all, step.spent ?? NO_STATS), NO_STATS);
  return {
    ...{ id, executor, started_at, left_out },
    ...defined({ ended_at, is_time_unknown, lease }),
    steps: Object.fromEntries([...run.steps]),
    amendments: run.amendments ?? [],
    raised: run.raised ?? [],
    rolled_back: run.rolled_back ?? [],
    has_snapshots: run.snapshot !== undefined,
    spent: {
      tokens: stats.prompt_tokens + stats.completion_tokens,
      cost: stats.cost,
      seconds: runSeconds(run, project.desk.at()) ?? 0,
    },
    at_work: await atWork(dashboard, project, state, run),
    waits_for: waitsFor(dashboard, project, state, run),
  };
}

async function atWork(
  { runs }: Dashboard,
  project: ServedProject,
  { id }: LivePlan,
  { steps }: Run,
): Promise<Subagent[]> {
  const working = steps.that("in_progress");
  if (working.length === 0) return [];
  const since = await startsOf(project.desk, id);
  const known = runs.atWork(project, id);
  return working.map((step) => {
    const { stats = NO_STATS, doing } = known.get(step) ?? {};
    return {
      step,
      attempt: steps.get(step)?.attempts ?? 1,
      since: since.get(step) ?? "",
      ...defined({ activity: doing }),
      calls: stats.tool_calls,
      tokens: stats.prompt_tokens + stats.completion_tokens,
      cost: stats.cost,
    };
  });
}

/** When each step began last. */
async function startsOf(desk: Desk, id: string): Promise<Map<StepId, string>> {
  const since = new Map<StepId, string>();
  const { records } = await desk.store.loadJournal(id);
  for (const { at, events } of records) {
    for (const event of events as PlanEvent[])
      if (event.type === "step_updated" && event.to === "in_progress") since.set(event.step_id, at);
  }
  return since;
}

function waitsFor({ runs }: Dashboard, project: ServedProject, state: LivePlan, run: Run): string[] {
  const here = runs.waitsFor(project, state.id);
  if (here.length > 0) return [...here];
  const running = runningPlan(state);
  if (running === undefined || run.steps.count("in_progress") > 0) return [];
  return waitingReasons(running, new Agenda(run.plan, (id) => run.steps.get(id)?.status ?? "pending"));
}
