import type { ModelRuntime } from "@earendil-works/pi-coding-agent";
import type { Desk } from "../../desk/desk.ts";
import { systemClock } from "../../run/clock.ts";
import { sandboxForPolicy } from "../../run/project-sandbox.ts";
import type { StepCalls } from "../../run/step-calls.ts";
import type { Assignment, StepClaim, StepRunner } from "../../run/step-runner.ts";
import type { SandboxFact } from "../../sandbox/sandbox.ts";
import { loadPi, type Pi } from "../planner/load-pi.ts";
import type { ToolsForStepsOptions } from "../tools-for-steps.ts";
import { connectSession, type Manners, Turn } from "./connect-session.ts";
import { watchContext } from "./context-watch.ts";
import { finishStep } from "./finish-step.ts";
import { openSignedTools } from "./signed-tools.ts";
import { StepAttempt } from "./step-attempt.ts";
import { stepBash } from "./step-bash.ts";
import { StepGuard } from "./step-guard.ts";
import { stepPrompt, stepSituation, toldOfCheck } from "./step-prompt.ts";
import { openStepSession } from "./step-session.ts";
import { StepTalk } from "./step-talk.ts";
import { untilFinished } from "./until-finished.ts";

export interface PiStepRunnerOptions extends Manners {
  desk: Desk;
  env: NodeJS.ProcessEnv;
  /** Decides on the calls of a step's agent. */
  calls(assignment: Assignment): StepCalls;
  sandbox(): Promise<SandboxFact>;
  /** The user's own models and keys by default. */
  models?: ModelRuntime;
  maxContextTokens?: number;
  /** Where tools come from that are not pi's own: extensions of the user by default. */
  tools?: Pick<ToolsForStepsOptions, "also">;
}

/** Steps that subagents of pi run, each in a session of its own, with its approved scope and nothing else. */
export function piStepRunner(options: PiStepRunnerOptions): StepRunner {
  let models = options.models && Promise.resolve(options.models);
  return {
    async run(assignment, host) {
      const attempt = new StepAttempt(assignment, host, options.clock ?? systemClock);
      try {
        if (attempt.isOver) return attempt.claim();
        const pi = await loadPi();
        if (!pi.ok) throw new Error([pi.refusal.message, pi.refusal.hint].filter(Boolean).join(" "));
        models ??= pi.value.ModelRuntime.create();
        models.catch(() => {
          models = undefined;
        });
        return await carryOut(pi.value, await models, attempt, options);
      } catch (error) {
        attempt.close();
        throw error;
      }
    },
  };
}

async function carryOut(
  pi: Pi,
  models: ModelRuntime,
  attempt: StepAttempt,
  options: PiStepRunnerOptions,
): Promise<StepClaim> {
  const { desk, env, maxContextTokens = desk.configuration.config.max_context_tokens } = options;
  const { assignment } = attempt;
  const sandbox = await options.sandbox();
  const situation = stepSituation(assignment, desk, sandboxForPolicy(sandbox));
  const tools = await openSignedTools(pi, situation, assignment, {
    ...{ project: desk.project, program: desk.tools?.list ?? [] },
    ...options.tools,
  });
  if (!tools.ok) {
    attempt.fail(tools.reason);
    return attempt.claim();
  }
  const prompt = stepPrompt(assignment, situation, tools.offered);
  const guard = new StepGuard(attempt, options.calls(assignment), tools.offered);
  const turn = new Turn();
  const finish = finishStep(
    () => turn.hasFailures,
    (ending) => attempt.finish(ending),
  );
  const opened = await openStepSession(pi, {
    project: desk.project,
    models,
    model: assignment.model,
    system: prompt.system,
    guard,
    maxContextTokens,
    tools: [stepBash(pi, attempt, guard, { desk, env, sandbox }), finish, ...tools.others],
  }).catch(async (error) => {
    await tools.close();
    throw error;
  });
  if (!opened.ok) {
    await tools.close();
    attempt.fail(opened.reason);
    return attempt.claim();
  }
  const { session } = opened;
  const told = new Set([...prompt.tools, finish.name]);
  connectSession(session, attempt, turn, { ...options, told });
  watchContext(session, opened.contextTokens, attempt);
  const conversation = {
    say: (words: string) => untilFinished(session, words, attempt),
    toldOfCheck,
    async close() {
      session.dispose();
      await tools.close();
    },
  };
  const parts = { conversation, attempt, commands: guard, turn, clock: options.clock ?? systemClock };
  return new StepTalk(parts).claimAfter(prompt.first);
}
