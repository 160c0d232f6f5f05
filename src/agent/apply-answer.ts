import { HOST } from "../lifecycle/actor.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { defined } from "../plan/defined.ts";
import { visible } from "../plan/visible.ts";
import { reviewLines } from "./mode-prompt.ts";
import type { PlanSession } from "./plan-session.ts";

/** Applies an answer, given here or on any other surface. Idempotent. */
export async function applyAnswer(session: PlanSession): Promise<void> {
  // The process that has the agent does this, unless it is dead.
  if (!session.agent.isHere) await session.apply();
  if (!session.agent.isHere) return;
  const state = await session.agent.state();
  if (state.phase !== "inactive" && !session.isHeld) {
    const plan = await session.agent.plan();
    // The text may have been reviewed again in the middle of a run.
    const isAnswered = plan?.status === "rejected" || plan?.status === "changes_requested";
    if (plan !== undefined && (state.phase === "submitted" || (state.phase === "executing" && isAnswered))) {
      await afterAnswer(session, plan);
    }
  }
  if (state.phase === "executing") await session.run.catchUp();
  await session.apply();
}

async function afterAnswer(session: PlanSession, plan: LivePlan): Promise<void> {
  const { agent } = session;
  switch (plan.status) {
    case "proposed":
    case "needs_review":
      return;
    case "changes_requested": {
      const { ok } = await agent.send({ type: "revise" });
      if (!ok) return;
      const words = [
        `Changes are requested on ${plan.id}:`,
        ...reviewLines(plan.review),
        "Revise it and submit again.",
      ];
      const { by, revision, feedback, comments = {}, quotes } = plan.review;
      const said = Object.entries(comments).map(([step, text]) => ({ step, text }));
      session.say(
        words.join("\n"),
        {
          ...{ card: "changes_requested", plan_id: plan.id, revision, by: by.name, feedback, comments: said },
          ...defined({ quotes }),
        },
        { go: true },
      );
      return;
    }
    case "approved": {
      const [signature] = plan.approval.signatures.slice(-1);
      if (signature === undefined || !session.agent.startsApproved || plan.approval.later) return;
      const begun = await agent.send({ type: "begin", approved_by: signature.by, approved_at: signature.at });
      if (!begun.ok) return;
      await session.apply();
      return session.run.start();
    }
    case "rejected": {
      const { by, feedback } = plan.review;
      session.rest(`${plan.id} was rejected.`);
      await session.leave("rejected", HOST, { decided_by: by, ...(feedback && { note: feedback }) });
      const words = feedback ? `: ${visible(feedback, { multiline: true })}` : ".";
      session.say(`${visible(by.name)} rejected ${plan.id}${words}\nStop here, and wait for the person.`, {
        card: "rejected",
        plan_id: plan.id,
        revision: plan.review.revision,
        by: by.name,
        feedback,
        title: plan.proposal.plan.title,
      });
      return;
    }
    case "cancelled": {
      if (plan.by.kind !== "person") return;
      session.rest(`${plan.id} was cancelled.`);
      await session.leave("cancelled", HOST, { decided_by: plan.by });
      const text = `${visible(plan.by.name)} cancelled ${plan.id}.`;
      session.say(`${text} Stop here, and wait for the person.`, { card: "notice", plan_id: plan.id, text });
      return;
    }
    // Another process runs it, or ran it.
    case "executing":
    case "paused":
    case "stalled":
    case "failed":
    case "completed":
      return;
  }
}
