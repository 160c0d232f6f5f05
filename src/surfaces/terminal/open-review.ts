import type { TUI } from "@earendil-works/pi-tui";
import type { PlanSession } from "../../agent/plan-session.ts";
import type { KeyPress } from "../../desk/key-presses.ts";
import { usablePlan } from "../../desk/usable-plan.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { defined } from "../../plan/defined.ts";
import type { PlanId } from "../../plan/plan.ts";
import { visible } from "../../plan/visible.ts";
import { editText } from "./edit-text.ts";
import type { ShownOptions } from "./extension.ts";
import { followPlan } from "./follow-plan.ts";
import { personHere, viewerHere } from "./person.ts";
import type { ReviewAnswer } from "./review/review-answer.ts";
import { emptyDraft, isEmpty, type ReviewDraft } from "./review/review-draft.ts";
import { type ReviewOptions, ReviewView } from "./review/review-view.ts";
import { SeenLines } from "./review/seen-lines.ts";
import { giveAnswer } from "./review-answers.ts";
import { reviewByDialog } from "./review-by-dialog.ts";
import { reviewSubject } from "./review-facts.ts";
import { showView } from "./show-view.ts";

/** Text and choices of closed reviews, by plan, for the next time they open. */
const drafts = new Map<string, ReviewDraft>();

/** What reviews have shown, by plan: closing one forgets nothing. */
const seen = new Map<string, SeenLines>();

/** Whether a review has unsent text or choices. */
export function hasUnsentReview(plan: PlanId): boolean {
  const draft = drafts.get(plan);
  return draft !== undefined && !isEmpty(draft);
}

/** Shows the plan until the person has answered, or closed it; then the request stays open. */
export async function openReview(
  session: PlanSession,
  plan: LivePlan,
  { opens, calls, ...options }: ShownOptions & Pick<ReviewOptions, "opens">,
): Promise<"answered" | "closed"> {
  const { ui } = session.context;
  let isFirst = true;
  for (let shown = plan; ; isFirst = false) {
    const { answer, press } = await show(session, shown, { ...options, ...(isFirst && defined({ opens, calls })) });
    drafts.set(plan.id, answer.draft);
    if (answer.kind === "closed") return "closed";
    if (answer.kind !== "edit") {
      const person = personHere(session, press);
      if (!person.ok) {
        // Another key would not count either, and the review would cover this reason.
        ui.notify(visible(person.refusal.message), "error");
        return "closed";
      }
      if (answer.kind === "ask") {
        session.personSpeaks();
        session.pi.sendUserMessage(answer.words, { deliverAs: "followUp" });
        ui.notify(`Sent to the agent. ${plan.id} stays as it is: /plan shows it.`, "info");
        return "closed";
      }
      const given = await giveAnswer(session, plan.id, answer, person.value);
      if (given.ok) {
        drafts.delete(plan.id);
        ui.notify(given.value, "info");
        return "answered";
      }
      ui.notify(visible(given.refusal.message), "error");
    }
    const now = await usablePlan(session.agent.desk, plan.id);
    if (!now.ok) return "closed";
    shown = now.value;
    if (shown.status !== "proposed" && shown.status !== "needs_review") return "closed";
  }
}

/** The answer, and in a terminal the key that gave it. */
interface Shown {
  answer: ReviewAnswer;
  press?: KeyPress;
}

async function show(
  session: PlanSession,
  plan: LivePlan,
  options: ShownOptions & Pick<ReviewOptions, "opens">,
): Promise<Shown> {
  const { context } = session;
  const viewer = viewerHere(session);
  const subject = await reviewSubject(session, plan, viewer);
  const draft = drafts.get(plan.id);
  let screen: TUI | undefined;
  const shown = context.mode === "tui" ? await drawn() : { answer: await byDialog() };
  if (shown.answer.kind === "edit") {
    const person = personHere(session, shown.press);
    if (person.ok) await editText(session, plan, person.value, screen);
    else context.ui.notify(person.refusal.message, "error");
  }
  return shown;

  async function byDialog(): Promise<ReviewAnswer> {
    const closing = new AbortController();
    const stop = followPlan(session, plan, {
      // The new text opens its own review.
      changed: ({ proposal }) => proposal.digest !== subject.digest && closing.abort(),
      closed: ({ by, how }) => {
        if (!closing.signal.aborted) context.ui.notify(visible(`${by} ${how}.`), "info");
        closing.abort();
      },
    });
    return reviewByDialog(context.ui, subject, { signal: closing.signal, ...defined({ draft }) }).finally(stop);
  }

  async function drawn(): Promise<Shown> {
    const how = { keyboard: options.keyboard, anchor: "top-left", calls: options.calls } as const;
    const given = await showView<ReviewAnswer>(context.ui, how, ({ tui, theme, done, press }) => {
      screen = tui;
      const rows = () => tui.terminal.rows;
      const view = new ReviewView(subject, {
        tui,
        theme,
        rows,
        ...defined({ draft }),
        ...options,
        done,
        press,
        seen: seenOf(plan.id),
        shown: (digest) => session.shown(digest),
      });
      const dispose = followPlan(session, plan, {
        changed: async (now) => view.replaceSubject(await reviewSubject(session, now, viewer)),
        closed: (answered) => view.closeWith(answered),
      });
      return { view, dispose };
    });
    const { revision, digest } = subject;
    if (given === undefined) return { answer: { revision, digest, kind: "closed", draft: draft ?? emptyDraft() } };
    return { answer: given.result, ...defined({ press: given.press }) };
  }
}

function seenOf(plan: PlanId): SeenLines {
  const lines = seen.get(plan) ?? new SeenLines();
  seen.set(plan, lines);
  return lines;
}
