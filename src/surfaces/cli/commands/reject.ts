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
  const command = { type: "reject", revision, ...subject.review, ...(feedback && { feedback }) } as const;
  const outcome = await desk.send(id, command, by, subject.version);
  if (!outcome.ok) return refused(outcome.refusal);
  return reply({ plan: planJson(outcome.value) }, `${session.style.red("Rejected")} ${session.style.cyan(id)}.`);
};
