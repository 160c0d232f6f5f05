import { createBashToolDefinition, type ToolDefinition } from "@earendil-works/pi-coding-agent";
import { defined } from "../plan/defined.ts";
import { confine } from "../run/confine.ts";
import { guardShell } from "./guard.ts";
import type { PlanSession } from "./plan-session.ts";
import { runConfined } from "./run-confined.ts";

/**
 * pi's shell while a session plans or runs a plan. The input that a hook saw may differ from the input that runs:
 * here, where it runs, it is compared with the judged command, judged again if it differs, and confined.
 */
export function confinedBash(session: PlanSession): ToolDefinition {
  // The outer shell only starts the inner one; our environment must not reach it, above all not a BASH_ENV.
  const bash = createBashToolDefinition(session.cwd, {
    exposeSessionEnvironment: false,
    spawnHook: ({ command, cwd }) => ({ command, cwd, env: { PATH: "/usr/local/bin:/usr/bin:/bin" } }),
  });
  const execute: ToolDefinition["execute"] = async (id, input, signal, update, context) => {
    const { command } = input as { command: string };
    const { mode, files, writes, commits } = await guardShell(session, id, command);
    const { agent, env, cwd } = session;
    const { step } = session.run.runner;
    if (step) step.hasCommands = true;
    const sandbox = await session.sandbox();
    const confined = confine(command, {
      desk: agent.desk,
      agent: step?.attempt.assignment.subagent_id ?? agent.id,
      mode,
      cwd,
      writes,
      sandbox,
      env,
      ...defined({ files, loopback: step?.attempt.assignment.loopback }),
      ...(step && { filesOfPlan: step.attempt.assignment.plan.steps.flatMap((one) => one.files ?? []) }),
      ...(commits && { commits }),
    });
    const line = { ...(input as object), command: confined.line };
    return runConfined(confined, () => bash.execute(id, line as never, signal, update as never, context), {
      trespassed: (paths) => session.tell({ type: "trespassed", paths }),
      left: step?.attempt.left,
    });
  };
  return { ...bash, execute } as ToolDefinition;
}
