import type { DeskRefusal } from "../desk/outcome.ts";
import { HOST } from "../lifecycle/actor.ts";
import type { AgentState } from "../lifecycle/agent-phase.ts";
import type { LivePlan, Run } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import { visible } from "../plan/visible.ts";
import type { RunEnd } from "../run/execute.ts";
import type { CardDetails } from "./card-details.ts";
import type { PlanSession } from "./plan-session.ts";
import { failureCard, reportedCard, totalsCard } from "./run-cards.ts";
import { runReport } from "./run-report.ts";

/** Who carries out the steps of a plan: the model of the session, or an agent for each. */
export type CarriedOutBy = "session" | "subagents";

type How = "completed" | "failed" | "cancelled";

/** Whoever carried out a plan from this session has stopped. Comes back with what its own model hears of it, if anything. */
export async function tellRunEnd(session: PlanSession, end: RunEnd, by: CarriedOutBy): Promise<string | undefined> {
  switch (end.how) {
    case "completed":
    case "failed":
    case "cancelled":
      return tellEnd(session, end.plan, by);
    case "left":
      return undefined;
    case "waiting": {
      const text = `${end.plan.id} waits for a person: ${end.reasons.map((reason) => visible(reason)).join(" ")}`;
      const command = { command: "/plan resume", does: "lets it go on" };
      session.say(text, { card: "notice", plan_id: end.plan.id, text, command });
      return undefined;
    }
    case "lost":
      // Reviewed anew in the middle of the run: what comes of that is followed.
      if ((await session.agent.plan())?.run?.lease !== undefined) trouble(session, end.refusal);
      return undefined;
  }
}

/** It did not begin. What was signed stays signed; it is tried again when a person says so. */
export function tellRefusal(session: PlanSession, id: PlanId, refusal: DeskRefusal): void {
  if (refusal.kind !== "lost_lease")
    session.hold(`${id} could not be carried out: ${refusal.message} /plan resume tries it again.`);
  trouble(session, refusal);
}

/** A run has ended: the session leaves its plan, and tells how it did. Comes back with what its own model hears of it. */
export async function tellEnd(session: PlanSession, plan: LivePlan, by: CarriedOutBy): Promise<string> {
  const how: How = plan.status === "cancelled" ? "cancelled" : plan.status === "failed" ? "failed" : "completed";
  if (!isAtAnother(await session.agent.state(), plan.id)) {
    session.rest(`${plan.id} ${ENDED[how]}.`);
    const decided = plan.status === "cancelled" ? { decided_by: plan.by } : {};
    await session.leave(how === "cancelled" ? "cancelled" : "finished", HOST, decided);
  }
  const { run } = plan;
  if (run !== undefined)
    session.say(`${wordsOf(plan, by, session)}\n${THEN[by]}`, cardOf({ ...plan, run }, how, by, session));
  return NEXT[how];
}

/** A run that was left may come to its end when its session plans anew, or is at another plan: that goes on. */
function isAtAnother(state: AgentState, id: PlanId): boolean {
  return state.phase !== "inactive" && state.plan_id !== id;
}

function trouble(session: PlanSession, { message, hint }: DeskRefusal): void {
  session.tell({ type: "trouble", error: new Error([message, hint].filter(Boolean).join(" ")) });
}

function wordsOf(plan: LivePlan, by: CarriedOutBy, { host }: PlanSession): string {
  if (by === "subagents" || plan.status !== "cancelled") return runReport(plan, host.callMove);
  return `${visible(plan.by.name)} cancelled ${plan.id}.`;
}

/** Who sat beside the model saw what it did; of agents that worked elsewhere all is told. */
function cardOf(plan: LivePlan & { run: Run }, how: How, by: CarriedOutBy, session: PlanSession): CardDetails {
  if (how !== "failed") return totalsCard(plan, how, session.agent.desk.at());
  const failed = plan.run.plan.steps.filter((step) => plan.run.steps.get(step.id)?.status === "failed");
  const [step] = failed;
  if (by === "session" && step && failed.length === 1) return failureCard(plan, step);
  return reportedCard(plan, runReport(plan, session.host.callMove));
}

const ENDED: Record<How, string> = { completed: "is completed", failed: "has failed", cancelled: "was cancelled" };

const NEXT: Record<How, string> = {
  completed: "That was the last step: the plan is complete. Say what changed and how it was verified.",
  failed: "The plan has failed and nothing more is started. Do not undo anything. Say what state is left behind.",
  cancelled: "The plan was cancelled. Stop here, and wait for the person.",
};

const THEN: Record<CarriedOutBy, string> = {
  session: "Nothing more is to be done now: wait for the person.",
  subagents: "Nothing of this was done by you, and nothing is to be done now: wait for the person.",
};
