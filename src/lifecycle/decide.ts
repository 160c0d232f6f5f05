import { accessNeeded } from "./access.ts";
import { accessFor, mayGive } from "./commands.ts";
import { DECIDERS } from "./deciders.ts";
import type { CommandOf, PlanCommand, PlanCommandType, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import type { PlanState } from "./plan-state.ts";
import type { Decided } from "./refusal.ts";
import { refuse } from "./refusal.ts";
import { wrongState } from "./wrong-state.ts";

/** The one function that decides every transition of a plan: what happens, or why not. */
export function decide(state: PlanState, command: PlanCommand, terms: Terms): Decided<PlanEvent> {
  const limited = accessNeeded(terms.by, accessFor(command.type, state));
  if (limited) return { ok: false, refusal: limited };
  if (!mayGive(terms.by, command.type, state)) {
    return refuse("person_needed", `Only a person can do this; ${terms.by.name} is not one.`);
  }
  const isProposal = command.type === "propose" || (command.type === "edit" && terms.by.kind === "agent");
  if (state.status === "needs_review" && isProposal) {
    return refuse(
      "needs_review",
      `Revision ${state.proposal.revision} was the last one allowed; a person must approve, reject or reopen the plan.`,
    );
  }
  const wrong = wrongState(state, command.type);
  return wrong ? { ok: false, refusal: wrong } : decideBy(command.type, state, command, terms);
}

/** `type` is the command's own: the compiler matches a row and its command only by a name they share. */
function decideBy<Type extends PlanCommandType>(
  type: Type,
  state: PlanState,
  command: CommandOf<Type>,
  terms: Terms,
): Decided<PlanEvent> {
  return DECIDERS[type](state, command, terms);
}
