import { retryPlan } from "../../../acts/retry-plan.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { askPerson } from "../person.ts";
import { refused } from "../reply.ts";
import { subjectOf } from "../subject.ts";

/** Retries one failed step, or all of them. Completed steps stay completed. */
export const run: Run = async (session, args) => {
  const [id = "", step] = args.words;
  const desk = await session.desk();
  const subject = await subjectOf(desk, id, step === undefined ? "retry" : "retry_step");
  if (!subject.ok) return refused(subject.refusal);
  const what = step === undefined ? id : `step ${step} of ${id}`;
  const person = await askPerson(session, desk, { show: subject.value.head, question: `Retry ${what}?` });
  if (!person.ok) return refused(person.refusal);
  const done = await retryPlan({ desk, by: person.value }, id, step);
  return done.ok ? doneReply(done.value) : refused(done.refusal);
};
