import type { AgentBeforeSettleEvent, AgentBeforeSettleEventResult } from "@earendil-works/pi-coding-agent";
import { looksLikePlan } from "../plan/looks-like-plan.ts";
import type { PlanSession } from "./plan-session.ts";
import { stanceNow } from "./stance.ts";

/**
 * Notices a plan that the agent wrote as text and did not submit: no person can approve it. The model is reminded once
 * before each submission, and the person is told.
 */
export class UnsubmittedPlan {
  readonly #session: PlanSession;
  #isReminded = false;

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** Planning starts, or a plan was submitted. */
  reset(): void {
    this.#isReminded = false;
  }

  /** The model is about to stop. */
  async stopping({
    entries,
    context,
    ...event
  }: AgentBeforeSettleEvent): Promise<AgentBeforeSettleEventResult | undefined> {
    const last = context.contextMessages.findLast(({ role }) => role === "assistant" || role === "toolResult");
    if (event.continue || last?.role !== "assistant" || last.stopReason !== "stop") return undefined;
    const text = last.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    if (!looksLikePlan(text)) return undefined;
    const { agent } = this.#session;
    if ((await stanceNow(this.#session)).is !== "planning" || (await agent.state()).phase !== "gathering")
      return undefined;
    const isReminded = this.#isReminded;
    this.#isReminded = true;
    this.#session.tell({ type: "unsubmitted", reminds: !isReminded });
    if (isReminded) return undefined;
    const message = { type: "custom_message", customType: "countersign", content: REMINDER, display: false } as const;
    return { entries: [...entries, message], continue: true };
  }
}

const REMINDER =
  "That reads like a plan, and no plan was submitted. If it is your plan, call submit_plan with it: a person can approve only a submitted plan. If you need an answer first, call ask_user.";
