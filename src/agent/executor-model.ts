import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { PlanSession } from "./plan-session.ts";

/** The model that was signed has the place of the session's own while a step runs for which it is wanted. */
export class ExecutorModel {
  readonly #session: PlanSession;
  /** The session's own, if another has its place. */
  #own: ExtensionContext["model"];

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** Whether the session has the model that is wanted; its own, if none is. */
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
