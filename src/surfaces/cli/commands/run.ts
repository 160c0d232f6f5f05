import { number } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { type Reply, refused, usage } from "../reply.ts";
import { carryOut, refusedRun } from "../run/carry-out.ts";
import { livePlan } from "../run/live-plan.ts";
import { mayRun } from "../run/may-run.ts";
import { resumePlan } from "../run/resume-plan.ts";

/** Carries out a signed plan in this process. */
export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const most = number(args, "max-parallel");
  if (most === null || most === 0) return usage("--max-parallel wants a number from 1 on.");
  if (session.env["COUNTERSIGN_AGENT"] !== undefined) return INSIDE_AGENT;
  const desk = await session.desk();
  const found = await livePlan(desk, id);
  if (!found.ok) return refusedRun(session, found.refusal);
  const beginning = await mayRun(desk, found.value, args.options["resume"] === true);
  if (!beginning.ok) return refusedRun(session, beginning.refusal);
  const resumed = beginning.value === "resume" ? await resumePlan(session, desk, found.value, undefined) : found;
  if (!resumed.ok) return refusedRun(session, resumed.refusal);
  const canWait = args.options["no-wait"] !== true;
  return carryOut(session, { desk, plan: resumed.value, canWait, ...(most !== undefined && { most }) });
};

export const INSIDE_AGENT: Reply = refused({
  kind: "inside_agent",
  message:
    "This shell was started by an agent; plans are carried out by whoever signed them, not by an agent's command.",
  hint: "Run it in your own terminal.",
});
