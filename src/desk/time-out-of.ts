import { expiryOf, type TimeOut } from "../lifecycle/time-out.ts";
import type { DeskEvent } from "./events.ts";

/** The time-out that an event records, if it records one. */
export function timeOutOf({ data, by, journal }: DeskEvent): TimeOut | undefined {
  if (data.type === "planning_left") return data.how === "timed_out" ? (data.ran_out ?? { of: "planning" }) : undefined;
  if (data.type === "cancelled") return data.why === "stale" ? expiryOf(journal, data) : undefined;
  if (data.type !== "decided" || by.kind !== "host") return undefined;
  return { of: "decision", plan_id: journal, decision_id: data.decision_id, selections: data.selections };
}
