import { ANYONE } from "../../../lifecycle/approvers.ts";
import type { Move } from "../../../lifecycle/next-action.ts";
import { type Holder, nextActions } from "../../../lifecycle/next-actions.ts";
import { offers } from "../../../lifecycle/offers.ts";
import type { PlanCommandType } from "../../../lifecycle/plan-command.ts";
import { bindingPlan, type LivePlan } from "../../../lifecycle/plan-state.ts";
import { commandsToRun } from "../../../plan/commands-to-run.ts";
import { button, type Look, linkButton, menu, type Row, rowsOf } from "./card-message.ts";
import { type PlanVerb, planCustomId } from "./custom-id.ts";
import { shownText } from "./plan-facts.ts";

export interface ButtonFacts {
  startsByItself?: boolean;
  /** Which process has its run; if left out, this one. */
  holder?: Holder;
  /** How many of the commands that approval runs are on the card. */
  commandsShown?: number;
  /** The plan's page in the dashboard. */
  page?: string;
}

/** The buttons of a plan's card, for all people. Rights are checked at the click. */
export function planRows(state: LivePlan, facts: ButtonFacts = {}): Row[] {
  const shown = shownText(state);
  const looks = hasBegun(state) ? ofRun(state, facts) : ofProposal(state, facts);
  const { commandsShown = 0 } = facts;
  const buttons = looks.map(({ verb, label, look }) =>
    button(planCustomId(verb, shown, SIGNING.includes(verb) ? commandsShown : undefined), label, look),
  );
  const link = facts.page === undefined ? [] : [linkButton(facts.page, "Open in browser")];
  return [...rowsOf([...buttons, ...link]), ...stepRows(state, facts)];
}

/** These carry how many commands their card shows. */
const SIGNING: readonly PlanVerb[] = ["approve", "options"];

interface PlanButton {
  verb: PlanVerb;
  label: string;
  look?: Look;
}

const BEFORE_RUN: readonly LivePlan["status"][] = ["proposed", "needs_review", "changes_requested", "approved"];

function hasBegun({ status }: LivePlan): boolean {
  return !BEFORE_RUN.includes(status);
}

function ofProposal(state: LivePlan, { startsByItself = false, commandsShown = 0 }: ButtonFacts): PlanButton[] {
  const offered = offersOf(state);
  const isUnderReview = state.status === "proposed" || state.status === "needs_review";
  const buttons = PROPOSAL_BUTTONS.flatMap(({ command, ...look }) => {
    if (command === "start" && startsByItself) return [];
    // Under review there is Reject instead.
    if (command === "cancel" && isUnderReview) return [];
    if (command === "edit") return isUnderReview ? [look] : [];
    return offered.includes(command) ? [look] : [];
  });
  const withOptions: PlanButton[] = offered.includes("approve") ? [{ verb: "options", label: "Approve with…" }] : [];
  const isHidden = isUnderReview && commandsShown < commandsToRun(bindingPlan(state)).length;
  return [...buttons, ...(isHidden ? [COMMANDS] : []), DETAILS, ...withOptions];
}

const PROPOSAL_BUTTONS: readonly (PlanButton & { command: PlanCommandType | "edit" })[] = [
  { command: "approve", verb: "approve", label: "Approve", look: "success" },
  { command: "request_changes", verb: "changes", label: "Request changes", look: "primary" },
  { command: "reject", verb: "reject", label: "Reject", look: "danger" },
  { command: "reopen", verb: "reopen", label: "One more revision", look: "primary" },
  { command: "edit", verb: "edit", label: "Edit" },
  { command: "start", verb: "start", label: "Start", look: "success" },
  { command: "cancel", verb: "cancel", label: "Cancel plan", look: "danger" },
];

/** The next actions that every surface names. */
function ofRun(state: LivePlan, { holder = "here" }: ButtonFacts): PlanButton[] {
  const actions = nextActions(state, holder).filter(({ about }) => about === undefined);
  return [...actions.flatMap(({ move }) => RUN_BUTTONS[move] ?? []), DETAILS];
}

const RUN_BUTTONS: Partial<Record<Move, PlanButton>> = {
  resume: { verb: "resume", label: "Resume", look: "success" },
  retry: { verb: "retry", label: "Retry", look: "success" },
  pause: { verb: "pause", label: "Pause" },
  fail: { verb: "fail", label: "Mark as failed" },
  rollback: { verb: "rollback", label: "Roll back…" },
  clone: { verb: "clone", label: "Clone" },
  cancel: { verb: "cancel", label: "Cancel plan", look: "danger" },
};

/** Before the others that only show: without it nothing can be signed. */
const COMMANDS: PlanButton = { verb: "commands", label: "What will run", look: "primary" };
const DETAILS: PlanButton = { verb: "details", label: "Details" };

/** Without the approvers and earlier signatures: a card is for all people. */
function offersOf(state: LivePlan): PlanCommandType[] {
  const { approvers: _, ...open } = state;
  return offers(open as LivePlan, ANY_PERSON, ANYONE);
}

const ANY_PERSON = { kind: "person", surface: "discord", id: "any", name: "any person" } as const;

/** One step has buttons; several are chosen from menus. */
function stepRows(state: LivePlan, facts: ButtonFacts): Row[] {
  const shown = shownText(state);
  const all = STEP_BUTTONS.map((kind) => ({ ...kind, places: placesFor(kind, state, facts) }));
  const buttons = all.flatMap(({ verb, word, look, places: [only, ...others] }) =>
    only === undefined || others.length > 0
      ? []
      : [button(planCustomId(verb, shown, only.index), `${word} step ${only.index + 1}`, look)],
  );
  const menus = all.flatMap(({ verb, word, places }) => {
    if (places.length < 2) return [];
    const choices = places.map(({ index, title }) => ({ value: String(index), label: `${index + 1}. ${title}` }));
    return [menu(planCustomId(verb, shown), `${word} a step …`, choices)];
  });
  return [...rowsOf(buttons), ...menus];
}

interface StepButton {
  verb: PlanVerb;
  move: Move;
  word: string;
  look: Look;
}

const STEP_BUTTONS: readonly StepButton[] = [
  { verb: "retry_step", move: "retry", word: "Retry", look: "primary" },
  { verb: "skip_step", move: "skip", word: "Skip", look: "secondary" },
  { verb: "fail_step", move: "fail", word: "Fail", look: "secondary" },
];

function placesFor(
  { move }: StepButton,
  state: LivePlan,
  { holder = "here" }: ButtonFacts,
): { index: number; title: string }[] {
  const named = new Set(nextActions(state, holder).flatMap((action) => (action.move === move ? action.about : [])));
  return bindingPlan(state).steps.flatMap(({ id, title }, index) => (named.has(id) ? [{ index, title }] : []));
}
