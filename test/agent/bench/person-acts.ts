import { cancelPlan } from "../../../src/acts/cancel-plan.ts";
import { cancelPlanning, handOff } from "../../../src/acts/leave-plan-mode.ts";
import { pausePlan } from "../../../src/acts/pause-plan.ts";
import { resumePlan } from "../../../src/acts/resume-plan.ts";
import { retryPlan } from "../../../src/acts/retry-plan.ts";
import { skipStep } from "../../../src/acts/skip-step.ts";
import { startPlan } from "../../../src/acts/start-plan.ts";
import { actingFrom, planInSession } from "../../../src/agent/acting-from.ts";
import type { PlanSession } from "../../../src/agent/plan-session.ts";
import type { Person } from "../../../src/desk/persons.ts";
import { must } from "../../desk/fixture.ts";

/** What a person does from a session: with its own plan, unless another is named. */
export class PersonActs {
  readonly #acting: ReturnType<typeof actingFrom>;
  readonly #id: () => Promise<string>;

  constructor(session: PlanSession, by: Person, id?: string) {
    this.#acting = actingFrom(session, by);
    this.#id = async () => must(await planInSession(session, id)).id;
  }

  async pause(now = false) {
    return pausePlan(this.#acting, await this.#id(), { now });
  }

  async resume() {
    return resumePlan(this.#acting, await this.#id());
  }

  async retry(step?: string) {
    return retryPlan(this.#acting, await this.#id(), step);
  }

  async skip(step: string, reason: string) {
    return skipStep(this.#acting, await this.#id(), step, reason);
  }

  async cancelOther() {
    return cancelPlan(this.#acting, await this.#id());
  }

  run(id: string) {
    return startPlan(this.#acting, id);
  }

  cancel() {
    return cancelPlanning(this.#acting);
  }

  handOff() {
    return handOff(this.#acting);
  }
}
