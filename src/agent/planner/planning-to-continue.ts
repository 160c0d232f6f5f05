import { isAgentLive } from "../../desk/agent-pid-file.ts";
import type { Desk } from "../../desk/desk.ts";
import { type KnownAgent, knownAgents } from "../../desk/known-agents.ts";
import { no, type Outcome, yes } from "../../desk/outcome.ts";
import type { PlanId } from "../../plan/plan.ts";
import { PLANNING } from "../lost-agents.ts";

/** Planning whose process is gone, by its agent; or a plan that waits for a review or a revision. */
export type Continued = { id: string; plan_id?: never } | { plan_id: PlanId; id?: never };

/** What a new session has to know of planning that it continues: the agent that it takes over from, its goal, its plan. */
export type TakenUp = Pick<KnownAgent, "task" | "plan_id"> & { id?: string };

export async function planningToContinue(desk: Desk, { id, plan_id }: Continued): Promise<Outcome<TakenUp>> {
  const agents = (await knownAgents(desk)).filter(({ phase }) => PLANNING.includes(phase));
  const before = agents.find((agent) => (id === undefined ? agent.plan_id === plan_id : agent.id === id));
  if (before && isAgentLive(desk.home, before.id)) {
    return no("already_planning", "Another session still works on it.", {
      hint: "Answer it there, or end that planning first.",
      facts: { agent: before.id },
    });
  }
  if (id !== undefined && before === undefined) {
    return no("not_planning", `The agent ${id} no longer plans.`, { hint: "Start a new planning." });
  }
  const plan = plan_id ?? before?.plan_id;
  const refused = plan === undefined ? undefined : await whyNot(desk, plan);
  return refused ?? yes({ ...(plan_id !== undefined && { plan_id }), ...before });
}

/** A plan that was answered for good gets no more revisions. */
async function whyNot(desk: Desk, id: PlanId): Promise<Extract<Outcome<never>, { ok: false }> | undefined> {
  const found = await desk.plan(id);
  if (!found.ok) return found;
  const status = found.value.kind === "standing" ? found.value.state.status : found.value.kind;
  if (status === "proposed" || status === "needs_review" || status === "changes_requested") return undefined;
  return no("wrong_state", `${id} is ${status}: nothing of it is left to plan.`, {
    hint: "Copy it, or start a new planning.",
    facts: { status },
  });
}
