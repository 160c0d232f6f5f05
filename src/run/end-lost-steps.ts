import type { Desk } from "../desk/desk.ts";
import type { Run } from "../lifecycle/plan-state.ts";
import type { Step } from "../plan/plan.ts";
import { counted } from "../plan/quantities.ts";
import { endProcessesOf } from "./end-processes.ts";
import { undoAfterLoss } from "./planted-code.ts";
import { WorkFile } from "./work-file.ts";

/**
 * Ends the processes of steps whose executor died, then undoes hooks and git settings that they planted. Returns a line for
 * each of those.
 */
export async function endLostSteps(
  desk: Pick<Desk, "project" | "home">,
  run: Run,
  lost: readonly Step[],
  { tell = () => {}, mayOthersRun = false }: { tell?: (words: string) => void; mayOthersRun?: boolean } = {},
): Promise<string[]> {
  for (const { id } of lost) {
    const subagent = run.steps.get(id)?.subagent_id;
    const ended = subagent === undefined ? [] : await endProcessesOf(subagent);
    if (ended.length === 0) continue;
    new WorkFile(desk.home.directory, run.id).livedUntilNow(id);
    tell(`Ended ${counted(ended.length, "process", "processes")} of step ${id}.`);
  }
  // Where this process runs other steps, it has compared the files since.
  if (mayOthersRun) return [];
  const planted = await undoAfterLoss(desk, run.id);
  for (const line of planted) tell(`Found after the interruption: ${line}`);
  return planted;
}
