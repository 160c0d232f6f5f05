import { amendedStep } from "../../../lifecycle/amendment.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { runShown } from "../../../lifecycle/run-shown.ts";
import { shownStatus } from "../../../lifecycle/shown-status.ts";
import { STEP_LOOKS } from "../../../lifecycle/step-look.ts";
import { type CommandToRun, commandsToRun } from "../../../plan/commands-to-run.ts";
import { modeTitle } from "../../../plan/mode-look.ts";
import type { Step, StepId } from "../../../plan/plan.ts";
import { money, tokens } from "../../../plan/quantities.ts";
import { visibleCommand } from "../../../plan/visible-command.ts";
import { hostFileWarnings } from "../../../policy/signed-host-file.ts";
import { LIMITS } from "../limits.ts";
import {
  attached,
  type Button,
  button,
  type CardFile,
  cardMessage,
  menu,
  type Row,
  rowsOf,
  words,
} from "./card-message.ts";
import { attachedCommand, type CommandsPage } from "./commands-message.ts";
import { planCustomId } from "./custom-id.ts";
import { code, codeBlock, commandCode, inline, quoted } from "./discord-text.ts";
import { shownText } from "./plan-facts.ts";
import { planLook, riskMark, STEP_MARKS } from "./status-look.ts";
import { fitLines, sizeOf, sizeOfAll } from "./text-size.ts";

/** One step in full, for the person who asked, with a menu of the others, 25 to a page. */
export function detailsPage(state: LivePlan, stepId?: StepId): CommandsPage {
  const shown = shownText(state);
  const { steps } = shown.plan;
  const place = Math.max(0, stepId === undefined ? 0 : steps.findIndex(({ id }) => id === stepId));
  const step = steps[place];
  const isOpen = state.status === "proposed";
  const opened = commandsToRun(shown.plan).filter((command) => command.place === place);
  const { lines, files } = commandLines(step, opened);
  return {
    opened,
    card: cardMessage({
      colour: planLook(state.status).colour,
      body: [
        words(step ? stepText(state, step, place, lines) : "The plan has no steps."),
        ...files.map(({ name }) => attached(name)),
      ],
      rows: [
        ...stepMenu(state, place),
        ...rowsOf([
          ...stepButtons(state, place),
          ...(isOpen && step ? [button(planCustomId("comment", shown, place), "Comment on this step", "primary")] : []),
        ]),
      ],
      files,
    }),
  };
}

/** Its commands, and how to undo it: whole, or attached if they are too long for a message. */
function commandLines(
  step: Step | undefined,
  commands: readonly CommandToRun[],
): { lines: string[]; files: CardFile[] } {
  const undo = step?.undo;
  const all = [...commands.map(({ command }) => command), ...(undo === undefined ? [] : [undo])];
  // A text of any length costs the same.
  const isShort = all.reduce((sum, { length }) => sum + length, 0) <= ROOM.commands;
  const undone = undo === undefined ? [] : [commandText("Undo", undo, isShort ? undefined : ROOM.undo)];
  const lines = isShort ? [...commands.map(wholeCommand), ...undone] : [];
  if (isShort && sizeOfAll(lines) <= ROOM.commands) return { lines, files: [] };
  const parts = commands.map((command) => {
    const isLine = command.command.length <= ROOM.command && sizeOf(wholeCommand(command)) <= ROOM.command;
    return isLine ? { lines: [wholeCommand(command)], files: [] } : attachedCommand(command);
  });
  return { lines: [...parts.flatMap((part) => part.lines), ...undone], files: parts.flatMap((part) => part.files) };
}

function wholeCommand({ field, command }: CommandToRun): string {
  return commandText(field === "run" ? "Runs" : "Checked by", command);
}

/** The index of the first step on the page of this one. */
function pageOf(place: number): number {
  return Math.floor(place / LIMITS.options) * LIMITS.options;
}

function stepMenu(state: LivePlan, place: number): Row[] {
  const shown = shownText(state);
  const from = pageOf(place);
  const choices = shown.plan.steps.slice(from, from + LIMITS.options).map(({ title, risk, mode }, index) => ({
    value: String(from + index),
    label: `${from + index + 1}. ${title}`,
    isChosen: from + index === place,
    ...((risk || mode) && {
      description: [mode && modeTitle(mode), risk && `${risk} risk`].filter(Boolean).join(", "),
    }),
  }));
  return choices.length > 1 ? [menu(planCustomId("step", shown), "Another step …", choices)] : [];
}

/** The steps before and after this one, and the pages of the menu. */
function stepButtons(state: LivePlan, place: number): Button[] {
  const shown = shownText(state);
  const step = (at: number, label: string) =>
    shown.plan.steps[at] === undefined ? [] : [button(planCustomId("step", shown, at), label)];
  const { length } = shown.plan.steps;
  const from = pageOf(place);
  const to = (first: number, word: string) =>
    button(planCustomId("step", shown, first), `${word} ${first + 1} to ${Math.min(length, first + LIMITS.options)}`);
  return [
    ...step(place - 1, `◀ Step ${place}`),
    ...step(place + 1, `Step ${place + 2} ▶`),
    ...(from > 0 ? [to(from - LIMITS.options, "◀ Steps")] : []),
    ...(from + LIMITS.options < length ? [to(from + LIMITS.options, "▶ Steps")] : []),
  ];
}

const ROOM = { commands: 1900, command: 900, undo: 300, all: 3300, description: 1300 };

function stepText(state: LivePlan, signed: Step, place: number, commands: readonly string[]): string {
  const run = runShown(state);
  const step = amendedStep(signed, run?.amendments);
  const status = run && shownStatus(run, step.id);
  const stands = status ? `${STEP_MARKS[status]} ${STEP_LOOKS[status].word}` : "";
  const notes = [code(step.id), step.mode && modeTitle(step.mode), step.risk && `${step.risk} risk`, stands]
    .filter(Boolean)
    .join(" · ");
  const upper = [
    `### ${riskMark(step.risk)} Step ${place + 1}: ${inline(step.title, 200)}`,
    `-# ${notes}`,
    ...commands,
  ];
  const left = ROOM.all - sizeOfAll(upper);
  const facts = fitLines(factLines(state, step), Math.floor(left * 0.6), "more, in the attached plan");
  const description = step.description
    ? quoted(step.description, Math.min(ROOM.description, left - sizeOf(facts)), 30)
    : "";
  return [...upper, description, facts].filter(Boolean).join("\n");
}

function factLines(state: LivePlan, step: Step): string[] {
  const { plan } = shownText(state);
  const decision = plan.decisions?.find(({ decision_id }) => decision_id === step.decision_id);
  const { estimate } = step;
  const used = [
    estimate?.tokens !== undefined && `${tokens(estimate.tokens)} tokens`,
    estimate?.cost !== undefined && money(estimate.cost),
    estimate?.minutes !== undefined && `${estimate.minutes} min`,
  ];
  const found = runShown(state)?.steps.get(step.id);
  return [
    ...list("Tools", step.tools),
    ...list("Denied tools", step.denied_tools),
    ...list("Files", step.files),
    ...hostFileWarnings(step).map((warning) => `⚠️ **Danger:** ${inline(warning, 250)}`),
    ...(step.commits ? ["**Commits:** yes, it may change the git repository"] : []),
    ...fact("Keeps until the run ends", step.keeps),
    ...list(
      "After",
      step.depends_on?.map((id) => numbered(plan.steps, id)),
    ),
    ...(step.decision_id
      ? [`**Waits for the decision:** ${decision ? inline(decision.header, 80) : code(step.decision_id)}`]
      : []),
    ...fact("Operation", step.operation),
    ...fact("Target", step.target),
    ...fact("Owner", step.owner),
    ...fact("Model", step.model),
    ...fact("Extra instructions", step.system_prompt_suffix),
    ...(step.max_tokens !== undefined ? [`**At most:** ${tokens(step.max_tokens)} tokens`] : []),
    ...(step.max_turns !== undefined ? [`**At most:** ${step.max_turns} turns`] : []),
    ...(used.some(Boolean) ? [`**Estimate:** ${used.filter(Boolean).join(", ")}`] : []),
    ...fact("Notes", found?.notes),
    ...fact("Error", found?.result?.error),
    ...(found?.result?.deviations ?? []).flatMap((what) => fact("Deviation from the plan", what)),
    ...(found?.result?.drift ?? []).slice(0, 5).flatMap((what) => fact("Unexpected change", what)),
  ];
}

function numbered(steps: readonly Step[], id: StepId): string {
  const place = steps.findIndex((step) => step.id === id);
  return place < 0 ? id : `${place + 1}. ${id}`;
}

function fact(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`**${name}:** ${inline(value, 250)}`];
}

/** A command is shown as it would run, over several lines if it has them. */
function commandText(name: string, value: string, room = Number.MAX_SAFE_INTEGER): string {
  const isLine = value.length <= 200 && !value.includes("\n");
  return isLine
    ? `**${name}:** ${commandCode(value, room)}`
    : `**${name}:**\n${codeBlock(visibleCommand(value), room, { spelled: true })}`;
}

function list(name: string, values: readonly string[] | undefined): string[] {
  if (values === undefined || values.length === 0) return [];
  const shown = values.slice(0, 8).map((value) => code(value, 60));
  return [`**${name}:** ${shown.join(", ")}${values.length > 8 ? `, and ${values.length - 8} more` : ""}`];
}
