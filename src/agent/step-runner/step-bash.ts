import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import type { Desk } from "../../desk/desk.ts";
import { defined } from "../../plan/defined.ts";
import { mayWrite } from "../../policy/modes.ts";
import { confine } from "../../run/confine.ts";
import { unkeptWords } from "../../run/unkept.ts";
import type { SandboxFact } from "../../sandbox/sandbox.ts";
import type { Pi } from "../planner/load-pi.ts";
import { runConfined } from "../run-confined.ts";
import type { StepAttempt } from "./step-attempt.ts";
import type { StepGuard } from "./step-guard.ts";

export interface StepShell {
  desk: Desk;
  env: NodeJS.ProcessEnv;
  sandbox: SandboxFact;
}

/** pi's shell, but it runs exactly the judged command, where it can change only what its step may. */
export function stepBash(
  pi: Pi,
  attempt: StepAttempt,
  guard: StepGuard,
  { desk, env, sandbox }: StepShell,
): ToolDefinition {
  const { step, plan, subagent_id, beside, loopback } = attempt.assignment;
  const local = pi.createLocalBashOperations();
  const bash = pi.createBashToolDefinition(desk.project, {
    exposeSessionEnvironment: false,
    // The outer shell only starts the inner one; our environment must not reach it, above all not a BASH_ENV.
    spawnHook: ({ command, cwd }) => ({ command, cwd, env: { PATH: "/usr/local/bin:/usr/bin:/bin" } }),
    operations: {
      exec: (command, cwd, how) => {
        const onData = (data: Buffer) => {
          attempt.tell({ type: "output", text: data.toString("utf8") });
          how.onData(data);
        };
        return local.exec(command, cwd, { ...how, onData });
      },
    },
  });
  const execute: ToolDefinition["execute"] = async (id, input, signal, update, context) => {
    const { command } = input as { command: string };
    const { files = step.files, commits = step.commits } = await guard.judgeAgain(id, command, input as object);
    if (sandbox.sandbox === "refuse") throw new Error(`No command may run: ${sandbox.because}. ${sandbox.hint}`);
    const confined = confine(command, {
      desk,
      agent: subagent_id,
      mode: "executing",
      cwd: desk.project,
      sandbox,
      env,
      writes: mayWrite(step),
      ...defined({ files, beside, loopback }),
      filesOfPlan: plan.steps.flatMap((one) => one.files ?? []),
      ...(commits && { commits }),
    });
    const line = { ...(input as object), command: confined.line };
    return runConfined(confined, () => bash.execute(id, line as never, signal, update as never, context), {
      trespassed: (paths) =>
        attempt.tell({ type: "warning", text: `Removed protected paths that a command created: ${paths.join(", ")}.` }),
      left: attempt.left,
      unkept: (paths) => {
        attempt.leave(paths);
        attempt.tell({ type: "warning", text: unkeptWords(paths) });
      },
    });
  };
  return { ...bash, execute } as ToolDefinition;
}
