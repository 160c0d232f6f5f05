import type * as acts from "../../../acts/plan-facts.ts";
import type { SubagentsAtWork } from "../../../agent/subagents-at-work.ts";
import type { Holder } from "../../../lifecycle/next-actions.ts";
import { bindingPlan, type LivePlan } from "../../../lifecycle/plan-state.ts";
import type { Plan } from "../../../plan/plan.ts";
import type { Ping } from "../config/discord-config.ts";
import type { ShownText } from "./custom-id.ts";

/** A plan, and the facts for its card that are not in its journal. */
export interface PlanFacts extends Omit<acts.PlanFacts, "holder"> {
  /** The current activity of the running steps. */
  atWork?: SubagentsAtWork;
  /** It starts as soon as it is approved. */
  startsByItself?: boolean;
  /** Which process has its run; if left out, this one. */
  holder?: Holder;
  /** Whom to ping while it waits for a signature. */
  ping?: Ping;
  /** The plan's page in the dashboard, if that has an address. */
  page?: string;
  /** The drawn graph. */
  picture?: Uint8Array;
}

/** The text that a card shows, and that answers are about: the signed one, if there is one. */
export function shownText(state: LivePlan): ShownText & { plan: Plan; text: string } {
  const { revision, digest, text } = "approval" in state && state.approval ? state.approval.signed : state.proposal;
  return { id: state.id, revision, digest, text, plan: bindingPlan(state) };
}
