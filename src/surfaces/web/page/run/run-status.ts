import { failedCheck } from "../../../../lifecycle/failed-check.ts";
import { PLAN_LOOKS } from "../../../../lifecycle/plan-look.ts";
import { counted } from "../../../../plan/quantities.ts";
import type { Standing } from "../../api/plan-page.ts";
import type { IconName } from "../parts/icon.tsx";
import type { StepView } from "./step-view.ts";

export interface RunStatus {
  look: "plain" | "ink" | "ok" | "warn" | "bad" | "run";
  icon: IconName;
  words: string;
}

/** The one thing to know about a run, for beside its title. */
export function runStatus(
  { status, holder, why, queued }: Standing,
  steps: readonly StepView[],
  waits: number,
): RunStatus {
  const failed = steps.filter((step) => step.status === "failed");
  const checks = failed.filter(({ state }) => failedCheck(state?.result) !== undefined).length;
  switch (status) {
    case "approved":
      return queued
        ? { look: "plain", icon: "clock", words: "in the queue" }
        : { look: "ok", icon: "check", words: "countersigned, not started" };
    case "executing":
      if (waits > 0)
        return { look: "ink", icon: "pen", words: waits === 1 ? "waits for you" : `${waits} things wait for you` };
      if (checks > 0)
        return { look: "bad", icon: "cross", words: `${checks === 1 ? "one check" : `${checks} checks`} failed` };
      if (failed.length > 0) return { look: "bad", icon: "cross", words: `${counted(failed.length, "step")} failed` };
      return holder === "none"
        ? { look: "warn", icon: "bolt", words: "no process runs it" }
        : { look: "run", icon: "run", words: "running" };
    case "paused":
      if (waits > 0) return { look: "ink", icon: "pen", words: "paused, waits for you" };
      return { look: "warn", icon: "pause", words: PAUSES[why ?? ""] ?? "paused" };
    case "stalled":
      return { look: "warn", icon: "bolt", words: "stalled" };
    case "failed":
      return { look: "bad", icon: "cross", words: checks === 1 ? "failed: one check" : "failed" };
    case "completed":
      return { look: "ok", icon: "check", words: "completed" };
    case "rejected":
    case "cancelled":
      return { look: "plain", icon: "cross", words: status };
    case "proposed":
    case "changes_requested":
    case "needs_review":
      return { look: "plain", icon: "pen", words: PLAN_LOOKS[status].words.toLowerCase() };
  }
}

const PAUSES: Record<string, string> = { left: "its process is gone", budget: "paused: budget used" };
