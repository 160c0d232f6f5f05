import { leftOutOf } from "../../../lifecycle/left-out.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { commandsToRun } from "../../../plan/commands-to-run.ts";
import { numberRanges } from "../../../plan/number-ranges.ts";
import type { StepId } from "../../../plan/plan.ts";
import { counted } from "../../../plan/quantities.ts";
import { button, rowsOf } from "../cards/card-message.ts";
import { planCustomId } from "../cards/custom-id.ts";
import { shownText } from "../cards/plan-facts.ts";
import type { RefusalWords } from "../cards/text-message.ts";
import type { OpenedCommands } from "../opened-commands.ts";

export interface ApprovedText {
  plan: LivePlan;
  person: string;
  /** How many of `commandsToRun` the clicked card shows. */
  onCard: number;
  leftOut?: readonly StepId[];
}

/** Why a person may not sign yet: a command would run that neither the card showed them nor they opened. */
export function unreadCommands(
  { plan, person, onCard, leftOut = [] }: ApprovedText,
  opened: OpenedCommands,
): RefusalWords | undefined {
  const shown = shownText(plan);
  const without = new Set([...leftOutOf(plan), ...leftOut]);
  const commands = commandsToRun(shown.plan);
  opened.open(person, shown, commands.slice(0, onCard));
  const unread = commands.filter((command) => !without.has(command.step) && !opened.has(person, shown, command));
  const [first] = unread;
  if (first === undefined) return undefined;
  const places = [...new Set(unread.map(({ place }) => place))].sort((a, b) => a - b);
  const steps = `${places.length === 1 ? "step" : "steps"} ${numberRanges(places)}`;
  return {
    kind: "unread_commands",
    message: `Not signed: ${counted(unread.length, "command")} that approval runs (${steps}) ${unread.length === 1 ? "is" : "are"} too long to show on the card, and you have not opened ${unread.length === 1 ? "it" : "them"}.`,
    hint: "Press What will run and read all of its pages, then approve.",
    rows: rowsOf([button(planCustomId("commands", shown, commands.indexOf(first)), "What will run", "primary")]),
  };
}
