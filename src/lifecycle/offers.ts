import { type Actor, HOST } from "./actor.ts";
import { type Approvers, mayAnswerFor } from "./approvers.ts";
import { COMMANDS, mayGive } from "./commands.ts";
import type { PlanCommandType } from "./plan-command.ts";
import type { LivePlan, PlanState } from "./plan-state.ts";

/** The commands a surface may offer this actor now, read from the table that `decide` uses. */
export function offers(state: PlanState, viewer: Actor, approvers: Approvers): PlanCommandType[] {
  if (state.status === "absent") return [];
  return CHOICES.filter((command) => {
    if (!mayGive(viewer, command, state)) return false;
    if (COMMANDS[command].reviewers && mayAnswerFor(state, { approvers, by: viewer }) !== undefined) return false;
    return isPossible(command, state, viewer);
  });
}

/** Whether a plan in this state lets the command be offered, apart from who may give it. */
export function isPossible(command: PlanCommandType, state: LivePlan, viewer: Actor = HOST): boolean {
  const { from, offer } = COMMANDS[command];
  return from.includes(state.status) && (offer?.when?.(state, viewer) ?? true);
}

/** What a person may choose from, in the order surfaces show it. */
const CHOICES: readonly PlanCommandType[] = (Object.keys(COMMANDS) as PlanCommandType[])
  .filter((type) => COMMANDS[type].offer !== undefined)
  .sort((a, b) => placeOf(a) - placeOf(b));

function placeOf(type: PlanCommandType): number {
  return COMMANDS[type].offer?.place ?? 0;
}
