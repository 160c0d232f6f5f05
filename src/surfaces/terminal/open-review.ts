import type { TUI } from "@earendil-works/pi-tui";
import type { PlanSession } from "../../agent/plan-session.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { visible } from "../../plan/visible.ts";
import { editText } from "./edit-text.ts";
import type { TerminalOptions } from "./extension.ts";
import { personHere } from "./person.ts";
import type { ReviewAnswer } from "./review/review-answer.ts";
import { emptyDraft, type ReviewDraft } from "./review/review-draft.ts";
import { ReviewView } from "./review/review-view.ts";
import { giveAnswer } from "./review-answers.ts";
import { reviewByDialog } from "./review-by-dialog.ts";
import { reviewSubject } from "./review-facts.ts";

/** What somebody typed into a review they closed, by plan: it is there when they open it again. */
const drafts = new Map<string, ReviewDraft>();

/** Shows the plan until the person has answered, or closed it; then the request stays open. */
export async function openReview(
  session: PlanSession,
  plan: LivePlan,
  options: TerminalOptions,
): Promise<"answered" | "closed"> {
  const { ui } = session.context;
  const person = personHere(session);
  if (!person.ok) {
    ui.notify(person.refusal.message, "error");
    return "closed";
  }
  for (let shown = plan; ; ) {
    const answer = await show(session, shown, options);
    if (answer.kind === "closed") {
      drafts.set(plan.id, answer.draft);
      return "closed";
    }
    drafts.set(plan.id, answer.draft);
    if (answer.kind !== "edit") {
      const given = await giveAnswer(session, plan.id, answer, person.value);
      if (given.ok) {
        drafts.delete(plan.id);
        ui.notify(given.value, "info");
        return "answered";
      }
      ui.notify(visible(given.refusal.message), "error");
    }
    const now = await session.agent.desk.plan(plan.id);
    if (!now.ok || now.value.kind !== "standing") return "closed";
    shown = now.value.state;
    if (shown.status !== "proposed" && shown.status !== "needs_review") return "closed";
  }
}

async function show(session: PlanSession, plan: LivePlan, options: TerminalOptions): Promise<ReviewAnswer> {
  const { context } = session;
  const person = personHere(session);
  const viewer = person.ok ? person.value : session.agent.actor;
  const subject = await reviewSubject(session, plan, viewer);
  const draft = drafts.get(plan.id);
  session.shown(subject.digest);
  let screen: TUI | undefined;
  const answer = context.mode === "tui" ? await drawn() : await reviewByDialog(context.ui, subject, draft);
  if (answer.kind === "edit") await editText(session, plan, viewer, screen);
  return answer;

  async function drawn(): Promise<ReviewAnswer> {
    const given = await context.ui.custom<ReviewAnswer>(
      (tui, theme, _keys, done) => {
        screen = tui;
        const view = new ReviewView(subject, {
          ...{ tui, theme, rows: () => tui.terminal.rows, ...(draft && { draft }), ...options },
          done: (given) => {
            stop();
            done(given);
          },
        });
        const stop = followPlan(session, plan.id, view, viewer);
        return Object.assign(view, { dispose: stop });
      },
      { overlay: true, overlayOptions: { width: "100%", maxHeight: "100%", anchor: "top-left" } },
    );
    return (
      given ?? { revision: subject.revision, digest: subject.digest, kind: "closed", draft: draft ?? emptyDraft() }
    );
  }
}

/** While it is open: another text is shown, and an answer from elsewhere is told. */
function followPlan(session: PlanSession, id: string, view: ReviewView, viewer: Parameters<typeof reviewSubject>[2]) {
  return session.listen((news) => {
    if (news.type !== "recorded" || news.event.journal !== id) return;
    void session.agent.desk.plan(id).then(async (found) => {
      if (!found.ok || found.value.kind !== "standing") return;
      const { state } = found.value;
      if (state.status === "proposed" || state.status === "needs_review") {
        view.replaceSubject(await reviewSubject(session, state, viewer));
      } else view.closeWith({ by: news.event.by.name, how: howOf(state, news.event.by.surface) });
    });
  });
}

function howOf({ status, proposal }: LivePlan, surface: string): string {
  const did = { changes_requested: "requested changes on", rejected: "rejected", cancelled: "cancelled" } as const;
  const verb = status in did ? did[status as keyof typeof did] : "approved";
  return `${verb} revision ${proposal.revision} (${surface})`;
}
