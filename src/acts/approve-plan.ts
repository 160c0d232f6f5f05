import type { DeskRefusal, Outcome } from "../desk/outcome.ts";
import { applyTimeOuts } from "../desk/time-outs.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import { quorumOf } from "../lifecycle/approvers.ts";
import type { Choices, LivePlan } from "../lifecycle/plan-state.ts";
import { defined } from "../plan/defined.ts";
import type { Digest } from "../plan/digest.ts";
import type { PlanId } from "../plan/plan.ts";
import { counted } from "../plan/quantities.ts";
import { startingSessionOf } from "../run/live-session.ts";
import type { Acting, Done } from "./act.ts";
import { answerReview, type ReviewSeen } from "./answer-review.ts";
import { autoRun } from "./auto-run.ts";
import { done } from "./done.ts";
import { handOff } from "./leave-plan-mode.ts";
import { startPlan } from "./start-plan.ts";
import { unreadCommands } from "./unread-commands.ts";

/** What an approver chose, of the text that they were shown. */
export interface ApprovalWish extends ReviewSeen {
  digest: Digest;
  choices?: Choices;
  notes?: string;
  start?: "now" | "later";
  /** How many of the commands that approval runs were shown; left out where the surface itself sees to that. */
  commands_shown?: number;
}

export interface Approved {
  act: "approve";
  revision: number;
  digest: Digest;
  /** How many signatures are needed yet. */
  missing: number;
  /** Why it did not start, although it was to start now. */
  not_started?: DeskRefusal;
}

/**
 * Signs a plan. Then it starts: in the session that planned it, or in the process that a person acts from, if that runs plans.
 * Otherwise it waits until a person starts it.
 */
export async function approvePlan(acting: Acting, id: PlanId, wish: ApprovalWish): Promise<Outcome<Done<Approved>>> {
  const { desk, session } = acting;
  const { revision, digest, choices, notes, start = "now" } = wish;
  // Planning that timed out has ended: a signature on its plan starts nothing.
  await applyTimeOuts(desk);
  const unread = await unreadBy(acting, id, wish);
  if (unread) return unread;
  const isOwn = session !== undefined && (await session.plan())?.id === id;
  const startsHere = session !== undefined && (await session.startsApproved(id));
  const sent = await answerReview(acting, id, wish, {
    ...{ type: "approve", revision, digest },
    ...defined({ choices }),
    ...(notes && { notes }),
    ...(start === "later" && { later: true as const }),
  });
  if (!sent.ok) return sent;
  const plan = sent.value;
  const fact = { act: "approve", revision, digest, missing: 0 } as const;
  const signed = `You signed revision ${revision} of ${id}.`;
  const missing = missingSignatures(acting, plan);
  if (missing > 0) {
    const words = `${signed} ${counted(missing, "more signature")} ${missing === 1 ? "is" : "are"} needed.`;
    return done(desk, { plan, fact: { ...fact, missing }, words, goes: { by: "none" } });
  }
  if (start === "now" && startsHere) return done(desk, { plan, fact, words: signed, goes: { by: "here" } });
  // Only the planning that this plan came from ends with it.
  if (isOwn) await handOff({ ...acting, session });
  if (start === "later")
    return done(desk, { plan, fact, words: `${signed} It runs when a person starts it.`, goes: { by: "none" } });
  const other = startingSessionOf(id, await desk.store.listAgents(), desk.home);
  if (other !== undefined && other !== session?.agent) {
    const words = `${signed} The session that planned it runs it.`;
    return done(desk, { plan, fact, words, goes: { by: "session", agent: other } });
  }
  if (acting.runHere === undefined) {
    const waits = autoRun(desk).on
      ? "An idle terminal that is open here starts it: auto_run is on."
      : "It runs when a person starts it.";
    return done(desk, { plan, fact, words: `${signed} ${waits}`, goes: { by: "none" } });
  }
  const started = await startPlan(acting, id);
  if (started.ok) {
    const { plan, goes, words } = started.value;
    return done(desk, { plan, fact, words: `${signed} ${words}`, goes });
  }
  // It is signed all the same, and the person has to know that.
  const words = `${signed} It did not start: ${started.refusal.message}`;
  return done(desk, { plan, fact: { ...fact, not_started: started.refusal }, words, goes: { by: "none" } });
}

function missingSignatures({ desk }: Acting, plan: LivePlan): number {
  if (plan.status !== "proposed" && plan.status !== "needs_review") return 0;
  return quorumOf(plan, desk.configuration.config.approvers) - plan.signatures.length;
}

async function unreadBy(
  { desk }: Acting,
  id: PlanId,
  { digest, choices, commands_shown }: ApprovalWish,
): Promise<Outcome<never> | undefined> {
  if (commands_shown === undefined) return undefined;
  const found = await usablePlan(desk, id);
  // A newer text is refused as such.
  if (!found.ok || found.value.proposal.digest !== digest) return undefined;
  return unreadCommands(found.value, choices?.left_out ?? [], commands_shown);
}
