import type { Done } from "../../acts/act.ts";
import { approvePlan } from "../../acts/approve-plan.ts";
import { rejectPlan } from "../../acts/reject-plan.ts";
import { requestChanges } from "../../acts/request-changes.ts";
import { actingFrom } from "../../agent/acting-from.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import type { Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import type { PlanId } from "../../plan/plan.ts";
import { doneText } from "./done-text.ts";
import type { ReviewAnswer } from "./review/review-answer.ts";

type Given = Exclude<ReviewAnswer, { kind: "ask" | "edit" | "closed" }>;

/** Does what a person answered, and returns the sentences that confirm it. */
export async function giveAnswer(
  session: PlanSession,
  id: PlanId,
  answer: Given,
  by: Person,
): Promise<Outcome<string>> {
  return doneText(await answered(session, id, answer, by));
}

function answered(session: PlanSession, id: PlanId, answer: Given, by: Person): Promise<Outcome<Done<object>>> {
  const acting = actingFrom(session, by);
  switch (answer.kind) {
    case "request_changes":
      return requestChanges(acting, id, answer);
    case "reject":
      return rejectPlan(acting, id, answer);
    case "approve":
      // The model that runs the plan does not get the conversation of the planning.
      if (answer.context === "fresh") session.startFresh(id);
      return approvePlan(acting, id, answer);
  }
}
