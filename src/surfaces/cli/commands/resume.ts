import type { InterruptedChoice } from "../../../acts/interrupted-steps.ts";
import { resumePlan } from "../../../acts/resume-plan.ts";
import { usablePlan } from "../../../desk/usable-plan.ts";
import type { Arguments } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { usage } from "../reply.ts";
import { askToResume } from "../run/ask-to-resume.ts";
import { refusedRun, runHere } from "../run/run-here.ts";

/** Continues a plan: the process that has it does, or, if no process has it, this one. */
export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const interrupted = choiceIn(args);
  if (interrupted === null) return usage("Give only one of --again, --failed and --skip.");
  const desk = await session.desk();
  const found = await usablePlan(desk, id);
  if (!found.ok) return refusedRun(session, found.refusal);
  const by = await askToResume(session, desk, found.value, interrupted);
  if (!by.ok) return refusedRun(session, by.refusal);
  const done = await resumePlan({ desk, by: by.value }, id, { interrupted });
  if (!done.ok) return refusedRun(session, done.refusal);
  const { plan, goes } = done.value;
  const isOurs = goes.by === "none" && (plan.status === "executing" || plan.status === "approved");
  return isOurs ? runHere(session, { desk, plan, canWait: true }) : doneReply(done.value);
};

function choiceIn({ options }: Arguments): InterruptedChoice | undefined | null {
  const given = (["again", "failed", "skip"] as const).filter((word) => options[word] === true);
  return given.length > 1 ? null : given[0];
}
