import { PersonCommands } from "../../agent/person-commands.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import { type Outcome, yes } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import type { PlanId } from "../../plan/plan.ts";
import type { ReviewAnswer } from "./review/review-answer.ts";

type Given = Exclude<ReviewAnswer, { kind: "edit" | "closed" }>;

/** Gives a person's answer to the desk. The words are what was done, for the person who did it. */
export async function giveAnswer(
  session: PlanSession,
  id: PlanId,
  answer: Given,
  by: Person,
): Promise<Outcome<string>> {
  const { desk } = session.agent;
  const { revision, digest } = answer;
  switch (answer.kind) {
    case "request_changes": {
      const { feedback, comments } = answer;
      const sent = await desk.send(id, { type: "request_changes", revision, feedback, comments }, by);
      if (!sent.ok) return sent;
      const isLast = sent.value.status === "needs_review";
      return yes(isLast ? `${id} needs you: the agent has no revision left.` : `Changes requested on ${id}.`);
    }
    case "reject": {
      const { feedback } = answer;
      const sent = await desk.send(id, { type: "reject", revision, ...(feedback && { feedback }) }, by);
      return sent.ok ? yes(`${id} is rejected.`) : sent;
    }
    case "approve": {
      const { choices, notes, context, start } = answer;
      const wasAuto = session.isAuto;
      if (context === "fresh") session.startFresh(id);
      if (start === "later") session.isAuto = false;
      try {
        const command = { type: "approve", revision, digest, choices, ...(notes && { notes }) } as const;
        const sent = await desk.send(id, command, by);
        if (!sent.ok) return sent;
        if (sent.value.status !== "approved") return yes(`Signed; ${id} waits for more signatures.`);
        const isOurs = (await session.agent.lastPlanId()) === id;
        if (start === "now" && isOurs) return yes(`Approved revision ${revision} of ${id}.`);
        // Only the planning that this plan came from ends with it.
        if (isOurs) await new PersonCommands(session, by).handOff();
        return yes(`Approved revision ${revision} of ${id} for later: /plan run ${id} starts it.`);
      } finally {
        session.isAuto = wasAuto;
      }
    }
  }
}
