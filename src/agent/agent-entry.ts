import type { DeskRefusal } from "../desk/outcome.ts";
import { HOST } from "../lifecycle/actor.ts";
import { visible } from "../plan/visible.ts";
import { askToAllow } from "./ask-to-allow.ts";
import type { PlanSession } from "./plan-session.ts";
import type { ToolAnswer } from "./tools/own-tool.ts";

/** The agent's own `enter_plan_mode`: it holds from the hook on, and the person may decline once the tool runs. */
export class AgentEntry {
  readonly #session: PlanSession;
  /** Its last call began planning; otherwise it was at it already. */
  #hasEntered = false;

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** Why planning cannot begin, if so. Already planning is fine. */
  async enter(input: object): Promise<DeskRefusal | undefined> {
    const { agent } = this.#session;
    const reason = "reason" in input && typeof input.reason === "string" ? input.reason : "";
    this.#hasEntered = (await agent.state()).phase === "inactive";
    const entered = this.#hasEntered ? await this.#session.enter(agent.actor, { reason }) : undefined;
    if (entered?.ok !== false) return undefined;
    // An agent that wanted to plan, and could not, does not go on without.
    this.#session.restraint.put({
      because: "resting",
      words: `Plan mode cannot begin: ${entered.refusal.message}`,
    });
    return entered.refusal;
  }

  /** With `auto_enter: "ask"` the person may decline; until then planning is in force. */
  async confirm(reason: string): Promise<ToolAnswer> {
    const session = this.#session;
    if (!this.#hasEntered) return { text: "Already in planning mode." };
    if (session.agent.desk.configuration.config.auto_enter === "ask" && session.canAsk()) {
      const call = { tool: "enter_plan_mode", input: { reason } };
      const answer = await askToAllow(session, call, "The agent wants to plan before it changes anything.");
      if (!answer.allowed && answer.by) {
        await session.leave("cancelled", HOST, { decided_by: answer.by });
        return { text: `${answer.by.name} wants no plan for this. Go on without one.` };
      }
    }
    const next = "Tools are now restricted to read-only. Gather context, then call submit_plan when ready.";
    return { text: `Entered planning mode. Reason: ${visible(reason)}. ${next}` };
  }
}
