import { failPlan, failStep } from "../../../acts/fail-plan.ts";
import { notInsideAgent } from "../../../acts/may-start.ts";
import { localActor } from "../../../desk/persons.ts";
import { text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { refused } from "../reply.ts";
import { askAbout } from "../subject.ts";

/** Marks an abandoned plan, or an interrupted step, as failed. Both can be retried. */
export const run: Run = async (session, args) => {
  const [id = "", step] = args.words;
  const by = localActor(session.env);
  const outside = notInsideAgent(by);
  if (!outside.ok) return refused(outside.refusal);
  const desk = await session.desk();
  const reason = text(args, "reason");
  if (step === undefined) {
    const done = await failPlan({ desk, by }, id, reason);
    return done.ok ? doneReply(done.value) : refused(done.refusal);
  }
  const asked = await askAbout(session, id, "fail_step", `Mark step ${step} of ${id} as failed?`, step);
  if (!asked.ok) return refused(asked.refusal);
  const done = await failStep(asked.value, id, step, reason);
  return done.ok ? doneReply(done.value) : refused(done.refusal);
};
