import { sandboxForPolicy } from "../run/project-sandbox.ts";
import { modePrompt } from "./mode-prompt.ts";
import type { PlanSession } from "./plan-session.ts";
import { type Stance, stanceNow, stanceWords } from "./stance.ts";

/** The model's instructions for the current mode. */
export class ModeInstructions {
  readonly #session: PlanSession;

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** The current instructions. Undefined for an agent outside plan mode. */
  async words(): Promise<string | undefined> {
    const { tools } = this.#session;
    const stance = await stanceNow(this.#session);
    switch (stance.is) {
      case "free":
        return undefined;
      case "locked":
      case "reading":
        return [stanceWords(stance, tools.canEnter), ...(tools.has("plan_get") ? [LOOK] : [])].join(" ");
      case "planning":
      case "executing":
        return [await this.#rules(), ...wordsOf(stance)].join("\n\n");
    }
  }

  async #rules(): Promise<string | undefined> {
    const { agent, cwd, tools } = this.#session;
    return modePrompt(agent, await agent.state(), await agent.plan(), {
      offered: tools.offered(),
      executorTools: this.#session.stepTools(),
      sandbox: sandboxForPolicy(await this.#session.sandbox()),
      cwd,
    });
  }
}

function wordsOf(stance: Stance): string[] {
  return "words" in stance && stance.words !== undefined ? [stance.words] : [];
}

const LOOK = "plan_get shows your plan and how far it is, and you can talk about it.";
