import { cancelPlan } from "../../../acts/cancel-plan.ts";
import { number, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { refused } from "../reply.ts";
import { askAbout } from "../subject.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const asked = await askAbout(session, id, "cancel", `Cancel ${id}?`);
  if (!asked.ok) return refused(asked.refusal);
  const { desk, subject, by } = asked.value;
  const wish = { note: text(args, "message"), seen: subject.version, expected: number(args, "expected") };
  const done = await cancelPlan({ desk, by }, id, wish);
  return done.ok ? doneReply(done.value) : refused(done.refusal);
};
