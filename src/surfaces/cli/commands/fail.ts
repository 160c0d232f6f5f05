import { localActor } from "../../../desk/persons.ts";
import { failureReport } from "../../../run/failure-report.ts";
import { failureReportSummary } from "../../../run/failure-report-text.ts";
import { text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply } from "../reply.ts";
import { endDeadRun } from "../run/end-dead-run.ts";
import { livePlan } from "../run/live-plan.ts";
import { INSIDE_AGENT } from "./run.ts";

/** Marks a plan as failed that nobody will carry on. It can be retried. */
export const run: Run = async (session, args) => {
  if (session.env["COUNTERSIGN_AGENT"] !== undefined) return INSIDE_AGENT;
  const [id = ""] = args.words;
  const desk = await session.desk();
  const found = await livePlan(desk, id);
  if (!found.ok) return refused(found.refusal);
  const settled = await endDeadRun(desk, found.value);
  if (!settled.ok) return refused(settled.refusal);
  const by = localActor(session.env);
  const reason = text(args, "reason") || `marked as failed by ${by.name}`;
  const report = failureReport(settled.value);
  const summary = report && failureReportSummary(report);
  const outcome = await desk.send(id, { type: "fail", reason, ...(summary && { summary }) }, by);
  if (!outcome.ok) return refused(hinted(outcome.refusal, id));
  const { style } = session;
  return reply(
    { plan: planJson(outcome.value) },
    `${style.red("Failed")} ${style.cyan(id)}.\n  countersign retry ${id}     what failed is done again\n  countersign rollback ${id}  take back what it changed`,
  );
};

function hinted<Refusal extends { kind: string; hint?: string }>(refusal: Refusal, id: string): Refusal {
  return refusal.kind === "step_in_progress"
    ? { ...refusal, hint: `countersign pause ${id} --now stops it first.` }
    : refusal;
}
