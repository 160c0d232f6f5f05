import { simulatePlan } from "../../../acts/simulate-plan.ts";
import { situationToJudge } from "../../../acts/situation-to-judge.ts";
import { auditedJournals } from "../../../desk/audit.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import { addDays, statisticsByDay } from "../../../desk/statistics/by-day.ts";
import { sinceWhen } from "../../../desk/statistics/since.ts";
import { statistics } from "../../../desk/statistics.ts";
import { defined } from "../../../plan/defined.ts";
import { judge } from "../../../policy/judge.ts";
import type { ToolCall } from "../../../policy/tool.ts";
import type { AuditOf, StatisticsOf } from "../api/looking.ts";
import type { Dashboard } from "./dashboard.ts";
import type { Handlers } from "./handler.ts";
import { NewestEntries } from "./newest-entries.ts";
import { listedProjects, servedPlan, servedProject } from "./served.ts";

const USUAL = 200;

/** Numbers, records, and what would happen. */
export function lookingHandlers(dashboard: Dashboard): Pick<Handlers, "statistics" | "audit" | "judge" | "simulate"> {
  return {
    async statistics({ query }): Promise<Outcome<StatisticsOf>> {
      const projects = listedProjects(dashboard, query.project);
      if (!projects.ok) return projects;
      const since = timeIn(query.since);
      if (!since.ok) return since;
      const found: StatisticsOf["projects"] = [];
      const days: StatisticsOf["days"][] = [];
      for (const { key, desk } of projects.value) {
        const numbers = await statistics(desk, defined({ since: since.value }));
        const { plans } = numbers;
        found.push({ key, statistics: numbers, journals: { total: plans.total + plans.broken, broken: plans.broken } });
        days.push(await statisticsByDay(desk, defined({ since: since.value })));
      }
      return yes({ projects: found, days: addDays(days.flat()) });
    },
    async audit({ query }): Promise<Outcome<AuditOf>> {
      const projects = listedProjects(dashboard, query.project);
      if (!projects.ok) return projects;
      const since = timeIn(query.since);
      if (!since.ok) return since;
      const wanted = query.action?.split(",").filter(Boolean) ?? [];
      const { journal, offset = 0, limit = USUAL } = query;
      const isVerifying = query.verify === "1";
      const newest = new NewestEntries(offset + limit);
      const actions = new Set<string>();
      const journals: AuditOf["journals"] = [];
      for (const { key: project, desk } of projects.value) {
        if (journal !== undefined && !(await desk.store.journalNames()).includes(journal)) continue;
        const checks = isVerifying ? "all" : "changed";
        for await (const one of auditedJournals(desk, { checks, ...defined({ journal, since: since.value }) })) {
          for (const { entry } of one.told) {
            actions.add(entry.action);
            if (wanted.length === 0 || wanted.includes(entry.action)) newest.add({ ...entry, project });
          }
          const { journal: name, records, broken } = one;
          if (!isVerifying && broken === undefined) continue;
          journals.push({
            ...{ project, journal: name, records },
            ...(broken && { broken: { message: broken.message, ...defined({ seq: broken.seq }) } }),
          });
        }
      }
      return yes({
        entries: newest.entries().slice(offset),
        total: newest.total,
        journals,
        actions: [...actions].sort(),
      });
    },
    async judge({ params, body }) {
      const project = servedProject(dashboard, params["project"]);
      if (!project.ok) return project;
      const call = callIn(body);
      if (!call.ok) return call;
      const { mode, plan, step, sandbox } = body;
      const situation = await situationToJudge(project.value.desk, dashboard.env, { mode, plan, step, sandbox });
      return situation.ok ? yes({ verdict: judge(call.value, situation.value) }) : situation;
    },
    async simulate({ params }) {
      const served = await servedPlan(dashboard, params);
      if (!served.ok) return served;
      const { project, id, found } = served.value;
      const simulated = await simulatePlan(project.desk, id, found, { env: dashboard.env });
      return simulated.ok ? yes({ ...simulated.value }) : simulated;
    },
  };
}

/** A time, or how long ago. */
function timeIn(words: string | undefined): Outcome<string | undefined> {
  if (words === undefined || words === "") return yes(undefined);
  const since = sinceWhen(words, new Date());
  if (since !== undefined) return yes(since);
  return no("malformed", `since needs a time like 30d, 12h, 2w or 2026-11-01, not ${JSON.stringify(words)}.`);
}

function callIn(body: {
  command?: string;
  tool?: string;
  source?: string;
  input?: Record<string, unknown>;
}): Outcome<ToolCall> {
  const { command, tool, source, input = {} } = body;
  if ((command === undefined) === (tool === undefined))
    return no("malformed", "Give a command line or a tool: one of them.");
  if (command !== undefined) return yes({ tool: "bash", source: "pi", input: { command } });
  return yes({ tool: tool ?? "", input, ...defined({ source }) });
}
