import type { Desk } from "../../desk/desk.ts";
import { localActor } from "../../desk/persons.ts";
import { offers } from "../../lifecycle/offers.ts";
import type { PlanCommandType } from "../../lifecycle/plan-command.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";

/** The commands that the local user may give once authenticated; listing them approves nothing. */
export function offeredTo(desk: Desk): (state: LivePlan) => PlanCommandType[] {
  const viewer = localActor(process.env);
  const person = viewer.kind === "local" ? ({ ...viewer, kind: "person" } as const) : viewer;
  return (state) => offers(state, person, desk.configuration.config.approvers);
}
