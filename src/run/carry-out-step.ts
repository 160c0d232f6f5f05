import type { PlanCommand } from "../lifecycle/plan-command.ts";
import { NO_STATS, type StepResult } from "../lifecycle/step-result.ts";
import { visible } from "../plan/visible.ts";
import type { Checked } from "./run-command.ts";
import type { Assignment, StepClaim, StepHost, StepRunner } from "./step-runner.ts";
import type { Seen, Sight } from "./witness.ts";

type EndStep = Extract<PlanCommand, { type: "end_step" }>;

export interface StepSurroundings {
  runner: StepRunner;
  /** Runs the step's check. */
  verify(command: string, signal: AbortSignal): Promise<Checked>;
  /** What the step did to the files; told when it has ended. */
  witness: Sight;
}

/** How often an agent that says it is done is told that its check did not pass. */
const CHANCES = 2;
const LONGEST = 4_000;

/** Carries out a step, and says how it ended: the runner claims, the check decides. */
export async function carryOutStep(
  assignment: Assignment,
  host: StepHost,
  { runner, verify, witness }: StepSurroundings,
): Promise<EndStep> {
  const { step } = assignment;
  const before = await witness.before(assignment).catch(blind);
  let claim: StepClaim | undefined;
  let checked: Checked | undefined;
  /** What the last check found, if it did not pass. */
  let found = "";
  try {
    claim = await runner.run(assignment, host);
    for (let chances = CHANCES; ; chances--) {
      checked = claim.status === "completed" ? await check() : undefined;
      if (checked === undefined || checked.ok || host.signal.aborted) break;
      found = checked.said;
      if (claim.goOn === undefined || chances === 0) break;
      host.tell({ type: "activity", text: "Its check did not pass; it goes on" });
      claim = await claim.goOn(found);
    }
  } catch (error) {
    await close(claim);
    const reason = error instanceof Error ? error.message : String(error);
    const stats = claim?.stats ?? NO_STATS;
    claim = { status: "failed", output: "", error: `It could not be carried out: ${reason}`, stats };
  }
  await close(claim);
  const seen = await before.after().catch((error) => blind(error).after());
  for (const text of seen.planted ?? []) host.tell({ type: "warning", text });
  return endingOf(assignment, claim, { checked, found }, seen, host.signal.aborted);

  /** Before anybody looks at the files: nothing of the step goes on then. */
  async function close(claimed: StepClaim | undefined): Promise<void> {
    try {
      await claimed?.close?.();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      host.tell({ type: "warning", text: `Something of it may be left: ${reason}` });
    }
  }

  /** Whoever cannot look at the files does not keep the step from being done. */
  function blind(error: unknown): { after(): Promise<Seen> } {
    const reason = error instanceof Error ? error.message : String(error);
    host.tell({ type: "warning", text: `What it changes cannot be seen: ${reason}` });
    return { after: async () => ({}) };
  }

  async function check(): Promise<Checked> {
    if (step.verify === undefined) return { ok: true, said: "" };
    host.tell({ type: "activity", text: `checking: ${step.verify}` });
    return verify(step.verify, host.signal);
  }
}

/** What is recorded. Nothing is completed that the host did not see done, or that was told to stop before it was checked. */
function endingOf(
  { step }: Assignment,
  claim: StepClaim,
  { checked, found }: { checked: Checked | undefined; found: string },
  { artifacts, drift, snapshot, left_out }: Seen,
  isStopped: boolean,
): EndStep {
  const isDone = claim.status === "completed" && checked?.ok === true;
  const isInterrupted = !isDone && (claim.status === "interrupted" || isStopped);
  const outcome = isDone ? "completed" : isInterrupted ? "interrupted" : "failed";
  const failure =
    checked?.ok === false
      ? `its check did not pass: ${checked.said}`
      : [claim.error ?? claim.output, found && `its check had not passed: ${found}`].filter(Boolean).join("\n");
  const words = isDone ? [claim.output, checked?.said] : [failure];
  const result: StepResult = {
    output: [claim.output, checked?.said].filter(Boolean).join("\n").slice(-LONGEST),
    ...(!isDone && { error: failure.slice(0, LONGEST) }),
    stats: claim.stats,
    ...(artifacts && { artifacts }),
    ...(drift && drift.length > 0 && { drift }),
    ...(snapshot !== undefined && { snapshot }),
    ...(left_out && { left_out }),
  };
  const notes = visible(words.filter(Boolean).join("\n").slice(0, LONGEST), { multiline: true });
  return { type: "end_step", step_id: step.id, outcome, ...(notes && { notes }), result };
}
