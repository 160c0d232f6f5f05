import type { Desk } from "../desk/desk.ts";
import { no, type Outcome } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { PlanId } from "../plan/plan.ts";

/** The answer to a review; if another person answered it first, the refusal names them, when and where. */
export async function withFirstAnswer<Value>(desk: Desk, id: PlanId, outcome: Outcome<Value>): Promise<Outcome<Value>> {
  if (outcome.ok || !TOO_LATE.includes(outcome.refusal.kind)) return outcome;
  const plan = await usablePlan(desk, id);
  const reviews = plan.ok ? Object.values(plan.value.requests).filter(({ kind }) => kind === "review") : [];
  const closing = reviews.at(-1)?.closing;
  if (closing?.how !== "answered" || closing.answer.kind !== "review") return outcome;
  return no("wrong_state", `${closing.by.name} ${FIRST[closing.answer.verdict]} already.`, {
    hint: "The first answer counts. Nothing was done.",
    facts: { closing },
  });
}

const TOO_LATE: readonly string[] = ["wrong_state", "request_closed"];

const FIRST = {
  approved: "has approved it",
  changes_requested: "has requested changes",
  rejected: "has rejected it",
} as const;
