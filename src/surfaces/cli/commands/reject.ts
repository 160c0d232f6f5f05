import { rejectPlan } from "../../../acts/answer-review.ts";
import { number, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply } from "../reply.ts";
import { askAbout } from "../subject.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const asked = await askAbout(session, id, "reject", `Reject ${id}? This is final.`);
  if (!asked.ok) return refused(asked.refusal);
  const { desk, subject, by } = asked.value;
  const feedback = text(args, "message");
  const revision = number(args, "revision") ?? subject.revision;
  const seen = { revision, ...subject.review, version: subject.version };
  const outcome = await rejectPlan({ desk, by }, id, seen, feedback);
  if (!outcome.ok) return refused(outcome.refusal);
  return reply({ plan: planJson(outcome.value.plan) }, `${session.style.red("Rejected")} ${session.style.cyan(id)}.`);
};
