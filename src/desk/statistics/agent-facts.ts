import type { AgentEvent } from "../../lifecycle/agent-phase.ts";
import type { SealedRecord } from "../seal.ts";
import { type CallCount, type CallCounts, countJudgement } from "./call-counts.ts";

/** An agent's journal for statistics, by day (UTC): its denied and flagged calls, and what people said to it. */
export interface AgentFacts {
  kind: "agent";
  days: { day: string; calls: [tool: string, count: CallCount][]; go_ahead: GoAheads }[];
}

/** Words that sounded like "go ahead", and those of them that approved a plan. */
export interface GoAheads {
  detected: number;
  approved: number;
}

export function agentFacts(records: readonly SealedRecord[]): AgentFacts {
  const days = new Map<string, { calls: CallCounts; go_ahead: GoAheads }>();
  for (const { at, events } of records) {
    for (const event of events as AgentEvent[]) {
      if (!COUNTED.includes(event.type)) continue;
      const day = at.slice(0, 10);
      const counts = days.get(day) ?? { calls: new Map(), go_ahead: { detected: 0, approved: 0 } };
      days.set(day, counts);
      if (event.type === "call_judged") countJudgement(counts.calls, event);
      if (event.type === "execution_intent_detected") counts.go_ahead.detected += 1;
      if (event.type === "mode_switched_by_intent") counts.go_ahead.approved += 1;
    }
  }
  return {
    kind: "agent",
    days: [...days].map(([day, { calls, go_ahead }]) => ({ day, calls: [...calls], go_ahead })),
  };
}

const COUNTED: readonly AgentEvent["type"][] = ["call_judged", "execution_intent_detected", "mode_switched_by_intent"];
