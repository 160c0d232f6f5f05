import type { PlanSession } from "../../agent/plan-session.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { visible } from "../../plan/visible.ts";
import { detectIntent } from "../../policy/intent.ts";
import { goAheadDialog } from "./dialogs/go-ahead-dialog.ts";
import { followPlan } from "./follow-plan.ts";
import { hasUnsentReview } from "./open-review.ts";
import { personHere } from "./person.ts";
import type { WhatWaits } from "./what-waits.ts";

/** "Go ahead", typed at this keyboard while a plan waits: the person's approval of the revision they were shown, if the settings say so. */
export async function hear(
  session: PlanSession,
  words: string,
  waits: WhatWaits | undefined,
): Promise<"handled" | undefined> {
  const { agent, context, pi } = session;
  const state = await agent.state();
  if (state.phase !== "gathering" && state.phase !== "submitted") return undefined;
  const found = detectIntent(words);
  if (found.intent !== "EXECUTE_NOW") return undefined;
  pi.events.emit("countersign:execution_intent_detected", { words: visible(words), phase: state.phase });
  const setting = agent.desk.configuration.config.intent_approval;
  const plan = await agent.plan();
  if (plan?.status === "needs_review") {
    context.ui.notify(`${plan.id} needs you: /plan shows it.`, "info");
    return undefined;
  }
  if (state.phase === "gathering" || plan?.status !== "proposed") {
    context.ui.notify("There is no plan to approve yet. /plan cancel leaves plan mode without one.", "info");
    return undefined;
  }
  const { revision, digest } = plan.proposal;
  if (setting === "off" || !session.hasShown(digest)) {
    context.ui.notify(`Words do not sign ${plan.id} here: /plan shows it.`, "info");
    return undefined;
  }
  if (setting === "confirm" && !(await isMeant(session, plan, words, waits))) return undefined;
  const person = personHere(session);
  if (!person.ok) return undefined;
  const command = { type: "approve", revision, digest, notes: `By their words: ${words}` } as const;
  const sent = await agent.desk.send(plan.id, command, person.value);
  if (!sent.ok) {
    context.ui.notify(visible(sent.refusal.message), "warning");
    return undefined;
  }
  pi.events.emit("countersign:mode_switched_by_intent", { words: visible(words), plan_id: plan.id, revision });
  context.ui.notify(`Understood as your approval of revision ${revision} of ${plan.id}.`, "info");
  return "handled";
}

/** Asked once more, about this very text: if there is another one, or an answer from elsewhere, the question is over. */
async function isMeant(
  session: PlanSession,
  plan: LivePlan,
  words: string,
  waits: WhatWaits | undefined,
): Promise<boolean> {
  const over = new AbortController();
  const stop = followPlan(session, plan.id, {
    changed: ({ proposal }, by) =>
      proposal.digest !== plan.proposal.digest &&
      over.abort({ by: by.name, how: `changed the text (${by.surface}): read it before you sign it` }),
    closed: (answered) => over.abort(answered),
  });
  try {
    const dialog = goAheadDialog(plan, words, hasUnsentReview(plan.id));
    return (await waits?.isMeant(dialog, over.signal)) === true;
  } finally {
    stop();
  }
}
