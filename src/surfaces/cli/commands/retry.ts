import { retryPlan } from "../../../acts/retry-plan.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { refused } from "../reply.ts";
import { askAbout } from "../subject.ts";

/** Retries one failed step, or all of them. Completed steps stay completed. */
export const run: Run = async (session, args) => {
  const [id = "", step] = args.words;
  const what = step === undefined ? id : `step ${step} of ${id}`;
  const asked = await askAbout(session, id, step === undefined ? "retry" : "retry_step", `Retry ${what}?`, step);
  if (!asked.ok) return refused(asked.refusal);
  const done = await retryPlan(asked.value, id, step);
  return done.ok ? doneReply(done.value) : refused(done.refusal);
};
