import type { AgentEvent } from "../../lifecycle/agent-phase.ts";
import type { SealedRecord } from "../seal.ts";
import { type CallCount, type CallCounts, countJudgement } from "./call-counts.ts";

/** An agent's journal for statistics: its denied and flagged calls, by day (UTC). */
export interface AgentFacts {
  kind: "agent";
  days: { day: string; calls: [tool: string, count: CallCount][] }[];
}

export function agentFacts(records: readonly SealedRecord[]): AgentFacts {
  const days = new Map<string, CallCounts>();
  for (const { at, events } of records) {
    for (const event of events as AgentEvent[]) {
      if (event.type !== "call_judged") continue;
      const day = at.slice(0, 10);
      const calls = days.get(day) ?? new Map();
      days.set(day, calls);
      countJudgement(calls, event);
    }
  }
  return { kind: "agent", days: [...days].map(([day, calls]) => ({ day, calls: [...calls] })) };
}
