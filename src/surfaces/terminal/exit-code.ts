import type { PlanSession } from "../../agent/plan-session.ts";
import { openRequests } from "../../lifecycle/request.ts";

/** Neither done nor failed: a person has to answer. */
const PERSON_NEEDED = 3;

/** At the end of a process without a person: an open request sets the exit code. */
export async function leaveWithWhatWaits({ agent }: PlanSession): Promise<void> {
  const plan = await agent.plan();
  const asked = openRequests((await agent.state()).requests);
  const isReview = plan?.status === "proposed" || plan?.status === "needs_review";
  const lines = [
    ...(plan && isReview
      ? [`${plan.id} waits for a person: countersign show ${plan.id}, countersign approve ${plan.id}`]
      : []),
    ...asked.map(({ id, kind }) => `A ${kind} waits for a person: countersign answer ${id}`),
  ];
  if (lines.length === 0) return;
  process.exitCode = PERSON_NEEDED;
  process.stderr.write(`${lines.join("\n")}\n`);
}
