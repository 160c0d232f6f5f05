import { modeOf } from "../desk/situation.ts";
import { isStillReadOnly } from "../lifecycle/agent-phase.ts";
import { sandboxForPolicy } from "../run/project-sandbox.ts";
import { modePrompt } from "./mode-prompt.ts";
import type { PlanSession } from "./plan-session.ts";

/** The model's instructions for the current mode. */
export class ModeInstructions {
  readonly #session: PlanSession;

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** The current instructions. Undefined for an agent outside plan mode. */
  async words(): Promise<string | undefined> {
    const { agent, cwd, tools } = this.#session;
    const state = await agent.state();
    const only = await this.#session.restraint.now(state);
    if (modeOf(state) === "none") return only && `You can only read now. ${only.words}`;
    if (only?.because === "subagents") return `A signed plan is running, and not by you. ${LOOKING_ON} ${only.words}`;
    if (isStillReadOnly(state)) return `You can only read now. ${STILL_READING}`;
    const prompt = modePrompt(agent, state, await agent.plan(), {
      offered: tools.offered(),
      sandbox: sandboxForPolicy(await this.#session.sandbox()),
      cwd,
    });
    // A planner can only read anyway, and was told so.
    return only === undefined || state.phase !== "executing"
      ? prompt
      : `${prompt}\n\nBut now you can only read. ${only.words}`;
  }
}

const LOOKING_ON = "You can read, plan_get shows how far it is, and you can talk about it; you change nothing.";
const STILL_READING =
  "Planning has ended by itself: no plan can be submitted, and nothing changed. The person can have you plan again, or lift this.";
