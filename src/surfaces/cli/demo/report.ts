import { runGit } from "../../../desk/git/launch-git.ts";
import { bindingPlan, type LivePlan } from "../../../lifecycle/plan-state.ts";
import type { StageDesk } from "./stage-desk.ts";
import type { Telling } from "./telling.ts";
import { indented, said } from "./transcript.ts";

/** How the story ended, by the record of it. Returns whether the plan was completed. */
export async function report(desk: StageDesk, id: string | undefined, tell: Telling): Promise<boolean> {
  if (id === undefined) {
    tell.lines(said("", "The story broke off before there was a plan.", "! "));
    return false;
  }
  const plan = await desk.plan(id);
  tell.chapter("The steps, as the host saw them");
  tell.lines(stepLines(plan));
  tell.chapter("The changes (git diff)");
  const { project, env } = desk.stage;
  tell.lines(indented(runGit(["diff", "--unified=1"], { project, env }).toString(), 0));
  tell.chapter("The record, sealed (countersign audit, and audit --verify)");
  const acts = ["proposed", "changes_requested", "approved", "run_started", "completed", "failed"];
  tell.lines(indented(await desk.run("audit", plan.id, "--action", acts.join(",")), 0));
  tell.lines(indented(await desk.run("audit", "--verify"), 0));
  tell.chapter(`The plan is ${plan.status}`);
  return plan.status === "completed";
}

/** Each with its result and the command that showed it. */
function stepLines(plan: LivePlan): string[] {
  const run = "run" in plan ? plan.run : undefined;
  return bindingPlan(plan).steps.flatMap(({ id, title, verify, run: command }) => {
    const status = run?.steps.get(id)?.status ?? "pending";
    const how = verify ? `check: ${verify}` : `run: ${command ?? ""}`;
    return said("", `${id}: ${title}\n${status}, ${how}`, status === "completed" ? "✓ " : "✗ ");
  });
}
