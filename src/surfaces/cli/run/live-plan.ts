import type { Desk } from "../../../desk/desk.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";

/** A plan that stands here and can be believed. */
export async function livePlan(desk: Desk, id: string): Promise<Outcome<LivePlan>> {
  const found = await desk.plan(id);
  if (!found.ok) return found;
  const view = found.value;
  if (view.kind === "standing") return yes(view.state);
  const why = {
    elsewhere: "nobody has signed it here",
    broken: "its journal does not hold",
    unreadable: "its file cannot be read",
  };
  const kinds = { elsewhere: "elsewhere", broken: "broken_journal", unreadable: "unreadable" } as const;
  return no(kinds[view.kind], `Nothing can be done with ${id}: ${why[view.kind]}.`, { hint: `countersign show ${id}` });
}
