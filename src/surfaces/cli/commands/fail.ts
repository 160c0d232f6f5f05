import type { Desk } from "../../../desk/desk.ts";
import { localActor } from "../../../desk/persons.ts";
import type { PlanCommand } from "../../../lifecycle/plan-command.ts";
import { failureReport } from "../../../run/failure-report.ts";
import { failureReportSummary } from "../../../run/failure-report-text.ts";
import { text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { askPerson } from "../person.ts";
import { planJson } from "../plan-json.ts";
import { type Reply, refused, reply } from "../reply.ts";
import { endDeadRun } from "../run/end-dead-run.ts";
import { howToGoOn } from "../run/how-to-go-on.ts";
import { livePlan } from "../run/live-plan.ts";
import type { Session } from "../session.ts";
import { INSIDE_AGENT } from "./run.ts";

/** Marks a plan as failed that nobody will carry on, or a step that was interrupted. Both can be retried. */
export const run: Run = async (session, args) => {
  if (session.env["COUNTERSIGN_AGENT"] !== undefined) return INSIDE_AGENT;
  const [id = "", step] = args.words;
  const desk = await session.desk();
  const found = await livePlan(desk, id);
  if (!found.ok) return refused(found.refusal);
  const settled = await endDeadRun(desk, found.value);
  if (!settled.ok) return refused(settled.refusal);
  if (step !== undefined) return failStep(session, desk, id, step, text(args, "reason"));
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

/** The step alone: what does not need it can still go on, where a failure is no reason to stop. */
async function failStep(
  session: Session,
  desk: Desk,
  id: string,
  step_id: string,
  reason: string | undefined,
): Promise<Reply> {
  const command: PlanCommand = { type: "fail_step", step_id, ...(reason && { reason }) };
  const person = await askPerson(session, desk, { question: `Mark step ${step_id} of ${id} as failed?` });
  if (!person.ok) return refused(person.refusal);
  const outcome = await desk.send(id, command, person.value);
  if (!outcome.ok) return refused(outcome.refusal);
  const said = `${session.style.red("Failed")}: step ${step_id}. ${await howToGoOn(desk, outcome.value)}`;
  return reply({ plan: planJson(outcome.value) }, said);
}

function hinted<Refusal extends { kind: string; hint?: string }>(refusal: Refusal, id: string): Refusal {
  return refusal.kind === "step_in_progress"
    ? { ...refusal, hint: `countersign pause ${id} --now stops it first.` }
    : refusal;
}
