import { reopenPlan } from "../../../acts/reopen-plan.ts";
import { number } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { refused } from "../reply.ts";
import { askAbout } from "../subject.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const asked = await askAbout(session, id, "reopen", `Grant ${id} one more revision?`);
  if (!asked.ok) return refused(asked.refusal);
  const { desk, subject, by } = asked.value;
  const done = await reopenPlan({ desk, by }, id, number(args, "expected") ?? subject.version);
  return done.ok ? doneReply(done.value) : refused(done.refusal);
};
