import { approvePlan } from "../../../acts/approve-plan.ts";
import { defaultModel } from "../../../agent/default-model.ts";
import { defined } from "../../../plan/defined.ts";
import type { Digest } from "../../../plan/digest.ts";
import { list, number, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { askPerson } from "../person.ts";
import { refused } from "../reply.ts";
import { signingWarnings } from "../signing-warnings.ts";
import { subjectOf } from "../subject.ts";
import { foundPlanText } from "../text/found-plan-text.ts";
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
  const done = await approvePlan({ desk, by: person.value }, id, {
    revision: revision ?? shown.revision,
    digest: (text(args, "digest") ?? shown.digest) as Digest,
    ...shown.review,
    choices: { ...(leftOut.length > 0 && { left_out: leftOut }), ...(model && { executor_model: model }) },
    ...defined({ notes }),
    start: isLater ? "later" : "now",
  });
  return done.ok ? doneReply(done.value, doubts.warnings) : refused(done.refusal);
};
