import type { DeskRefusal } from "../desk/outcome.ts";
import { HOST } from "../lifecycle/actor.ts";
import { visible } from "../plan/visible.ts";
import { askToAllow } from "./ask-to-allow.ts";
import type { PlanSession } from "./plan-session.ts";
import { stanceNow, stanceWords } from "./stance.ts";
import type { ToolAnswer } from "./tools/own-tool.ts";

/** The agent's own `enter_plan_mode`: planning starts in the hook, and the person may decline once the tool runs. */
export class AgentEntry {
  readonly #session: PlanSession;
  /** Its last call started planning; otherwise it was planning already. */
  #hasEntered = false;

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** Why planning cannot start, if so. An agent that plans already may call it. */
  async enter(input: object): Promise<DeskRefusal | undefined> {
    const { agent } = this.#session;
    const reason = "reason" in input && typeof input.reason === "string" ? input.reason : "";
    this.#hasEntered = (await agent.state()).phase === "inactive";
    const entered = this.#hasEntered ? await this.#session.enter(agent.actor, { reason }) : undefined;
    if (entered?.ok !== false) return undefined;
    // An agent that wanted to plan, and could not, does not work without a plan.
    this.#session.restraint.put({
      because: "awaiting_person",
      words: `Plan mode cannot start: ${entered.refusal.message}`,
    });
    return entered.refusal;
  }

  /** With `auto_enter: "ask"` the person may decline; until then plan mode is on. */
  async confirm(reason: string): Promise<ToolAnswer> {
    const session = this.#session;
    if (!this.#hasEntered) {
      const stance = await stanceNow(session);
      const text = stance.is === "planning" ? "Already in planning mode." : stanceWords(stance, session.tools.canEnter);
      return { text };
    }
    if (session.agent.desk.configuration.config.auto_enter === "ask" && session.canAsk()) {
      const call = { tool: "enter_plan_mode", input: { reason } };
      const answer = await askToAllow(session, call, "The agent wants to plan before it changes anything.");
      if (!answer.allowed && answer.by) {
        await session.leave("cancelled", HOST, { decided_by: answer.by });
        return { text: `${answer.by.name} wants no plan for this. Go on without one.` };
      }
    }
    await session.announcePlanning({ reason });
    const next = "Tools are now restricted to read-only. Gather context, then call submit_plan when ready.";
    return { text: `Entered planning mode. Reason: ${visible(reason)}. ${next}` };
  }
}
