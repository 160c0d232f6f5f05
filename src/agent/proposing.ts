import { randomBytes } from "node:crypto";
import type { Proposed } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import { keepEndOfPlanning, lookAtTree } from "../desk/tree.ts";
import type { Actor } from "../lifecycle/actor.ts";
import type { AgentState } from "../lifecycle/agent-phase.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId } from "../plan/plan.ts";
import type { PlanSession } from "./plan-session.ts";
import { stanceNow, stanceWords } from "./stance.ts";

/** An agent's proposals: a plan of its own, or the next revision of the one that was sent back. */
export class Proposing {
  readonly #session: PlanSession;
  /** The id of its next proposal, unless it revises a plan. */
  #id: PlanId | undefined;

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** Planning starts again, with a new plan. */
  begin(): void {
    this.#id = undefined;
  }

  async propose(draft: unknown): Promise<Outcome<Proposed>> {
    const { agent, context } = this.#session;
    const state = await agent.state();
    const stance = await stanceNow(this.#session);
    if (stance.is !== "planning" || (state.phase !== "gathering" && state.phase !== "submitted")) {
      return no("not_planning", stanceWords(stance, this.#session.tools.canEnter));
    }
    const requester = this.#requester(state);
    if (requester === "unknown") return UNKNOWN;
    // Never the id in a draft: it could be another agent's plan.
    this.#id = state.plan_id ?? this.#id ?? `PLAN-${randomBytes(4).toString("hex")}`;
    const proposed = await agent.desk.propose(draft, agent.actor, {
      id: this.#id,
      ...defined({ requester, planner_model: context.model && `${context.model.provider}/${context.model.id}` }),
      tools: new Set(this.#session.stepTools().map(({ tool }) => tool)),
    });
    if (!proposed.ok) return proposed;
    const { plan } = proposed.value;
    const submitted =
      state.phase === "submitted" ? yes(state) : await agent.send({ type: "submit", plan_id: plan.id }, agent.actor);
    if (!submitted.ok) return submitted;
    await this.#rememberTree();
    this.#session.restraint.lift("held");
    this.#session.unsubmitted.reset();
    this.#session.tell({ type: "submitted", proposed: proposed.value });
    return proposed;
  }

  /** The tree at the end of planning, if nothing else is planned. Without it a later look says "unknown". */
  async #rememberTree(): Promise<void> {
    const { desk, id } = this.#session.agent;
    try {
      keepEndOfPlanning(desk, id, await lookAtTree(desk.project));
    } catch (error) {
      this.#session.tell({ type: "trouble", error });
    }
  }

  /**
   * The requester: the person at this terminal, if the surface knows no other. Otherwise the person who started the
   * planning, by the journal, or the one that the surface remembers. If the requester is unknown and may not sign, a
   * person must say first who it is.
   */
  #requester(state: AgentState): Actor | undefined | "unknown" {
    const { host, agent } = this.#session;
    if (!("requester" in host)) return undefined;
    const known = ("entered_by" in state ? state.entered_by : undefined) ?? host.requester;
    return known ?? (agent.desk.configuration.config.approvers.exclude_requester ? "unknown" : undefined);
  }
}

const UNKNOWN = no("person_needed", "The requester of this plan is unknown, and the requester may not sign it.", {
  hint: "Ask in the channel whether it is still wanted, and submit it once a person has said so.",
});
