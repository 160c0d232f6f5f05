import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { PlanSession } from "./plan-session.ts";

/** The model that an approver chose has the place of the session's own while the plan runs. */
export class ExecutorModel {
  readonly #session: PlanSession;
  #before: ExtensionContext["model"];

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** Whether the run has the model that was signed for it. */
  async choose(wanted: string | undefined): Promise<boolean> {
    if (wanted === undefined) return true;
    const { context, pi } = this.#session;
    const model = context.modelRegistry
      .getAvailable()
      .find(({ provider, id }) => [id, `${provider}/${id}`].includes(wanted));
    const before = context.model;
    if (model === undefined || !(await pi.setModel(model))) return false;
    this.#before = before;
    return true;
  }

  async giveBack(): Promise<void> {
    const before = this.#before;
    this.#before = undefined;
    if (before !== undefined) await this.#session.pi.setModel(before);
  }
}
