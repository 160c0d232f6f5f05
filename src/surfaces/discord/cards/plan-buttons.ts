import { ANYONE } from "../../../lifecycle/approvers.ts";
import { offers } from "../../../lifecycle/offers.ts";
import type { PlanCommandType } from "../../../lifecycle/plan-command.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { type Button, button, type Look, menu, type Row, rowsOf } from "./card-message.ts";
import { type PlanVerb, planCustomId, type ShownText } from "./custom-id.ts";
import { LIMITS } from "./limits.ts";
import { shownText } from "./plan-facts.ts";
import { runShown } from "./step-lines.ts";

/** What can be done with a plan, as the table of transitions says for somebody who may. Who clicks is checked then. */
export function planRows(state: LivePlan, { startsByItself = false } = {}): Row[] {
  const shown = shownText(state);
  const offered = new Set(offersOf(state));
  const buttons = BUTTONS.flatMap(({ verb, label, look, when }): Button[] => {
    if (verb === "start" && startsByItself) return [];
    const isOffered = when === "always" || (typeof when === "function" ? when(state) : offered.has(when));
    return isOffered ? [button(planCustomId(verb, shown), label, look)] : [];
  });
  return [...rowsOf(buttons), ...stepRows(state, shown, offered)];
}

/** Whom the plan was proposed under is not asked here: it is a card for all. */
function offersOf(state: LivePlan): PlanCommandType[] {
  const { approvers: _, ...anybodys } = state;
  return offers(anybodys as LivePlan, SOMEBODY, ANYONE);
}

/** Nobody in particular: a person who has signed nothing yet. */
const SOMEBODY = { kind: "person", surface: "discord", id: "somebody", name: "somebody" } as const;

interface PlanButton {
  verb: PlanVerb;
  label: string;
  look?: Look;
  when: PlanCommandType | "always" | ((state: LivePlan) => boolean);
}

const isUnderReview = ({ status }: LivePlan) => status === "proposed" || status === "needs_review";

const BUTTONS: readonly PlanButton[] = [
  { verb: "approve", label: "Approve", look: "success", when: "approve" },
  { verb: "changes", label: "Request changes", look: "primary", when: "request_changes" },
  { verb: "reject", label: "Reject", look: "danger", when: "reject" },
  { verb: "reopen", label: "One more revision", look: "primary", when: "reopen" },
  { verb: "edit", label: "Edit", when: isUnderReview },
  { verb: "start", label: "Start", look: "success", when: "start" },
  { verb: "resume", label: "Resume", look: "success", when: "resume" },
  { verb: "retry", label: "Retry", look: "success", when: "retry" },
  { verb: "pause", label: "Pause", when: "pause" },
  // Under review there is Reject for it.
  { verb: "cancel", label: "Cancel plan", look: "danger", when: (state) => !isUnderReview(state) && mayCancel(state) },
  { verb: "fail", label: "Mark as failed", when: ({ status }) => status === "stalled" },
  { verb: "details", label: "Details", when: "always" },
  { verb: "options", label: "Approve with…", when: "approve" },
];

function mayCancel(state: LivePlan): boolean {
  return offersOf(state).includes("cancel");
}

/** One step that failed has buttons; several are chosen from menus. */
function stepRows(state: LivePlan, shown: ShownText, offered: ReadonlySet<PlanCommandType>): Row[] {
  const run = runShown(state);
  if (run === undefined) return [];
  const { steps } = shownText(state).plan;
  const broken = steps.flatMap(({ id, title }, index) => {
    const status = run.steps.get(id)?.status;
    return status === "failed" || status === "interrupted" ? [{ index, title }] : [];
  });
  const kinds = [
    { verb: "retry_step", word: "Retry", look: "primary" },
    { verb: "skip_step", word: "Skip", look: "secondary" },
  ] as const;
  const possible = kinds.filter(({ verb }) => offered.has(verb));
  const [only, ...others] = broken;
  if (only === undefined) return [];
  if (others.length === 0) {
    return rowsOf(
      possible.map(({ verb, word, look }) =>
        button(planCustomId(verb, shown, only.index), `${word} step ${only.index + 1}`, look),
      ),
    );
  }
  const choices = broken
    .slice(0, LIMITS.options)
    .map(({ index, title }) => ({ value: String(index), label: `${index + 1}. ${title}` }));
  return possible.map(({ verb, word }) => menu(planCustomId(verb, shown), `${word} a step …`, choices));
}
