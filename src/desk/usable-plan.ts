import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import { brokenJournal } from "./broken-journal.ts";
import type { Desk } from "./desk.ts";
import { no, type Outcome, yes } from "./outcome.ts";

/** A plan whose journal is intact and whose file can be read. */
export async function usablePlan(desk: Desk, id: PlanId): Promise<Outcome<LivePlan>> {
  const found = await desk.plan(id);
  if (!found.ok) return found;
  const view = found.value;
  if (view.kind === "standing") return yes(view.state);
  if (view.kind === "broken") return brokenJournal(id, view.broken);
  const { kind, why } = UNUSABLE[view.kind];
  return no(kind, `${id} cannot be used: ${why}.`, { next: [{ move: "show", plan: id, what: "see what is wrong" }] });
}

const UNUSABLE = {
  elsewhere: { kind: "elsewhere", why: "it was not signed here" },
  unreadable: { kind: "unreadable", why: "its file cannot be read" },
} as const;
