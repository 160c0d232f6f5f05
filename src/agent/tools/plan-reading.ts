import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import { countsWords } from "../../lifecycle/counts-words.ts";
import { stepCounts } from "../../lifecycle/step-counts.ts";
import { visible } from "../../plan/visible.ts";
import type { PlanSession } from "../plan-session.ts";
import { ownTool } from "./own-tool.ts";

const MOST = 30;

/** Opens the session when a tool is called: outside plan mode it may not be needed before. */
type Open = () => Promise<PlanSession>;

export function planList(open: Open): ToolDefinition {
  return ownTool<{ status?: string }>({
    name: "plan_list",
    label: "Plans",
    description: "List the plans of this project, newest first.",
    parameters: {
      type: "object",
      properties: { status: { type: "string", description: "only plans of this status" } },
    },
    title: ({ status = "" }) => status,
    run: async ({ status }) => {
      const { agent } = await open();
      const { rows } = agent.isKept ? await agent.desk.plans({ limit: 200 }) : { rows: [] };
      const wanted = rows.filter((row) => status === undefined || row.status === status).slice(0, MOST);
      const lines = wanted.map((row) => `${row.id}  ${row.status}  ${visible(row.title ?? "")}`);
      return { text: lines.join("\n") || "There are no plans." };
    },
  });
}

export function planGet(open: Open): ToolDefinition {
  return ownTool<{ id?: string }>({
    name: "plan_get",
    label: "Plan",
    description: "Show a plan as markdown; without an id your own.",
    parameters: { type: "object", properties: { id: { type: "string" } } },
    title: ({ id = "" }) => id,
    run: async ({ id }) => {
      const session = await open();
      const state = await session.agent.state();
      const wanted = id ?? ("plan_id" in state ? state.plan_id : undefined);
      if (wanted === undefined) throw new Error("You have no plan yet. plan_list lists those of the project.");
      const found = await session.agent.desk.plan(wanted);
      if (!found.ok) throw new Error(found.refusal.message);
      const view = found.value;
      const live = view.kind === "elsewhere" || view.kind === "broken" ? undefined : view.state;
      if (live === undefined) throw new Error(`${wanted} cannot be shown: it is ${view.kind}.`);
      const counts = "run" in live && live.run ? `, ${countsWords(stepCounts(live))}` : "";
      return { text: `Status: ${live.status}, revision ${live.proposal.revision}${counts}\n\n${live.proposal.text}` };
    },
  });
}
