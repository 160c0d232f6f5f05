import { randomBytes } from "node:crypto";
import type { Proposed } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { Actor } from "../lifecycle/actor.ts";
import type { AgentState } from "../lifecycle/agent-phase.ts";
import type { PlanId } from "../plan/plan.ts";
import type { PlanSession } from "./plan-session.ts";

/** What an agent proposes: a plan of its own, or the next revision of the one that was sent back. */
export class Proposing {
  readonly #session: PlanSession;
  /** For what it proposes next, unless it revises a plan. */
  #id: PlanId | undefined;

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** Planning begins anew: with a plan that nobody has seen. */
  begin(): void {
    this.#id = undefined;
  }

  async propose(draft: unknown): Promise<Outcome<Proposed>> {
    const { agent, pi } = this.#session;
    const state = await agent.state();
    if (state.phase !== "gathering" && state.phase !== "submitted") {
      return no("not_planning", "Plan mode is off.", { hint: "Call enter_plan_mode first." });
    }
    const requester = this.#requester(state);
    if (requester === "unknown") return UNKNOWN;
    // Never the id a draft says: it could be somebody else's plan.
    this.#id = state.plan_id ?? this.#id ?? `PLAN-${randomBytes(4).toString("hex")}`;
    const proposed = await agent.desk.propose(draft, agent.actor, {
      id: this.#id,
      ...(requester && { requester }),
      tools: new Set(pi.getAllTools().map(({ name }) => name)),
    });
    if (!proposed.ok) return proposed;
    const { plan } = proposed.value;
    const submitted =
      state.phase === "submitted" ? yes(state) : await agent.send({ type: "submit", plan_id: plan.id }, agent.actor);
    if (!submitted.ok) return submitted;
    this.#session.restraint.lift("held");
    this.#session.tell({ type: "submitted", proposed: proposed.value });
    return proposed;
  }

  /**
   * For whom it plans: whoever sits here, where the surface knows nobody else. Where it does, whoever began the planning,
   * as the journal says, or whom the surface remembers. If nobody knows, and whoever asked must not sign, it is to be
   * found out first.
   */
  #requester(state: AgentState): Actor | undefined | "unknown" {
    const { host, agent } = this.#session;
    if (!("requester" in host)) return undefined;
    const known = ("entered_by" in state ? state.entered_by : undefined) ?? host.requester;
    return known ?? (agent.desk.configuration.config.approvers.exclude_requester ? "unknown" : undefined);
  }
}

const UNKNOWN = no("person_needed", "It is not known who asked for this plan, and whoever did must not sign it.", {
  hint: "Ask in the channel whether it is still wanted, and submit it once somebody has said so.",
});
