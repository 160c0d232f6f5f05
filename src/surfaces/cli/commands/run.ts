import { mayStart, notInsideAgent } from "../../../acts/may-start.ts";
import { resumePlan } from "../../../acts/resume-plan.ts";
import { localActor } from "../../../desk/persons.ts";
import { usablePlan } from "../../../desk/usable-plan.ts";
import { defined } from "../../../plan/defined.ts";
import { number } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { askToResume } from "../run/ask-to-resume.ts";
import { refusedRun, runHere } from "../run/run-here.ts";

/** Runs an approved plan in this process; with `--resume` one that was started before. */
export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const most = number(args, "max-parallel");
  const outside = notInsideAgent(localActor(session.env));
  if (!outside.ok) return refusedRun(session, outside.refusal);
  const desk = await session.desk();
  const found = await usablePlan(desk, id);
  if (!found.ok) return refusedRun(session, found.refusal);
  const options = { desk, canWait: args.options["no-wait"] !== true, ...defined({ most }) };
  if (args.options["resume"] !== true || found.value.status === "approved") {
    const may = await mayStart(desk, found.value, { isResume: false });
    return may.ok ? runHere(session, { ...options, plan: may.value }) : refusedRun(session, may.refusal);
  }
  const by = await askToResume(session, desk, found.value, undefined);
  if (!by.ok) return refusedRun(session, by.refusal);
  const done = await resumePlan({ desk, by: by.value }, id);
  if (!done.ok) return refusedRun(session, done.refusal);
  const { plan, goes } = done.value;
  return goes.by === "none" ? runHere(session, { ...options, plan }) : doneReply(done.value);
};
