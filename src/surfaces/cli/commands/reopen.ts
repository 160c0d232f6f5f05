import { reopenPlan } from "../../../acts/change-proposal.ts";
import { number } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply } from "../reply.ts";
import { askAbout } from "../subject.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const asked = await askAbout(session, id, "reopen", `Grant ${id} one more revision?`);
  if (!asked.ok) return refused(asked.refusal);
  const { desk, subject, by } = asked.value;
  const outcome = await reopenPlan({ desk, by }, id, number(args, "expected") ?? subject.version);
  if (!outcome.ok) return refused(outcome.refusal);
  const said = `${session.style.green("Reopened")} ${session.style.cyan(id)}: one more revision may be proposed.`;
  return reply({ plan: planJson(outcome.value.plan) }, said);
};
