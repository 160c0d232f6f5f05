import { mayStart, notInsideAgent } from "../acts/may-start.ts";
import { resumePlan } from "../acts/resume-plan.ts";
import { runPlan as runSigned, type StepAgents } from "../acts/run-plan.ts";
import type { Desk } from "../desk/desk.ts";
import { type Outcome, yes } from "../desk/outcome.ts";
import { localActor, type Person } from "../desk/persons.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import { defined } from "../plan/defined.ts";
import type { RunEnd } from "../run/execute.ts";
import type { RunNews } from "../run/run-news.ts";

/** How a program runs a plan. Everything has a default. */
export interface RunPlanOptions {
  /** Told of everything that happens. An error that it throws is ignored: the journal has everything that counts. */
  onEvent?(event: RunNews): void;
  /** Aborted: running steps are interrupted, and the plan waits for a person who resumes it. */
  signal?: AbortSignal;
  /** Stay while only a person or another plan can continue the run. By default the call ends with `waiting`. */
  waits?: boolean;
  /** A plan that was started before continues by a person only: the one who wants it, from `desk.authenticate`. */
  resumeBy?: Person;
  /** The agents for steps that are no commands. By default subagents of pi, which must be installed beside. */
  agents?: StepAgents;
  maxParallelSteps?: number;
  /** Where the commands of the plan get their environment, without keys and tokens. By default `process.env`. */
  env?: NodeJS.ProcessEnv;
}

/** Runs an approved plan in this process until it has ended or only a person can continue it. */
export async function runPlan(desk: Desk, id: string, options: RunPlanOptions = {}): Promise<Outcome<RunEnd>> {
  const { env = process.env, waits = false, signal = new AbortController().signal, onEvent, resumeBy } = options;
  const outside = notInsideAgent(localActor(env));
  if (!outside.ok) return outside;
  const found = await usablePlan(desk, id);
  if (!found.ok) return found;
  const plan = found.value;
  if (resumeBy === undefined || plan.status === "approved") {
    const may = await mayStart(desk, plan, { isResume: false });
    if (!may.ok) return may;
  } else {
    const resumed = await resumePlan({ desk, by: resumeBy }, plan.id);
    if (!resumed.ok) return resumed;
    const { goes, words } = resumed.value;
    if (goes.by !== "none") return yes({ how: "lost", refusal: { kind: "lost_lease", message: words } });
  }
  return runSigned(plan.id, {
    desk,
    env,
    signal,
    canWait: waits,
    turn: waits ? "wait" : "refuse",
    tell: (news) => {
      try {
        onEvent?.(news);
      } catch {
        // The listener's own problem.
      }
    },
    // pi is loaded only for a plan with steps that are no commands.
    agents: async () =>
      options.agents ? yes(options.agents) : (await import("./step-runner/pi-agents.ts")).piAgents({ desk, env }),
    ...defined({ max_parallel_steps: options.maxParallelSteps }),
  });
}
