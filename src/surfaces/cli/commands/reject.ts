import { rejectPlan } from "../../../acts/reject-plan.ts";
import { number, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { refused } from "../reply.ts";
import { askAbout } from "../subject.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const asked = await askAbout(session, id, "reject", `Reject ${id}? This is final.`);
  if (!asked.ok) return refused(asked.refusal);
  const { desk, subject, by } = asked.value;
  const feedback = text(args, "message");
  const revision = number(args, "revision") ?? subject.revision;
  const done = await rejectPlan({ desk, by }, id, { revision, ...subject.review, version: subject.version, feedback });
  return done.ok ? doneReply(done.value) : refused(done.refusal);
};
