import { pausePlan } from "../../../acts/pause-plan.ts";
import { localActor } from "../../../desk/persons.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { refused } from "../reply.ts";

/** Needs no person: a pause only stops the start of steps. */
export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const desk = await session.desk();
  const done = await pausePlan({ desk, by: localActor(session.env) }, id, { now: args.options["now"] === true });
  return done.ok ? doneReply(done.value) : refused(done.refusal);
};
