import { number, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { askPerson } from "../person.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply, usage } from "../reply.ts";
import { endDeadRun } from "../run/end-dead-run.ts";
import { subjectOf } from "../subject.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const expected = number(args, "expected");
  if (expected === null) return usage("--expected wants a version number.");
  const desk = await session.desk();
  const subject = await subjectOf(desk, id, "cancel");
  if (!subject.ok) return refused(subject.refusal);
  const person = await askPerson(session, desk, { show: subject.value.head, question: `Cancel ${id}?` });
  if (!person.ok) return refused(person.refusal);
  const note = text(args, "message");
  const { view, version } = subject.value;
  const settled = view.kind === "standing" ? await endDeadRun(desk, view.state) : undefined;
  if (settled && !settled.ok) return refused(settled.refusal);
  // A run goes on while somebody makes up their mind about it.
  const seen = settled?.ok && settled.value.run ? undefined : version;
  const outcome = await desk.send(id, { type: "cancel", ...(note && { note }) }, person.value, expected ?? seen);
  if (!outcome.ok) return refused(outcome.refusal);
  return reply({ plan: planJson(outcome.value) }, `${session.style.red("Cancelled")} ${session.style.cyan(id)}.`);
};
