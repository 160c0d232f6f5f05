import type { Desk } from "../desk/desk.ts";
import { type Outcome, yes } from "../desk/outcome.ts";
import type { Move } from "../lifecycle/next-action.ts";
import { type Holder, nextActions } from "../lifecycle/next-actions.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { holderOf, liveExecutor } from "../run/holder.ts";
import type { Done, Goes } from "./act.ts";

/** The answer of an act, with what can be done next. */
export function done<Fact>(desk: Desk, what: Omit<Done<Fact>, "next">): Outcome<Done<Fact>> {
  const next = nextActions(what.plan, holderAfter(desk, what.plan, what.goes));
  const isTaken = what.goes.by === "session";
  return yes({ ...what, next: isTaken ? next.filter(({ move }) => !OF_ITS_SESSION.includes(move)) : next });
}

/** What the session that has a plan does by itself. */
const OF_ITS_SESSION: readonly Move[] = ["run", "queue", "propose"];

/** The process that has the plan, and continues it without being told. */
export function goesOn(desk: Desk, plan: LivePlan): Goes {
  const lease = liveExecutor(desk, plan);
  return lease ? { by: "process", lease } : { by: "none" };
}

/** A session that begins a plan may not have its lease yet. */
function holderAfter(desk: Desk, plan: LivePlan, { by }: Goes): Holder {
  if (by === "here") return "here";
  return by === "session" ? "process" : holderOf(desk, plan);
}
