import type { Desk } from "../desk/desk.ts";
import { defined } from "../plan/defined.ts";
import type { Plan, Step } from "../plan/plan.ts";
import { mayWrite } from "../policy/modes.ts";
import type { SandboxFact } from "../sandbox/sandbox.ts";
import { endProcessesOf } from "./end-processes.ts";
import { type Checked, runCommand } from "./run-command.ts";

interface Surroundings {
  desk: Desk;
  env: NodeJS.ProcessEnv;
  sandbox(): Promise<SandboxFact>;
  plan: Plan;
}

/** Runs a step's `verify` in the confinement of the step itself. No process of it is left when it ends. */
export function checkByCommand({ desk, env, sandbox, plan }: Surroundings) {
  return async (step: Step, command: string, signal: AbortSignal, subagent: string): Promise<Checked> => {
    const checked = await runCommand(command, {
      desk,
      env,
      agent: subagent,
      mode: "executing",
      cwd: desk.project,
      sandbox: await sandbox(),
      signal,
      ...defined({ files: step.files }),
      filesOfPlan: plan.steps.flatMap(({ files = [] }) => files),
      ...(step.commits && { commits: true }),
      writes: mayWrite(step),
    });
    await endProcessesOf(subagent);
    return checked;
  };
}
