import { decisionForm, outdatedWords, takeDecision } from "../../../acts/request-decide.ts";
import type { Desk } from "../../../desk/desk.ts";
import { no } from "../../../desk/outcome.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { visible } from "../../../plan/visible.ts";
import { liveExecutor } from "../../../run/holder.ts";
import type { Run } from "../commands.ts";
import { askPerson } from "../person.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply } from "../reply.ts";
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
  if (!taken.ok) return refused(taken.refusal);
  const { plan, outdated } = taken.value;
  const said = `${session.style.green("Decided")} ${decision_id}: ${chosen}.${outdatedWords(outdated)}`;
  return reply({ plan: planJson(plan) }, `${said} ${await continueHint(desk, plan)}`);
};

/** How the plan continues after the decision. */
async function continueHint(desk: Desk, plan: LivePlan): Promise<string> {
  const { id, status } = plan;
  if (status === "approved") return `To run it: countersign run ${id}`;
  if (status === "failed") return `To continue: countersign retry ${id}`;
  if (status !== "executing" && status !== "paused" && status !== "stalled")
    return `It is ${status.replace("_", " ")}.`;
  const executor = status === "executing" ? liveExecutor(desk, plan) : undefined;
  return executor
    ? `It continues: process ${executor.pid} on ${executor.host} runs it.`
    : `To continue: countersign resume ${id}`;
}
