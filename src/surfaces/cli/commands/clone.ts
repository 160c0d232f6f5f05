import { clonePlan } from "../../../acts/clone-plan.ts";
import { localActor } from "../../../desk/persons.ts";
import type { Run } from "../commands.ts";
import { doneText } from "../done-reply.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply } from "../reply.ts";

/** Proposes the text of a plan as a new plan, without its approval and its progress. */
export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const done = await clonePlan({ desk: await session.desk(), by: localActor(session.env) }, id);
  if (!done.ok) return refused(done.refusal);
  const { plan, fact } = done.value;
  return reply({ plan: planJson(plan), cloned_from: fact.cloned_from }, doneText(done.value), fact.warnings);
};
