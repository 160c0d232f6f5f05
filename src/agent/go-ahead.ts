import type { Done } from "../acts/act.ts";
import { type Approved, approvePlan } from "../acts/approve-plan.ts";
import type { Outcome } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { openReview } from "../lifecycle/request.ts";
import { visible } from "../plan/visible.ts";
import { classifyReply } from "../policy/intent/reply-to-plan.ts";
import { detectIntent } from "../policy/intent.ts";
import { actingFrom } from "./acting-from.ts";
import type { PlanSession } from "./plan-session.ts";

/** The meaning of a person's message for the waiting plan. The agent may still have to get the message. */
export type HeardWords =
  /** None: it is for the agent. */
  | { means: "nothing" }
  /** "Go ahead", and there is no plan to approve. */
  | { means: "too_early" }
  /** "Go ahead", but the person has to look at the plan first, or a message never signs here. */
  | { means: "look_first"; plan: LivePlan; because: "needs_review" | "not_by_words" | "not_shown" }
  /** Approval of exactly this text; `confirm`: only after the person confirmed that they meant it. */
  | { means: "approval"; plan: LivePlan; confirm: boolean };

/** "Go ahead" while a plan waits: the person's approval of the revision they were shown, if the settings say so. */
export async function detectGoAhead(session: PlanSession, words: string): Promise<HeardWords> {
  const { agent, pi } = session;
  const state = await agent.state();
  if (state.phase !== "gathering" && state.phase !== "submitted") return { means: "nothing" };
  const isOrder = detectIntent(words).intent === "EXECUTE_NOW";
  const plan = await agent.plan();
  // "LGTM" agrees with a plan; without one it is for the agent.
  if (!isOrder && (plan?.status !== "proposed" || classifyReply(words) !== "consent")) return { means: "nothing" };
  if (isOrder) {
    pi.events.emit("countersign:execution_intent_detected", { words: visible(words), phase: state.phase });
    await agent.send({ type: "record_intent", words: visible(words), ...(plan && { plan_id: plan.id }) });
  }
  if (plan?.status === "needs_review") return { means: "look_first", plan, because: "needs_review" };
  if (state.phase === "gathering" || plan?.status !== "proposed") return { means: "too_early" };
  const setting = agent.desk.configuration.config.intent_approval;
  if (setting === "off") return { means: "look_first", plan, because: "not_by_words" };
  if (!session.hasShown(plan.proposal.digest)) return { means: "look_first", plan, because: "not_shown" };
  return { means: "approval", plan, confirm: setting === "confirm" || !isOrder };
}

/** Signs only the text that the message was about: if it changed since, the message signs nothing. */
export async function approveByMessage(
  session: PlanSession,
  { id, requests, proposal: { revision, digest } }: LivePlan,
  words: string,
  person: Person,
): Promise<Outcome<Done<Approved>>> {
  const review = openReview(requests);
  const notes = `By their words: ${words}`;
  const wish = { revision, digest, request_id: review?.id, notes };
  const approved = await approvePlan(actingFrom(session, person), id, wish);
  // While other signatures are missing, nothing has switched.
  if (!approved.ok || approved.value.fact.missing > 0) return approved;
  const said = visible(words);
  const { agent, pi } = session;
  pi.events.emit("countersign:mode_switched_by_intent", { words: said, plan_id: id, revision });
  await agent.send({ type: "record_intent", words: said, approved: { plan_id: id, revision } }, person);
  return approved;
}
