import { approveByMessage, detectGoAhead, type HeardWords } from "../../agent/go-ahead.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import type { KeyPress } from "../../desk/key-presses.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { visible } from "../../plan/visible.ts";
import { classifyReply } from "../../policy/intent/reply-to-plan.ts";
import { goAheadDialog } from "./dialogs/go-ahead-dialog.ts";
import { followPlan } from "./follow-plan.ts";
import { hasUnsentReview } from "./open-review.ts";
import type { Confirmed, PendingRequests } from "./pending-requests.ts";
import { personHere } from "./person.ts";

interface Said {
  /** The Enter that sent the words. */
  press: KeyPress;
  waits: PendingRequests | undefined;
}

/** "Go ahead", typed at this keyboard while a plan waits: the person's approval of the revision they were shown, if the settings say so. */
export async function typedApproval(
  session: PlanSession,
  words: string,
  { press, waits }: Said,
): Promise<"handled" | undefined> {
  const { ui } = session.context;
  const heard = await detectGoAhead(session, words);
  switch (heard.means) {
    case "nothing":
      await tellOfWish(session, words);
      return undefined;
    case "too_early":
      ui.notify("There is no plan to approve yet. /plan cancel leaves plan mode without one.", "info");
      return undefined;
    case "look_first":
      return lookFirst(session, heard, waits);
    case "approval":
      return sign(session, heard, words, { press, waits });
  }
}

/** A message to the agent is no answer to the plan that waits: the person may have meant one. */
async function tellOfWish({ agent, context }: PlanSession, words: string): Promise<void> {
  if (classifyReply(words) !== "change_request") return;
  const plan = await agent.plan();
  if (plan?.status !== "proposed") return;
  const said = `Your message asks for changes. The agent gets it, and ${plan.id} stays as it is. To request changes of it: /plan`;
  context.ui.notify(said, "info");
}

/** The rest of a plan that was not shown in full is shown now, with the question; else a message says where it is. */
function lookFirst(
  session: PlanSession,
  { plan, because }: Extract<HeardWords, { means: "look_first" }>,
  waits: PendingRequests | undefined,
): "handled" | undefined {
  const { ui } = session.context;
  switch (because) {
    case "not_shown":
      ui.notify(`You have not seen all of ${plan.id}: your message approved nothing.`, "info");
      waits?.askApproval(plan).catch((error) => session.tell({ type: "trouble", error }));
      return "handled";
    case "needs_review":
      ui.notify(`The agent has no revisions left for ${plan.id}: /plan shows it.`, "info");
      return undefined;
    case "not_by_words":
      ui.notify(`A message cannot approve ${plan.id}: use /plan.`, "info");
      return undefined;
  }
}

async function sign(
  session: PlanSession,
  { plan, confirm }: Extract<HeardWords, { means: "approval" }>,
  words: string,
  { press, waits }: Said,
): Promise<"handled" | undefined> {
  const { ui } = session.context;
  // What the person chose in the review is not part of the message: they are told so before it signs.
  const isAsked = confirm || hasUnsentReview(plan.id);
  const meant = isAsked ? await confirmed(session, plan, words, waits) : { press };
  if (meant === undefined) return undefined;
  const person = personHere(session, meant.press);
  if (!person.ok) return undefined;
  const sent = await approveByMessage(session, plan, words, person.value);
  if (!sent.ok) {
    ui.notify(visible(sent.refusal.message), "warning");
    return undefined;
  }
  const { revision, digest } = plan.proposal;
  ui.notify(`Your message approved revision ${revision} of ${plan.id}: ${digest}`, "info");
  return "handled";
}

/** Asks once more about this text; a new text, or an answer on another surface, closes the dialog. */
async function confirmed(
  session: PlanSession,
  plan: LivePlan,
  words: string,
  waits: PendingRequests | undefined,
): Promise<Confirmed | undefined> {
  const over = new AbortController();
  const stop = followPlan(session, plan, {
    changed: ({ proposal }, by) =>
      proposal.digest !== plan.proposal.digest &&
      over.abort({ by: by.name, how: `changed the text (${by.surface}): read it before you approve it` }),
    closed: (answered) => over.abort(answered),
  });
  try {
    const dialog = goAheadDialog(plan, words, hasUnsentReview(plan.id));
    return await waits?.confirm(dialog, over.signal);
  } finally {
    stop();
  }
}
