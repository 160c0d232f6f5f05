import type { KnownAgent } from "../desk/known-agents.ts";
import { type Outcome, yes } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import { HOST } from "../lifecycle/actor.ts";
import type { PlanSession } from "./plan-session.ts";

/** Continues planning whose session is gone, or a plan that its agent left; returns the task, if the agent has to be told of it. */
export async function takeUpPlanning(
  session: PlanSession,
  by: Person,
  { id, task, plan_id }: Pick<KnownAgent, "task" | "plan_id"> & { id?: string },
): Promise<Outcome<string | undefined>> {
  const { agent } = session;
  if (id !== undefined) {
    const left = await agent.desk.sendAgent(id, { type: "leave", how: "handed_off" }, by);
    if (!left.ok) return left;
  }
  const entered = await session.enter(by, task === undefined ? {} : { task });
  if (!entered.ok) return entered;
  if (plan_id === undefined) return yes(task);
  const submitted = await agent.send({ type: "submit", plan_id }, HOST);
  if (!submitted.ok) return submitted;
  await session.catchUp();
  return yes(undefined);
}

/** Ends planning whose session is gone; its plan stays. */
export async function endLostPlanning(session: PlanSession, by: Person, { id }: KnownAgent): Promise<Outcome<string>> {
  const left = await session.agent.desk.sendAgent(id, { type: "leave", how: "cancelled" }, by);
  return left.ok ? yes("That planning is ended.") : left;
}
