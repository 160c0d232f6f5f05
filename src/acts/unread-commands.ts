import { no, type Outcome } from "../desk/outcome.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { commandsToRun } from "../plan/commands-to-run.ts";
import type { StepId } from "../plan/plan.ts";
import { counted } from "../plan/quantities.ts";
import { withoutSteps } from "../plan/without-steps.ts";

/** Why a plan may not be signed yet: approval would run a command that was not shown. */
export function unreadCommands(
  { id, proposal }: LivePlan,
  leftOut: readonly StepId[],
  shown: number,
): Outcome<never> | undefined {
  const commands = commandsToRun(withoutSteps(proposal.plan, [...leftOut]));
  if (shown === commands.length) return undefined;
  const steps = [...new Set(commands.map(({ step }) => step))];
  const message = `Not signed: approval runs ${counted(commands.length, "command")}, and ${shown} of them ${shown === 1 ? "was" : "were"} shown.`;
  return no("unread_commands", message, {
    hint: "Read every command on the page of the plan, then approve.",
    next: [{ move: "show", plan: id, what: "read what will run" }],
    facts: { commands: commands.length, seen: shown, steps },
  });
}
