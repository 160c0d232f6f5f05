import { decisionForm, takeDecision } from "../../../acts/request-decide.ts";
import { no } from "../../../desk/outcome.ts";
import { visible } from "../../../plan/visible.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { askPerson } from "../person.ts";
import { refused } from "../reply.ts";
import { subjectOf } from "../subject.ts";
import { typedAnswer } from "../typed-answer.ts";

/** Answers a decision, or changes the answer: steps that used the old answer are marked. */
export const run: Run = async (session, args) => {
  const [id = "", decision_id = "", ...words] = args.words;
  const desk = await session.desk();
  const subject = await subjectOf(desk, id, "decide");
  if (!subject.ok) return refused(subject.refusal);
  const { view, head } = subject.value;
  if (view.kind !== "standing")
    return refused(no("unreadable", `Decisions of ${id} cannot be answered: it is ${view.kind}.`).refusal);
  const form = decisionForm(view.state, decision_id);
  if (!form.ok) return refused(form.refusal);
  const selections = typedAnswer(form.value.parse, words);
  if (!selections.ok) return refused(selections.refusal);
  const { header, question: asked } = form.value.decision;
  const show = `${head}\n${visible(header)}: ${visible(asked)}`;
  const chosen = selections.value.map((label) => visible(label)).join(", ");
  const person = await askPerson(session, desk, { show, question: `Decide ${decision_id}: ${chosen}?` });
  if (!person.ok) return refused(person.refusal);
  const taken = await takeDecision(desk, view.state.id, { decision_id, selections: selections.value }, person.value);
  return taken.ok ? doneReply(taken.value) : refused(taken.refusal);
};
