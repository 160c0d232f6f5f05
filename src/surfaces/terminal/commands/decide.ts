import { decisionForm, takeDecision } from "../../../acts/request-decide.ts";
import { planInSession } from "../../../agent/acting-from.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { openRequests } from "../../../lifecycle/request.ts";
import { visible } from "../../../plan/visible.ts";
import type { TerminalView } from "../terminal-view.ts";

/** `/plan decide <decision> [choice]`: answers a decision of the session's plan, or asks for it. */
export async function decide(
  session: PlanSession,
  { waits }: TerminalView,
  by: Person,
  { plan: named, id, said }: { plan: string | undefined; id: string; said: string },
): Promise<Outcome<string>> {
  const plan = await planInSession(session, named);
  if (!plan.ok) return no("not_found", "This session has no plan with decisions.", { hint: A_GOAL });
  const form = decisionForm(plan.value, id);
  if (!form.ok) return no(form.refusal.kind, form.refusal.message, { hint: `${form.refusal.hint} ${A_GOAL}` });
  const asked = openRequests(plan.value.requests).find(
    (request) => request.kind === "decision" && request.decision_id === id,
  );
  if (said === "" && asked) {
    await waits.answer(asked.id);
    return yes("");
  }
  const selections = form.value.parse(said);
  if (!selections.ok) return selections;
  const wish = { decision_id: id, selections: selections.value };
  const taken = await takeDecision(session.agent.desk, plan.value.id, wish, by);
  return taken.ok ? yes(visible(taken.value.words)) : taken;
}

const A_GOAL = "To plan a goal that begins with this word: /plan start <goal>";
