import { failedCheckWords } from "../lifecycle/failed-check.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import { NO_STATS, type StepResult } from "../lifecycle/step-result.ts";
import { defined } from "../plan/defined.ts";
import { visible } from "../plan/visible.ts";
import { leftWords } from "./confine.ts";
import type { Checked } from "./run-command.ts";
import { covers, type FileTracker, type StepFileChanges } from "./step-file-tracker.ts";
import type { Assignment, StepClaim, StepHost, StepRunner } from "./step-runner.ts";

type EndStep = Extract<PlanCommand, { type: "end_step" }>;

export interface StepSurroundings {
  runner: StepRunner;
  /** Runs the step's check. */
  verify(command: string, signal: AbortSignal): Promise<Checked>;
  witness: Pick<FileTracker, "before">;
}

/** How often an agent that claims to be done gets another try after a failed check. */
const CHANCES = 2;
const LONGEST = 4_000;

/** Runs a step and returns how it ended: the runner claims, the check decides. */
export async function carryOutStep(
  assignment: Assignment,
  host: StepHost,
  { runner, verify, witness }: StepSurroundings,
): Promise<EndStep> {
  const { step } = assignment;
  const before = await witness.before(assignment).catch(withoutTracking);
  let claim: StepClaim | undefined;
  let checked: Checked | undefined;
  /** The output of the last check that failed. */
  let found = "";
  let checking = 0;
  /** Of all its claims: a step that continues after a failed check need not repeat them. */
  const deviations = new Set<string>();
  const left: string[] = [];
  const unkept = new Set<string>();
  try {
    claim = await runner.run(assignment, host);
    for (let chances = CHANCES; ; chances--) {
      for (const what of claim.deviations ?? []) deviations.add(what);
      if (claim.left) left.push(`it ${leftWords(claim.left)}`);
      checked = claim.status === "completed" ? await check() : undefined;
      for (const path of [...(claim.unkept ?? []), ...(checked?.unkept ?? [])]) unkept.add(path);
      if (checked === undefined || checked.ok || host.signal.aborted) break;
      found = checked.said;
      if (claim.goOn === undefined || chances === 0) break;
      host.tell({ type: "activity", text: "Its check failed; it continues" });
      // Until its runner says that a model thinks.
      await host.works();
      claim = await claim.goOn(found);
    }
  } catch (error) {
    await close(claim);
    const reason = error instanceof Error ? error.message : String(error);
    const stats = claim?.stats ?? NO_STATS;
    claim = { status: "failed", output: "", error: `It could not run: ${reason}`, stats };
  }
  await close(claim);
  const seen = await before.after().catch((error) => withoutTracking(error).after());
  for (const text of seen.planted ?? []) host.tell({ type: "warning", text });
  const { stats } = claim;
  claim.stats = { ...stats, duration_seconds: stats.duration_seconds + checking };
  claim.deviations = [...deviations];
  const lost = [...unkept].map((path) =>
    covers(assignment.step.files, path)
      ? `${path} was written by a command, which is not kept: see its output`
      : `${path} was created, outside of its files, and is not kept`,
  );
  const drift = [...(seen.drift ?? []), ...lost, ...new Set(left)];
  return endingOf(assignment, claim, { checked, found }, { ...seen, drift }, host.signal.aborted);

  /** Comes before the files are compared: no process of the step may change them then. */
  async function close(claimed: StepClaim | undefined): Promise<void> {
    try {
      await claimed?.close?.();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      host.tell({ type: "warning", text: `Processes of it may be left: ${reason}` });
    }
  }

  /** A step also runs where the files cannot be compared. */
  function withoutTracking(error: unknown): { after(): Promise<StepFileChanges> } {
    const reason = error instanceof Error ? error.message : String(error);
    host.tell({ type: "warning", text: `Its changes are unknown: ${reason}` });
    return { after: async () => ({}) };
  }

  async function check(): Promise<Checked> {
    if (step.verify === undefined) return { ok: true, said: "" };
    host.tell({ type: "activity", text: `checking: ${step.verify}` });
    await host.works();
    const done = await verify(step.verify, host.signal);
    await host.thinks();
    checking += done.seconds ?? 0;
    if (done.left) left.push(`its check ${leftWords(done.left)}`);
    return done;
  }
}

/** The command to record. A step is completed only if its check passed before the step was stopped. */
function endingOf(
  { step }: Assignment,
  claim: StepClaim,
  { checked, found }: { checked: Checked | undefined; found: string },
  { artifacts, drift, begun, snapshot, gaps, others, left_out }: StepFileChanges,
  isStopped: boolean,
): EndStep {
  const isDone = claim.status === "completed" && checked?.ok === true;
  const isInterrupted = !isDone && (claim.status === "interrupted" || isStopped);
  const outcome = isDone ? "completed" : isInterrupted ? "interrupted" : "failed";
  const failure =
    checked?.ok === false
      ? failedCheckWords(checked.said)
      : [claim.error ?? claim.output, found && `its check had not passed: ${found}`].filter(Boolean).join("\n");
  const words = isDone ? [claim.output, checked?.said] : [failure];
  const result: StepResult = {
    output: [claim.output, checked?.said].filter(Boolean).join("\n").slice(-LONGEST),
    ...(!isDone && { error: failure.slice(0, LONGEST) }),
    stats: claim.stats,
    ...(claim.deviations && claim.deviations.length > 0 && { deviations: claim.deviations }),
    ...defined({ artifacts }),
    ...(drift && drift.length > 0 && { drift }),
    ...defined({ begun, snapshot, gaps, others, left_out }),
  };
  const notes = visible(words.filter(Boolean).join("\n").slice(0, LONGEST), { multiline: true });
  const ask = isInterrupted && !isStopped ? claim.asks : undefined;
  return {
    type: "end_step",
    step_id: step.id,
    outcome,
    ...defined({ ask }),
    ...(notes && { notes }),
    result,
  };
}
