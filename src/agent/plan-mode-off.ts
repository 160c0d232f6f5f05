import type { PlanSession } from "./plan-session.ts";

const WORDS = "Plan mode is off: what was said about planning or executing holds no more.";

/** Into the transcript, for the model: what it has read there of plan mode so far is that it is on. The person sees it elsewhere. */
export function sayPlanModeOff({ pi }: PlanSession): void {
  const message = { customType: "countersign", content: WORDS, display: false, details: OFF };
  pi.sendMessage(message, { triggerTurn: false });
}

/** Plan mode was left while this session was closed: nothing in its transcript says so yet. */
export function isPlanModeOffUnsaid({ context }: PlanSession): boolean {
  const said = context.sessionManager.getBranch().flatMap((entry) => {
    if (entry.type !== "custom_message" || entry.customType !== "countersign") return [];
    return (entry.details as { card?: string } | undefined)?.card ?? [];
  });
  return said.lastIndexOf("planning_started") > said.lastIndexOf(OFF.card);
}

const OFF = { card: "plan_mode_off" };
