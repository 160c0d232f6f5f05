import { NO_STATS, type StepStats } from "../lifecycle/step-result.ts";
import { defined } from "../plan/defined.ts";
import { mayWrite } from "../policy/modes.ts";
import type { Clock } from "./clock.ts";
import type { Confinement } from "./confine.ts";
import { endProcessesOf } from "./end-processes.ts";
import { runCommand } from "./run-command.ts";
import type { StepRunner } from "./step-runner.ts";

export interface CommandRunnerOptions extends Pick<Confinement, "desk" | "env"> {
  sandbox: () => Promise<Confinement["sandbox"]>;
  clock: Clock;
}

/** Runs steps that are one exact signed command: without a model, in the same confinement as a model's commands. */
export function commandRunner({ desk, env, sandbox, clock }: CommandRunnerOptions): StepRunner {
  return {
    async run({ step, plan, subagent_id, beside, limits, loopback }, { signal, tell }) {
      const began = clock.steady();
      const stats = (calls: Partial<StepStats> = {}) => ({
        ...NO_STATS,
        duration_seconds: (clock.steady() - began) / 1000,
        ...calls,
      });
      if (step.run === undefined) {
        return { status: "failed", output: "", error: "The step has no command to run.", stats: stats() };
      }
      if (signal.aborted) return { status: "interrupted", output: "", error: "It was stopped.", stats: stats() };
      tell({ type: "activity", text: `$ ${step.run}` });
      const late = new AbortController();
      const ended = new AbortController();
      if (Number.isFinite(limits.time)) {
        void clock.sleep(limits.time, ended.signal).then(() => ended.signal.aborted || late.abort());
      }
      const where = { desk, env, agent: subagent_id, mode: "executing", cwd: desk.project } as const;
      try {
        const ran = await runCommand(step.run, {
          ...where,
          sandbox: await sandbox(),
          signal: AbortSignal.any([signal, late.signal]),
          ...defined({ files: step.files, beside, loopback }),
          filesOfPlan: plan.steps.flatMap(({ files = [] }) => files),
          ...(step.commits && { commits: true }),
          writes: mayWrite(step),
          onOutput: (text) => tell({ type: "output", text }),
        });
        const { ok, said: output, unkept } = ran;
        const left = [...(ran.left ?? []), ...(await endProcessesOf(subagent_id))];
        const used = stats({ tool_calls: 1, tool_successes: ok ? 1 : 0, tool_failures: ok ? 0 : 1 });
        if (signal.aborted && !ok) return { status: "interrupted", output, error: "It was stopped.", stats: used };
        const more = { stats: used, ...defined({ unkept }), ...(left.length > 0 && !late.signal.aborted && { left }) };
        if (ok) return { status: "completed", output, ...more };
        const tooLong = `It was not done after ${Math.round(limits.time / 1000)} seconds.`;
        const error = late.signal.aborted ? tooLong : (output.split("\n")[0] ?? "It failed.");
        return { status: "failed", output, error, ...more };
      } finally {
        ended.abort();
        await endProcessesOf(subagent_id);
      }
    },
  };
}
