import { bindingPlan } from "../../../lifecycle/plan-state.ts";
import { visible } from "../../../plan/visible.ts";
import type { Run } from "../commands.ts";
import { askPerson } from "../person.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply } from "../reply.ts";
import { howToGoOn } from "../run/how-to-go-on.ts";
import { subjectOf } from "../subject.ts";

/** Takes a decision of a plan, or takes it anew: steps that went by the old one are marked. */
export const run: Run = async (session, args) => {
  const [id = "", decision = "", ...labels] = args.words;
  const selections = labels.flatMap((label) => label.split(",")).flatMap((label) => label.trim() || []);
  const desk = await session.desk();
  const subject = await subjectOf(desk, id, "decide");
  if (!subject.ok) return refused(subject.refusal);
  const { view, head } = subject.value;
  const plan = view.kind === "standing" ? bindingPlan(view.state) : undefined;
  const asked = plan?.decisions?.find(({ decision_id }) => decision_id === decision);
  const show = asked ? `${head}\n${visible(asked.header)}: ${visible(asked.question)}` : head;
  const question = `Decide ${decision}: ${selections.map((label) => visible(label)).join(", ")}?`;
  const person = await askPerson(session, desk, { show, question });
  if (!person.ok) return refused(person.refusal);
  const outcome = await desk.send(id, { type: "decide", decision_id: decision, selections }, person.value);
  if (!outcome.ok) return refused(outcome.refusal);
  const outdated = [...(outcome.value.run?.steps ?? [])].flatMap(([step, { is_outdated }]) =>
    is_outdated ? [step] : [],
  );
  const note = outdated.length === 0 ? "" : ` Done by an earlier answer: ${outdated.join(", ")}.`;
  const said = `${session.style.green("Decided")} ${decision}: ${selections.map((label) => visible(label)).join(", ")}.${note}`;
  return reply({ plan: planJson(outcome.value) }, `${said} ${await howToGoOn(desk, outcome.value)}`);
};
