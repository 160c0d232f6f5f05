import type { Arguments } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { planJson } from "../plan-json.ts";
import { reply, usage } from "../reply.ts";
import { carryOut, refusedRun } from "../run/carry-out.ts";
import { executorOf } from "../run/executor-of.ts";
import { interruptedSteps } from "../run/interrupted-steps.ts";
import { livePlan } from "../run/live-plan.ts";
import { mayRun } from "../run/may-run.ts";
import { resumePlan, type Settled } from "../run/resume-plan.ts";

/** Lets a plan go on. Whoever holds it goes on with it; if nobody does, it is carried out here. */
export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const settled = settledBy(args);
  if (settled === null) return usage("Only one of --again, --failed and --skip.");
  const desk = await session.desk();
  const found = await livePlan(desk, id);
  if (!found.ok) return refusedRun(session, found.refusal);
  const plan = found.value;
  const executor = "run" in plan && plan.run ? await executorOf(desk, plan) : undefined;
  if (executor === undefined || plan.status === "executing") {
    const beginning = await mayRun(desk, plan, true);
    if (!beginning.ok) return refusedRun(session, beginning.refusal);
    // What was said of interrupted steps holds, also where an answer has let the run go on already.
    const isSettled = settled === undefined || interruptedSteps(plan).length === 0;
    if (beginning.value !== "resume" && isSettled) return carryOut(session, { desk, plan, canWait: true });
  }
  const resumed = await resumePlan(session, desk, plan, settled);
  if (!resumed.ok) return refusedRun(session, resumed.refusal);
  const { style } = session;
  if (resumed.value.status !== "executing") {
    return reply({ plan: planJson(resumed.value) }, `${style.cyan(id)} is ${resumed.value.status.replace("_", " ")}.`);
  }
  if (executor === undefined) return carryOut(session, { desk, plan: resumed.value, canWait: true });
  const said = `${style.green("Resumed")} ${style.cyan(id)}: ${executor.words} goes on.`;
  return reply({ plan: planJson(resumed.value) }, said);
};

function settledBy({ options }: Arguments): Settled | undefined | null {
  const given = (["again", "failed", "skip"] as const).filter((word) => options[word] === true);
  return given.length > 1 ? null : given[0];
}
