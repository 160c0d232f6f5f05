import { amendedStep } from "../../../lifecycle/amendment.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { runShown } from "../../../lifecycle/run-shown.ts";
import { shownStatus } from "../../../lifecycle/shown-status.ts";
import { STEP_LOOKS } from "../../../lifecycle/step-look.ts";
import type { Step, StepId } from "../../../plan/plan.ts";
import { money, tokens } from "../../../plan/quantities.ts";
import { visibleCommand } from "../../../plan/visible-command.ts";
import { hostFileWarnings } from "../../../policy/signed-host-file.ts";
import { LIMITS } from "../limits.ts";
import { type Button, button, type CardMessage, cardMessage, menu, type Row, rowsOf, words } from "./card-message.ts";
import { planCustomId } from "./custom-id.ts";
import { code, codeBlock, commandCode, inline, quoted } from "./discord-text.ts";
import { shownText } from "./plan-facts.ts";
import { PLAN_LOOKS, riskMark, STEP_MARKS } from "./status-look.ts";
import { fitLines } from "./text-size.ts";

/** One step in full, for the person who asked, with a menu of the others, 25 to a page. */
export function detailsOf(state: LivePlan, stepId?: StepId): CardMessage {
  const shown = shownText(state);
  const { steps } = shown.plan;
  const place = Math.max(0, stepId === undefined ? 0 : steps.findIndex(({ id }) => id === stepId));
  const step = steps[place];
  const isOpen = state.status === "proposed";
  return cardMessage({
    colour: PLAN_LOOKS[state.status].colour,
    body: [words(step ? stepText(state, step, place) : "The plan has no steps.")],
    rows: [
      ...stepMenu(state, place),
      ...rowsOf([
        ...pageButtons(state, place),
        ...(isOpen && step ? [button(planCustomId("comment", shown, place), "Comment on this step", "primary")] : []),
      ]),
    ],
  });
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
    ...((risk || mode) && { description: [mode, risk && `${risk} risk`].filter(Boolean).join(", ") }),
  }));
  return choices.length > 1 ? [menu(planCustomId("step", shown), "Another step …", choices)] : [];
}

function pageButtons(state: LivePlan, place: number): Button[] {
  const shown = shownText(state);
  const { length } = shown.plan.steps;
  const from = pageOf(place);
  const to = (first: number, word: string) =>
    button(planCustomId("step", shown, first), `${word} ${first + 1} to ${Math.min(length, first + LIMITS.options)}`);
  return [
    ...(from > 0 ? [to(from - LIMITS.options, "◀ Steps")] : []),
    ...(from + LIMITS.options < length ? [to(from + LIMITS.options, "▶ Steps")] : []),
  ];
}

const ROOM = { description: 1300, facts: 1500 };

function stepText(state: LivePlan, signed: Step, place: number): string {
  const run = runShown(state);
  const step = amendedStep(signed, run?.amendments);
  const status = run && shownStatus(run, step.id);
  const stands = status ? `${STEP_MARKS[status]} ${STEP_LOOKS[status].word}` : "";
  const notes = [code(step.id), step.mode, step.risk && `${step.risk} risk`, stands].filter(Boolean).join(" · ");
  return [
    `### ${riskMark(step.risk)} Step ${place + 1}: ${inline(step.title, 200)}`,
    `-# ${notes}`,
    ...(step.description ? [quoted(step.description, ROOM.description, 30)] : []),
    fitLines(factLines(state, step), ROOM.facts, "more, in the attached plan"),
  ]
    .filter(Boolean)
    .join("\n");
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
    ...command("Runs", step.run),
    ...command("Checked by", step.verify),
    ...list("Tools", step.tools),
    ...list("Denied tools", step.denied_tools),
    ...list("Files", step.files),
    ...hostFileWarnings(step).map((warning) => `⚠️ **Danger:** ${inline(warning, 250)}`),
    ...(step.commits ? ["**Commits:** yes, it may change the git repository"] : []),
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
    ...command("Undo", step.undo),
    ...fact("Extra instructions", step.system_prompt_suffix),
    ...(step.max_tokens !== undefined ? [`**At most:** ${tokens(step.max_tokens)} tokens`] : []),
    ...(step.max_turns !== undefined ? [`**At most:** ${step.max_turns} turns`] : []),
    ...(used.some(Boolean) ? [`**Estimate:** ${used.filter(Boolean).join(", ")}`] : []),
    ...fact("Notes", found?.notes),
    ...fact("Error", found?.result?.error),
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
function command(name: string, value: string | undefined): string[] {
  if (value === undefined) return [];
  const isLine = value.length <= 200 && !value.includes("\n");
  return [
    isLine
      ? `**${name}:** ${commandCode(value, 300)}`
      : `**${name}:**\n${codeBlock(visibleCommand(value), 500, { spelled: true })}`,
  ];
}

function list(name: string, values: readonly string[] | undefined): string[] {
  if (values === undefined || values.length === 0) return [];
  const shown = values.slice(0, 8).map((value) => code(value, 60));
  return [`**${name}:** ${shown.join(", ")}${values.length > 8 ? `, and ${values.length - 8} more` : ""}`];
}
