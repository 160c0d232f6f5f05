import type { PlanSession } from "./plan-session.ts";

const WORDS = "Plan mode is off: earlier instructions about planning or executing no longer hold.";

/** Into the transcript, for the model: so far it says that plan mode is on. The person sees it elsewhere. */
export function sayPlanModeOff({ pi }: PlanSession): void {
  const message = { customType: "countersign", content: WORDS, display: false, details: OFF };
  pi.sendMessage(message, { triggerTurn: false });
}

/** Plan mode was left while this session was closed: its transcript does not say so yet. */
export function isPlanModeOffUnsaid({ context }: PlanSession): boolean {
  const said = context.sessionManager.getBranch().flatMap((entry) => {
    if (entry.type !== "custom_message" || entry.customType !== "countersign") return [];
    return (entry.details as { card?: string } | undefined)?.card ?? [];
  });
  return said.lastIndexOf("planning_started") > said.lastIndexOf(OFF.card);
}

const OFF = { card: "plan_mode_off" };
