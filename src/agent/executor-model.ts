import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { PlanSession } from "./plan-session.ts";

/** Switches the session to the signed model while a step runs that needs it. */
export class ExecutorModel {
  readonly #session: PlanSession;
  /** The session's own model, while another one replaces it. */
  #own: ExtensionContext["model"];

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** Whether the session has the wanted model; its own, if none is wanted. */
  async choose(wanted: string | undefined): Promise<boolean> {
    const { context, pi } = this.#session;
    if (wanted === undefined) {
      const own = this.#own;
      this.#own = undefined;
      if (own !== undefined) await pi.setModel(own);
      return true;
    }
    const model = context.modelRegistry
      .getAvailable()
      .find(({ provider, id }) => [id, `${provider}/${id}`].includes(wanted));
    const before = context.model;
    if (model && before && model.provider === before.provider && model.id === before.id) return true;
    if (model === undefined || !(await pi.setModel(model))) return false;
    this.#own ??= before;
    return true;
  }
}
