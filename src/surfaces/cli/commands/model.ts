import { chooseModel } from "../../../acts/choose-model.ts";
import { visible } from "../../../plan/visible.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { askPerson } from "../person.ts";
import { refused } from "../reply.ts";
import { subjectOf } from "../subject.ts";

/** Chooses another model after the approval. */
export const run: Run = async (session, args) => {
  const [id = "", model = ""] = args.words;
  const desk = await session.desk();
  const subject = await subjectOf(desk, id, "choose_model");
  if (!subject.ok) return refused(subject.refusal);
  const question = `Run ${id} with ${visible(model)}?`;
  const person = await askPerson(session, desk, { show: subject.value.head, question });
  if (!person.ok) return refused(person.refusal);
  const done = await chooseModel({ desk, by: person.value }, id, model);
  return done.ok ? doneReply(done.value) : refused(done.refusal);
};
