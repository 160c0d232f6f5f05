import { autoRun } from "../../../acts/auto-run.ts";
import { isAwaited } from "../../../acts/is-awaited.ts";
import { signPlan } from "../../../acts/sign-plan.ts";
import { defaultModel } from "../../../agent/default-model.ts";
import type { Desk } from "../../../desk/desk.ts";
import { quorumOf } from "../../../lifecycle/approvers.ts";
import { defined } from "../../../plan/defined.ts";
import type { Digest } from "../../../plan/digest.ts";
import { list, number, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { askPerson } from "../person.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply } from "../reply.ts";
import { signingWarnings } from "../signing-warnings.ts";
import { subjectOf } from "../subject.ts";
import { foundPlanText, howToStart } from "../text/found-plan-text.ts";
import { problemsText } from "../text/problems-text.ts";

/** Shows the plan and asks. The approval names the digest of the text that is shown. */
export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const revision = number(args, "revision");
  const desk = await session.desk();
  const subject = await subjectOf(desk, id, "approve");
  if (!subject.ok) return refused(subject.refusal);
  const { view, ...shown } = subject.value;
  const leftOut = list(args, "without");
  const without = leftOut.length > 0 ? `, without ${leftOut.join(", ")}` : "";
  const model = text(args, "model");
  const withModel = model === undefined ? "" : `, to run with ${model}`;
  const doubts = await signingWarnings(desk, view);
  const person = await askPerson(session, desk, {
    show: `${foundPlanText(id, view, { ...session, now: new Date(), changed: doubts.changed, ...defined({ model: defaultModel(session.env) }) })}${problemsText(doubts.warnings)}`,
    question: `Approve revision ${shown.revision} of ${id}${without}${withModel}?`,
  });
  if (!person.ok) return refused(person.refusal);
  const notes = text(args, "message");
  const isLater = args.options["later"] === true;
  const outcome = await signPlan({ desk, by: person.value }, id, {
    revision: revision ?? shown.revision,
    digest: (text(args, "digest") ?? shown.digest) as Digest,
    ...shown.review,
    choices: { ...(leftOut.length > 0 && { left_out: leftOut }), ...(model && { executor_model: model }) },
    ...{ notes, later: isLater },
  });
  if (!outcome.ok) return refused(outcome.refusal);
  const { plan } = outcome.value;
  const { style } = session;
  const said =
    plan.status === "approved"
      ? `${style.green("Approved")} ${style.cyan(id)}, revision ${plan.proposal.revision}, by ${person.value.name}.${await nextWords(desk, id, isLater)}`
      : `${style.yellow("Signed")} by ${person.value.name}; ${id} needs ${quorumOf(plan, desk.configuration.config.approvers)} signatures in all.`;
  return reply({ plan: planJson(plan) }, said, doubts.warnings);
};

/** How to run it, unless an agent waits for the approval: that agent starts it. */
async function nextWords(desk: Desk, id: string, isLater: boolean): Promise<string> {
  if (!isLater && (await isAwaited(desk, id))) return "";
  const byItself =
    !isLater && autoRun(desk).on ? "\nAn idle terminal that is open here starts it: auto_run is on." : "";
  return `${byItself}\nTo run it: ${howToStart(id)}`;
}
