import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { defined } from "../../../plan/defined.ts";
import type { RunEnd } from "../../../run/execute.ts";
import { failureReport } from "../../../run/failure-report.ts";
import type { RunNews } from "../../../run/run-news.ts";
import { tryPrint } from "../output.ts";
import { planJson } from "../plan-json.ts";
import { errorJson } from "../reply.ts";
import { type RunChange, runChanges } from "./run-changes.ts";
import type { RunWatcher } from "./run-watcher.ts";

/** One JSON document a line: events, and the end. */
export function jsonWatcher(): RunWatcher {
  let plan: LivePlan | undefined;
  const print = (json: object) => tryPrint(`${JSON.stringify(json)}\n`);
  const event = (name: string, data: object) =>
    print({ event: { name, plan_id: plan?.id, at: new Date().toISOString(), data } });
  return {
    begin: (found) => {
      plan = found;
      const { title, steps } = found.proposal.plan;
      event("run.begun", { title, steps: steps.map(({ id }) => id), status: found.status });
    },
    tell: (news) => {
      if (news.type !== "changed") event(...eventOf(news));
      else {
        const changes = plan ? runChanges(plan, news.plan) : [];
        plan = news.plan;
        for (const change of changes) event(...changeEvent(change));
      }
    },
    leaving: () => event("run.leaving", {}),
    restoreTerminal: () => {},
    close: async () => {},
    end: (end, exit) => print({ end: endJson(end, exit) }),
    refused: (error) => print({ error: errorJson(error) }),
  };
}

function eventOf(news: Exclude<RunNews, { type: "changed" }>): [string, object] {
  const { type, ...data } = news;
  switch (type) {
    case "progress":
      return ["step.progress", data];
    case "waiting":
      return ["run.waiting", data];
    case "note":
      return ["run.note", data];
  }
}

function changeEvent(change: RunChange): [string, object] {
  switch (change.type) {
    case "step": {
      const { step, from, to, state } = change;
      const { status: _, ...rest } = state;
      return ["step.updated", { step_id: step.id, from, to, ...rest }];
    }
    case "status":
      return ["plan.status", { from: change.from, to: change.to }];
    case "asked":
      return ["request.opened", { request: change.request }];
    case "closed":
      return ["request.closed", { request: change.request }];
    case "amended":
      return ["plan.amended", change.amendment];
  }
}

function endJson(end: RunEnd, exit: number): object {
  if (end.how === "lost") return { how: end.how, exit, error: errorJson(end.refusal) };
  const report = failureReport(end.plan);
  return {
    how: end.how,
    exit,
    ...(end.how === "waiting" && { reasons: end.reasons }),
    ...defined({ report }),
    plan: planJson(end.plan),
  };
}
