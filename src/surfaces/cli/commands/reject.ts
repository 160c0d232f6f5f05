import { number, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { askPerson } from "../person.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply, usage } from "../reply.ts";
import { subjectOf } from "../subject.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const revision = number(args, "revision");
  if (revision === null) return usage("--revision needs a number.");
  const desk = await session.desk();
  const subject = await subjectOf(desk, id, "reject");
  if (!subject.ok) return refused(subject.refusal);
  const person = await askPerson(session, desk, {
    show: subject.value.head,
    question: `Reject ${id}? This is final.`,
  });
  if (!person.ok) return refused(person.refusal);
  const feedback = text(args, "message");
  const shown = revision ?? subject.value.revision;
  const outcome = await desk.send(
    id,
    { type: "reject", revision: shown, ...subject.value.review, ...(feedback && { feedback }) },
    person.value,
    subject.value.version,
  );
  if (!outcome.ok) return refused(outcome.refusal);
  return reply({ plan: planJson(outcome.value) }, `${session.style.red("Rejected")} ${session.style.cyan(id)}.`);
};
