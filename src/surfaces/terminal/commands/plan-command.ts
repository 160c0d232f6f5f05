import type { ExtensionAPI, ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import { interruptedPlanning } from "../../../agent/interrupted.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { endLostPlanning, takeUpPlanning } from "../../../agent/take-up-planning.ts";
import type { KeyPress } from "../../../desk/key-presses.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import { visible } from "../../../plan/visible.ts";
import { restraintWords } from "../../../policy/level-words.ts";
import { interruptedChoices, interruptedDialog } from "../dialogs/interrupted-dialog.ts";
import { mistypedDialog } from "../dialogs/mistyped-dialog.ts";
import { notTypedDialog } from "../dialogs/not-typed-dialog.ts";
import { connectModel, hasModel } from "../first-contact/connect-model.ts";
import type { Entered } from "../keyboard-input.ts";
import { personHere, whoEnters } from "../person.ts";
import { refusalText } from "../refusal-text.ts";
import { sessionPlan } from "../session-plan.ts";
import type { TerminalView } from "../terminal-view.ts";
import { knownNames } from "./known-names.ts";
import { type PlanInput, readPlanInput, type SubCommand } from "./plan-input.ts";
import { statusText } from "./status-text.ts";
import { subCommand } from "./sub-command.ts";

/** `/plan …`, typed by a person. */
export async function planCommand(
  pi: ExtensionAPI,
  session: PlanSession,
  view: TerminalView,
  text: string,
  context: ExtensionCommandContext,
  { press, isTyped }: Entered,
): Promise<void> {
  const words = readPlanInput(text, await knownNames(session));
  let said = press;
  if ((extendsRights(words) && !isTyped) || (isForPersons(words) && press === undefined && context.mode === "tui")) {
    // Without a person to ask, the command is refused.
    const meant = await view.waits.confirm(notTypedDialog(`/plan ${text}`));
    if (meant === undefined) return;
    said = meant.press;
  }
  // Typed, or confirmed in the dialog.
  if (isTyped || extendsRights(words)) session.personSpeaks();
  if (words.kind === "command") return told(context, await subCommand(pi, session, view, words, said));
  if (words.kind === "mistyped") {
    const chosen = context.hasUI ? await view.waits.ask(mistypedDialog(words)) : undefined;
    const [meant] = chosen?.answer.kind === "decision" ? chosen.answer.selections : [];
    if (meant !== undefined) {
      return planCommand(pi, session, view, meant, context, { press: chosen?.press, isTyped: true });
    }
    // The text goes back to the editor, and does not become a goal.
    context.ui.setEditorText(`/plan ${text}`);
    const other = `To plan it as a goal: /plan -- ${visible(words.goal)}`;
    return context.ui.notify(`Did you mean /plan ${visible(words.command)}? ${other}`, "warning");
  }
  const { phase } = await session.agent.state();
  if (phase !== "inactive") {
    // A second start shows the status; the typed goal stays in the editor.
    if (words.kind === "goal") context.ui.setEditorText(words.goal);
    if (words.kind === "bare" && (await view.waits.showAll({ again: true }))) return;
    return told(context, yes(await statusText(session)));
  }
  if (context.mode === "tui" && !hasModel(context)) {
    if (!(await connectModel({ pi, context, waits: view.waits }, `/plan ${text}`.trim()))) return;
  }
  if (words.kind === "bare" && (await takeUpInterrupted(pi, session, view, context))) return;
  if (words.kind === "bare" && (await sessionPlan(session))) return told(context, yes(await statusText(session)));
  const goal = words.kind === "goal" ? words.goal : await context.ui.input("What do you want to plan?");
  if (!goal && words.kind === "bare" && context.hasUI) return;
  const entered = await session.enter(whoEnters(session, said), goal ? { task: goal } : {});
  if (!entered.ok) return told(context, entered);
  if (goal) await sayAndWait(pi, goal, context);
}

/** The shortcut: it starts planning, and never ends it. */
export async function startPlanning(
  session: PlanSession,
  view: TerminalView,
  press: KeyPress | undefined,
): Promise<void> {
  const { ui } = session.context;
  if ((await session.agent.state()).phase === "inactive") {
    const entered = await session.enter(whoEnters(session, press), {});
    if (!entered.ok) return ui.notify(entered.refusal.message, "warning");
    const restraint = restraintWords(session.agent.desk.configuration.config.level);
    return ui.notify(`Plan mode is on: the agent is ${restraint}. Type your goal.`, "info");
  }
  if (!(await view.waits.showAll({ again: true }))) ui.notify(await statusText(session), "info");
}

/**
 * Asks what to do with planning whose session is gone; false if the person wants to plan something else. The key that
 * answers our own dialog authenticates them: the Enter of `/plan` only asked to see it.
 */
async function takeUpInterrupted(
  pi: ExtensionAPI,
  session: PlanSession,
  view: TerminalView,
  context: ExtensionCommandContext,
): Promise<boolean> {
  const lost = context.hasUI ? await interruptedPlanning(session) : [];
  if (lost.length === 0) return false;
  const choices = interruptedChoices(lost);
  const chosen = await view.waits.ask(interruptedDialog(choices));
  if (chosen?.answer.kind !== "decision") return true;
  const choice = choices[Number(chosen.answer.selections[0])];
  if (choice === undefined || choice.act === "other") return false;
  const person = personHere(session, chosen.press);
  if (!person.ok) {
    told(context, person);
    return true;
  }
  if (choice.act === "end") {
    told(context, await endLostPlanning(session, person.value, choice.planning));
    return true;
  }
  const taken = await takeUpPlanning(session, person.value, choice.planning);
  if (!taken.ok) told(context, taken);
  else if (taken.value !== undefined) await sayAndWait(pi, taken.value, context);
  return true;
}

/** Commands that extend rights of an agent. Other extensions can send commands, and pi does not say who did. */
function extendsRights(words: PlanInput): boolean {
  if (words.kind !== "command" || !EXTENDS_RIGHTS.has(words.name)) return false;
  // Without arguments these only show something.
  return words.args.length > 0 || words.plan !== undefined || (words.name !== "queue" && words.name !== "auto");
}

/** Commands that extend no rights, but are still for persons only. */
function isForPersons(words: PlanInput): boolean {
  return words.kind === "command" && FOR_PERSONS.has(words.name);
}

const FOR_PERSONS: ReadonlySet<SubCommand> = new Set(["pause", "unqueue", "clone", "archive"]);

const EXTENDS_RIGHTS: ReadonlySet<SubCommand> = new Set([
  "cancel",
  "handoff",
  "resume",
  "retry",
  "skip",
  "decide",
  "model",
  "run",
  "queue",
  "auto",
  "rollback",
  "fail",
  // It signs a browser in as the person.
  "web",
]);

const LONGEST_TO_BEGIN_MS = 15_000;

/** Sends a message, and in print mode waits for the turn: the process would end before it. */
async function sayAndWait(pi: ExtensionAPI, words: string, { hasUI }: ExtensionCommandContext): Promise<void> {
  // A person sees the turn, and can type during it.
  if (hasUI) return pi.sendUserMessage(words, { deliverAs: "followUp" });
  const settled = new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      for (const off of offs) off();
      resolve();
    };
    // Without a model or a key no turn begins, and pi has said so.
    const timer = setTimeout(done, LONGEST_TO_BEGIN_MS);
    const offs = [pi.on("agent_start", () => clearTimeout(timer)), pi.on("agent_settled", done)];
  });
  pi.sendUserMessage(words, { deliverAs: "followUp" });
  await settled;
}

function told(context: ExtensionCommandContext, outcome: Outcome<string>): void {
  if (outcome.ok) {
    if (outcome.value) context.ui.notify(outcome.value, "info");
    return;
  }
  context.ui.notify(refusalText(outcome.refusal), "warning");
}
