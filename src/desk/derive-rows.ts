import type { AgentState } from "../lifecycle/agent-phase.ts";
import type { Requests } from "../lifecycle/request.ts";
import { replayAgent } from "./agents.ts";
import type { JournalReading } from "./journal.ts";
import { planRow } from "./plan-row.ts";
import { type PlanView, type Reader, replaySound, viewPlan } from "./plan-view.ts";
import type { AgentRow, PlanRow } from "./rows.ts";
import type { LoadedPlan } from "./store.ts";

/** What the lists show of a plan. */
export interface PlanRows {
  row: PlanRow;
  requests: Requests;
  /** Steps are in progress. */
  isAtWork: boolean;
  /** Its file was not read, or has an edit that is not in the journal yet: the row is out of date. */
  isUnread: boolean;
}

/** Undefined for a plan that is not there. Without a reader, the row of a changed file is out of date. */
export function planRows(loaded: LoadedPlan, read?: Reader): PlanRows | undefined {
  const view = viewPlan(loaded, read);
  const standing = view ?? standingWithoutFile(loaded);
  const row = planRow(loaded.id, standing);
  if (row === undefined) return undefined;
  const state = "state" in standing ? standing.state : undefined;
  return {
    row,
    // A broken journal has no open requests.
    requests: standing.kind === "broken" ? {} : (state?.requests ?? {}),
    isAtWork: (state?.run?.steps.count("in_progress") ?? 0) > 0,
    isUnread: view === undefined || (view.kind === "standing" && view.edit !== undefined),
  };
}

/** What the lists show of an agent; undefined if it never did anything. */
export function agentRows(id: string, journal: JournalReading): { row: AgentRow; requests: Requests } | undefined {
  const state = replayAgent(journal);
  return state.version === 0 ? undefined : { row: agentRow(id, state), requests: state.requests };
}

function agentRow(id: string, state: AgentState): AgentRow {
  return {
    id,
    phase: state.phase,
    ...("task" in state && state.task && { task: state.task }),
    ...("plan_id" in state && state.plan_id && { plan_id: state.plan_id }),
    updated_at: state.updated_at ?? "",
  };
}

function standingWithoutFile({ journal }: LoadedPlan): PlanView {
  const state = replaySound(journal.records);
  return "senseless" in state || state.status === "absent"
    ? { kind: "unreadable", problems: [] }
    : { kind: "standing", state };
}
