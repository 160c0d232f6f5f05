import type { Desk } from "../desk/desk.ts";
import { defined } from "../plan/defined.ts";
import type { Plan, Step, StepId } from "../plan/plan.ts";
import { duration } from "../plan/quantities.ts";
import { mayWrite } from "../policy/modes.ts";
import type { Loopback } from "../sandbox/loopback.ts";
import type { SandboxFact } from "../sandbox/sandbox.ts";
import { endProcessesOf } from "./end-processes.ts";
import { type Checked, runCommand } from "./run-command.ts";
import { checkLimit, runSettings } from "./run-settings.ts";

interface Surroundings {
  desk: Desk;
  env: NodeJS.ProcessEnv;
  sandbox(): Promise<SandboxFact>;
  plan: Plan;
  /** The `files` of each step that may run at the same time as this one. */
  beside?: (step: Step) => readonly (readonly string[])[];
  /** The loopback that commands of a step share with others. */
  loopbackOf?(step: StepId): Loopback | undefined;
}

/** Runs a step's `verify` in the confinement of the step itself. No process of it is left when it ends. */
export function checkByCommand({ desk, env, sandbox, plan, beside, loopbackOf }: Surroundings) {
  return async (step: Step, command: string, signal: AbortSignal, subagent: string): Promise<Checked> => {
    const began = performance.now();
    const timeout = checkLimit(step, runSettings(desk.configuration.config));
    const checked = await runCommand(command, {
      timeout,
      desk,
      env,
      agent: subagent,
      mode: "executing",
      cwd: desk.project,
      sandbox: await sandbox(),
      signal,
      ...defined({ files: step.files, beside: beside?.(step), loopback: loopbackOf?.(step.id) }),
      filesOfPlan: plan.steps.flatMap(({ files = [] }) => files),
      ...(step.commits && { commits: true }),
      writes: mayWrite(step),
    });
    const left = [...(checked.left ?? []), ...(await endProcessesOf(subagent))];
    const seconds = (performance.now() - began) / 1000;
    const said = checked.isTimedOut ? `${tooLong(timeout)}\n${checked.said}` : checked.said;
    return { ...checked, said, seconds, ...(left.length > 0 && { left }) };
  };
}

function tooLong(timeout: number): string {
  return `It was ended after ${duration(timeout / 1000)}. verify_minutes in the step, or the setting verify_timeout_minutes, allows more.`;
}
