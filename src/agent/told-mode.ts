import { modeOf } from "../desk/situation.ts";
import { sandboxForPolicy } from "../run/surroundings.ts";
import { modePrompt } from "./mode-prompt.ts";
import type { PlanSession } from "./plan-session.ts";

/** What the model is told of the mode it is in, and what it was told already. */
export class ToldMode {
  readonly #session: PlanSession;
  #told: string | undefined;

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** The words for the model, as of now. Nothing for an agent that is free. */
  async words(): Promise<string | undefined> {
    const { agent, cwd, tools } = this.#session;
    const state = await agent.state();
    const only = await this.#session.restraint.now(state);
    if (modeOf(state) === "none") return only && `You can only read now. ${only.words}`;
    if (only?.because === "subagents")
      return `A signed plan is carried out, and not by you. ${LOOKING_ON} ${only.words}`;
    const prompt = modePrompt(agent, state, await agent.plan(), {
      offered: tools.offered(),
      sandbox: sandboxForPolicy(await this.#session.sandbox()),
      cwd,
    });
    // A planner reads anyway: it has been told so.
    return only === undefined || state.phase !== "executing"
      ? prompt
      : `${prompt}\n\nBut now you can only read. ${only.words}`;
  }

  /** What stands in the system prompt of this run. */
  stands(words: string | undefined): void {
    this.#told = words;
  }

  /** What the system prompt does not say yet, because the mode has changed since it was written. */
  async correction(): Promise<string | undefined> {
    const now = await this.words();
    if (now === this.#told) return undefined;
    if (modeOf(await this.#session.agent.state()) !== "none") return now;
    return [ENDED, now].filter(Boolean).join("\n");
  }
}

const LOOKING_ON = "You can read, plan_get shows how far it is, and you can talk about it; you change nothing.";
const ENDED = "Plan mode has ended: what was said about planning or executing holds no more.";
