import { cancelPlan } from "../../../acts/cancel-plan.ts";
import { number, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { askPerson } from "../person.ts";
import { refused, usage } from "../reply.ts";
import { subjectOf } from "../subject.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const expected = number(args, "expected");
  if (expected === null) return usage("--expected needs a version number.");
  const desk = await session.desk();
  const subject = await subjectOf(desk, id, "cancel");
  if (!subject.ok) return refused(subject.refusal);
  const person = await askPerson(session, desk, { show: subject.value.head, question: `Cancel ${id}?` });
  if (!person.ok) return refused(person.refusal);
  const wish = { note: text(args, "message"), seen: subject.value.version, expected };
  const done = await cancelPlan({ desk, by: person.value }, id, wish);
  return done.ok ? doneReply(done.value) : refused(done.refusal);
};
