import type { PlanCommand } from "../../../lifecycle/plan-command.ts";
import type { Run } from "../commands.ts";
import { askPerson } from "../person.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply } from "../reply.ts";
import { howToGoOn } from "../run/how-to-go-on.ts";
import { subjectOf } from "../subject.ts";

/** What failed is to be done again: one step, or all that did. What is done stays done. */
export const run: Run = async (session, args) => {
  const [id = "", step] = args.words;
  const command: PlanCommand = step === undefined ? { type: "retry" } : { type: "retry_step", step_id: step };
  const desk = await session.desk();
  const subject = await subjectOf(desk, id, command.type);
  if (!subject.ok) return refused(subject.refusal);
  const what = step === undefined ? id : `step ${step} of ${id}`;
  const person = await askPerson(session, desk, { show: subject.value.head, question: `Retry ${what}?` });
  if (!person.ok) return refused(person.refusal);
  const outcome = await desk.send(id, command, person.value);
  if (!outcome.ok) return refused(outcome.refusal);
  const said = `${session.style.green("To be done again")}: ${step ?? "what failed"}. ${await howToGoOn(desk, outcome.value)}`;
  return reply({ plan: planJson(outcome.value) }, said);
};
