import { text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { askPerson } from "../person.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply, usage } from "../reply.ts";
import { howToGoOn } from "../run/how-to-go-on.ts";
import { subjectOf } from "../subject.ts";

/** Goes on without a step. Why stands in the record. */
export const run: Run = async (session, args) => {
  const [id = "", step = ""] = args.words;
  const given = text(args, "reason");
  if (!given && !session.isTerminal) return usage("Say why the step is skipped: --reason TEXT.");
  const desk = await session.desk();
  const subject = await subjectOf(desk, id, "skip_step");
  if (!subject.ok) return refused(subject.refusal);
  const reason = given || (await session.dialogue().line(`Why is ${step} skipped? `));
  const person = await askPerson(session, desk, {
    ...{ show: subject.value.head, question: `Skip step ${step} of ${id}?`, typed: reason },
  });
  if (!person.ok) return refused(person.refusal);
  const outcome = await desk.send(id, { type: "skip_step", step_id: step, reason }, person.value);
  if (!outcome.ok) return refused(outcome.refusal);
  const said = `${session.style.yellow("Skipped")} ${step}. ${await howToGoOn(desk, outcome.value)}`;
  return reply({ plan: planJson(outcome.value) }, said);
};
