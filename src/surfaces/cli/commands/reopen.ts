import { number } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { askPerson } from "../person.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply, usage } from "../reply.ts";
import { subjectOf } from "../subject.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const expected = number(args, "expected");
  if (expected === null) return usage("--expected needs a version number.");
  const desk = await session.desk();
  const subject = await subjectOf(desk, id, "reopen");
  if (!subject.ok) return refused(subject.refusal);
  const person = await askPerson(session, desk, {
    show: subject.value.head,
    question: `Grant ${id} one more revision?`,
  });
  if (!person.ok) return refused(person.refusal);
  const outcome = await desk.send(id, { type: "reopen" }, person.value, expected ?? subject.value.version);
  if (!outcome.ok) return refused(outcome.refusal);
  const said = `${session.style.green("Reopened")} ${session.style.cyan(id)}: one more revision may be proposed.`;
  return reply({ plan: planJson(outcome.value) }, said);
};
