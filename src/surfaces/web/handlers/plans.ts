import { type Outcome, yes } from "../../../desk/outcome.ts";
import type { PlanRow, PlanSort } from "../../../desk/rows.ts";
import { applyTimeOuts } from "../../../desk/time-outs.ts";
import { defined } from "../../../plan/defined.ts";
import { isError } from "../../../plan/problem.ts";
import { readQueue } from "../../../run/read-queue.ts";
import type { Counts, PlanItem, Plans } from "../api/plans.ts";
import type { Dashboard, ServedProject } from "./dashboard.ts";
import type { Handlers } from "./handler.ts";
import { planItem } from "./plan-item.ts";
import { listedProjects, servedProject } from "./served.ts";

const USUAL = 50;
const BEGUN = ["executing"];

/** Lists of plans, and new plans. */
export function planHandlers(dashboard: Dashboard): Pick<Handlers, "plans" | "counts" | "propose" | "queued"> {
  return {
    async plans({ query }): Promise<Outcome<Plans>> {
      const projects = listedProjects(dashboard, query.project);
      if (!projects.ok) return projects;
      const { offset = 0, limit = USUAL, sort = "updated" } = query;
      const order = query.order ?? (sort === "title" || sort === "status" ? "asc" : "desc");
      const status = query.status?.split(",").filter(Boolean);
      const words = query.q?.trim() || undefined;
      const found: { project: ServedProject; row: PlanRow }[] = [];
      let total = 0;
      for (const project of projects.value) {
        // Once for a list: further pages of it come while a person scrolls.
        if (offset === 0) await applyTimeOuts(project.desk);
        // Of several projects the first ones of each may all be on this page.
        const isOnly = projects.value.length === 1;
        const page = await project.desk.plans({
          ...{ sort, order, count: true, archived: query.archived === "1" },
          ...(isOnly ? { limit, offset } : { limit: offset + limit }),
          ...defined({ words }),
          ...(status && status.length > 0 && { status }),
        });
        total += page.total ?? page.rows.length;
        found.push(...page.rows.map((row) => ({ project, row })));
      }
      const rows = projects.value.length === 1 ? found : merged(found, sort, order).slice(offset, offset + limit);
      const plans: PlanItem[] = [];
      for (const { project, row } of rows) plans.push(await planItem(project, row, words));
      return yes({ plans, total });
    },
    async counts(): Promise<Outcome<Counts>> {
      const projects: Counts["projects"] = [];
      for (const { key, desk } of dashboard.projects.all()) {
        await applyTimeOuts(desk);
        const count = async (status?: string[]) =>
          (await desk.plans({ limit: 1, count: true, ...defined({ status }) })).total ?? 0;
        const waiting = await desk.store.countRequests({ open: true });
        projects.push({ key, waiting, plans: await count(), running: await count(BEGUN) });
      }
      const sum = (what: "waiting" | "plans" | "running") => projects.reduce((all, one) => all + one[what], 0);
      return yes({ waiting: sum("waiting"), plans: sum("plans"), running: sum("running"), projects });
    },
    async propose({ params, body, person }) {
      const project = servedProject(dashboard, params["project"]);
      if (!project.ok) return project;
      const { desk, key } = project.value;
      const by = person(desk);
      if (!by.ok) return by;
      const proposed = await desk.propose(draftIn(body.text), by.value, { requester: by.value });
      if (!proposed.ok) return proposed;
      const { plan, warnings } = proposed.value;
      const problems = warnings.filter((problem) => !isError(problem));
      return yes({ project: key, id: plan.id, revision: plan.proposal.revision, warnings: problems });
    },
    async queued() {
      const plans = [];
      for (const { key, desk } of dashboard.projects.all()) {
        const { entries } = await readQueue(desk);
        plans.push(
          ...entries.map(({ id, title, position, priority, waits_for }) => ({
            ...{ project: key, id, title, place: position, priority },
            ...(waits_for.length > 0 && { why: `It waits for ${waits_for.map(({ words }) => words).join(", ")}.` }),
          })),
        );
      }
      return yes({ plans, next: [] });
    },
  };
}

/** A draft in JSON is an object; everything else is markdown. */
function draftIn(text: string): unknown {
  if (!/^\s*\{/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type Found = { project: ServedProject; row: PlanRow };

function merged(found: Found[], sort: PlanSort, order: "asc" | "desc"): Found[] {
  const sign = order === "asc" ? 1 : -1;
  return found.sort((a, b) => {
    const [one, other] = [sortKey(a.row, sort), sortKey(b.row, sort)];
    if (one === other) return a.row.id < b.row.id ? sign : -sign;
    return one < other ? -sign : sign;
  });
}

/** As the store sorts. */
function sortKey(row: PlanRow, sort: PlanSort): string | number {
  switch (sort) {
    case "updated":
      return row.updated_at;
    case "created":
      return row.created_at;
    case "title":
      return row.title.toLowerCase();
    case "status":
      return row.status;
    case "risk":
      return RISKS.indexOf(row.risk);
    case "progress":
      return row.steps === 0 ? 0 : row.steps_done / row.steps;
  }
}

const RISKS = ["", "low", "medium", "high"];
