import { skipStep } from "../../../acts/skip-step.ts";
import { text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { askPerson } from "../person.ts";
import { refused, usage } from "../reply.ts";
import { subjectOf } from "../subject.ts";

export const run: Run = async (session, args) => {
  const [id = "", step = ""] = args.words;
  const given = text(args, "reason");
  if (!given && !session.isTerminal) return usage("countersign skip needs a reason: --reason TEXT");
  const desk = await session.desk();
  const subject = await subjectOf(desk, id, "skip_step", step);
  if (!subject.ok) return refused(subject.refusal);
  const reason = given || (await session.dialogue().line(`Why do you skip ${step}? `));
  const person = await askPerson(session, desk, {
    show: subject.value.head,
    question: `Skip step ${step} of ${id}?`,
    typed: reason,
  });
  if (!person.ok) return refused(person.refusal);
  const done = await skipStep({ desk, by: person.value }, id, step, reason);
  return done.ok ? doneReply(done.value) : refused(done.refusal);
};
