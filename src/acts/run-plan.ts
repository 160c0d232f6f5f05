import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { Lease } from "../lifecycle/lease.ts";
import { modelsOfPlan } from "../lifecycle/model-of-step.ts";
import type { LivePlan, RunningPlan } from "../lifecycle/plan-state.ts";
import { openRequests } from "../lifecycle/request.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId } from "../plan/plan.ts";
import { isError } from "../plan/problem.ts";
import { acquireRun } from "../run/acquire-run.ts";
import { acquireSlot, type Slot } from "../run/acquire-slot.ts";
import type { StepToolsHere } from "../run/capabilities.ts";
import { checkByCommand } from "../run/check-by-command.ts";
import { type Clock, systemClock } from "../run/clock.ts";
import { commandRunner } from "../run/command-runner.ts";
import { deleteStaleComparisons } from "../run/delete-stale-comparisons.ts";
import { execute, type RunEnd } from "../run/execute.ts";
import { JudgedStepCalls } from "../run/judge-step-calls.ts";
import { KeptProcesses } from "../run/kept-processes.ts";
import { lostAt, openFileTracker } from "../run/open-file-tracker.ts";
import { alsoForPlanted, PlantedCode, type PlantedCodeOptions } from "../run/planted-code.ts";
import { missingModels, modelsInstead } from "../run/preflight/check-models.ts";
import { preflight } from "../run/preflight.ts";
import { preflightFacts } from "../run/preflight-facts.ts";
import { profileOf, projectSandbox, sandboxForPolicy } from "../run/project-sandbox.ts";
import { RunLog } from "../run/run-log.ts";
import type { Tell } from "../run/run-news.ts";
import { checkLimit, runSettings } from "../run/run-settings.ts";
import { openSnapshots } from "../run/snapshot.ts";
import type { StepCalls } from "../run/step-calls.ts";
import type { Assignment, StepRunner } from "../run/step-runner.ts";
import { StepsApart } from "../run/steps-apart.ts";
import { planToRun, stepsLeft, toolNamesLeft } from "../run/steps-left.ts";
import { openLoopback, type SharedLoopback } from "../sandbox/loopback.ts";
import type { SandboxFact } from "../sandbox/sandbox.ts";

export interface RunOptions {
  desk: Desk;
  env: NodeJS.ProcessEnv;
  tell: Tell;
  /** Aborted: the executor leaves. */
  signal: AbortSignal;
  /** Aborted: the process is about to end; the run is left as after a crash. */
  gone?: AbortSignal;
  /** Whether the run waits for persons who have to decide something. */
  canWait: boolean;
  max_parallel_steps?: number;
  /** The runner of steps that are not commands. Called only if such a step is left. */
  agents(): Promise<Outcome<StepAgents>>;
  clock?: Clock;
  /**
   * Its slot among other plans: wait for it in the queue, be refused without it (the default), or one that is already
   * acquired.
   */
  turn?: "wait" | "refuse" | Slot;
}

/** Agents for the steps of a plan. */
export interface StepAgents {
  /** As provider/id; absent if unknown. */
  models?: readonly string[];
  /** The tools available to them, for a plan that names these. */
  offered(names: readonly string[]): Promise<StepToolsHere>;
  runner(host: StepAgentsHost): Promise<StepRunner>;
}

/** What a run provides to the agents of its steps. */
export interface StepAgentsHost {
  clock: Clock;
  sandbox(): Promise<SandboxFact>;
  calls(assignment: Assignment): StepCalls;
}

/** Runs a signed plan from its current state until nothing more can run: everything around the executor. */
export async function runPlan(id: PlanId, options: RunOptions): Promise<Outcome<RunEnd>> {
  const { desk, tell, signal, turn: how = "refuse" } = options;
  if (typeof how === "object") return carryOut(id, options, how.lease);
  const turn = await acquireSlot(id, { desk, tell, signal, how });
  if (!turn.ok) return turn;
  try {
    return await carryOut(id, options, turn.value.lease);
  } finally {
    turn.value.end();
  }
}

async function carryOut(id: PlanId, options: RunOptions, lease: Lease): Promise<Outcome<RunEnd>> {
  const { desk, env, tell, signal, canWait, clock = systemClock } = options;
  const wrong = desk.wrongConfiguration();
  if (wrong !== undefined) return wrong;
  const found = await usablePlan(desk, id);
  if (!found.ok) return found;
  const plan = found.value;
  const settings = {
    ...runSettings(desk.configuration.config),
    ...(options.max_parallel_steps && { max_parallel_steps: options.max_parallel_steps }),
  };
  const sandboxed = projectSandbox(desk, env);
  const isAllCommands = stepsLeft(plan).every(({ step }) => step.run !== undefined);
  const agents = isAllCommands ? yes(undefined) : await options.agents();
  if (!agents.ok) return agents;
  const checked = await check(plan, agents.value, options);
  if (!checked.ok) return checked;
  const { missing } = checked.value;
  const keeps = planToRun(plan).steps.some((step) => step.keeps !== undefined);
  const shared = keeps ? await sharedLoopback(id, await sandboxed, options) : yes(undefined);
  if (!shared.ok) return shared;
  const runId = plan.status === "approved" || plan.run === undefined ? randomUUID() : plan.run.id;
  const snapshots = settings.snapshots
    ? await openSnapshots(desk.project, { env, home: desk.home.directory, planId: id, runId })
    : { none: "they are switched off" };
  if ("none" in snapshots) tell({ type: "note", text: `No snapshots are taken: ${snapshots.none}.` });
  const before = "none" in snapshots || plan.status !== "approved" ? undefined : (await snapshots.take("before")).id;
  const lost = lostAt(desk, plan);
  const acquired = await acquireRun(desk, id, lease, {
    run_id: runId,
    ...defined({ snapshot: before }),
  });
  if (!acquired.ok) {
    shared.value?.close();
    return acquired;
  }
  const taken = await askForModels(acquired.value, missing, agents.value?.models ?? [], options, lease);
  const log = new RunLog(desk.project, id);
  const commands = commandRunner({ desk, env, clock, sandbox: () => sandboxed });
  const planted = await plantedCode(desk, { planId: id, runId }, () => sandboxed);
  const kept = keeps
    ? new KeptProcesses({
        ...{ desk, env, sandbox: () => sandboxed, plan: planToRun(taken) },
        ...defined({ loopback: shared.value?.loopback }),
        output: (...said) => log.add(...said),
        tell: (text) => tell({ type: "note", text }),
        planted: () => planted.afterKept(),
      })
    : undefined;
  let runner: StepRunner | undefined;
  const witness = alsoForPlanted(await openFileTracker(desk, taken, snapshots, lost), planted);
  const signed = taken.approval.signed.plan;
  const apart = new StepsApart(desk.project, await sandboxed, settings.max_parallel_steps);
  apart.clear();
  const verify = checkByCommand({
    ...{ desk, env, sandbox: () => sandboxed, plan: signed },
    beside: (step) => apart.beside(signed, step),
    loopbackOf: (step) => kept?.loopbackOf(step),
  });
  const end = await execute(taken, {
    desk,
    signal,
    canWait,
    ...defined({ gone: options.gone }),
    settings,
    apart,
    runnerOf: (step) => (step.run === undefined ? subagents() : kept && step.keeps ? kept : commands),
    verify: (step, command, stop, subagent) =>
      kept && step.keeps
        ? kept.ready(step, { signal: stop, limit: checkLimit(step, settings) }, (over) =>
            verify(step, command, over, subagent),
          )
        : verify(step, command, stop, subagent),
    ...defined({ kept }),
    witness,
    tell: (news) => {
      if (news.type === "progress" && news.progress.type === "output")
        log.add(news.step_id, news.attempt, news.progress.text);
      tell(news);
    },
  }).finally(() => shared.value?.close());
  await deleteStaleComparisons(desk).catch(() => {});
  return yes(end);

  function subagents(): StepRunner {
    runner ??= lazily(async () => {
      const found = agents.ok && agents.value ? yes(agents.value) : await options.agents();
      if (!found.ok) throw new Error(found.refusal.message);
      return found.value.runner({
        clock,
        sandbox: () => sandboxed,
        calls: (assignment) =>
          new JudgedStepCalls(assignment, {
            desk,
            lease: lease.id,
            canAsk: () => canWait,
            duringWait: (wait) => witness.duringWait(assignment.step.id, wait),
            sandbox: async () => sandboxForPolicy(await sandboxed),
          }),
      });
    });
    return runner;
  }
}

/** Where each command has a network of its own, steps could not reach a server that another one keeps. */
async function sharedLoopback(
  id: PlanId,
  sandbox: SandboxFact,
  { desk, env }: RunOptions,
): Promise<Outcome<SharedLoopback | undefined>> {
  if (sandbox.sandbox !== "on" || desk.configuration.config.executing.network) return yes(undefined);
  const opened = await openLoopback(env, desk.project);
  if (!("none" in opened)) return yes(opened);
  return no("wrong_state", `${id} cannot run: its steps cannot share the network of a kept process: ${opened.none}.`, {
    hint: 'Install what is missing, or open the network of steps: "executing": {"network": true}.',
  });
}

/** The run pauses until a person has chosen a model for each that is missing. */
async function askForModels(
  taken: RunningPlan,
  missing: readonly string[],
  models: readonly string[],
  { desk }: RunOptions,
  lease: Lease,
): Promise<RunningPlan> {
  let now = taken;
  for (const model of missing) {
    const isAsked = openRequests(now.requests).some((open) => open.kind === "model" && open.model === model);
    if (isAsked) continue;
    const miss = { type: "miss_model", model, options: modelsInstead(model, models) } as const;
    const { plan } = await desk.record(taken.id, [miss], lease.id);
    now = (plan as RunningPlan | undefined) ?? now;
  }
  return now;
}

/** All obstacles to running the plan at once; warnings are reported. */
async function check(
  plan: LivePlan,
  agents: StepAgents | undefined,
  { desk, env, tell }: RunOptions,
): Promise<Outcome<{ missing: string[] }>> {
  const sandbox = await projectSandbox(desk, env);
  const { models } = agents ?? {};
  const { tools, failures } = (await agents?.offered(toolNamesLeft(plan))) ?? { tools: [] };
  const host = { offered: tools, sandbox, ...defined({ models, failures }) };
  const problems = preflight(plan, preflightFacts(desk, plan, host));
  // A person is asked about a model that is missing, once the run has begun.
  const errors = problems.filter((problem) => isError(problem) && problem.kind !== "unknown_model");
  if (errors.length > 0) {
    return no("wrong_state", `${plan.id} cannot run: ${errors.map(({ message }) => message).join("; ")}.`, {
      problems,
    });
  }
  for (const { message } of problems) tell({ type: "note", text: message });
  return yes({ missing: models ? missingModels(stepsLeft(plan), modelsOfPlan(plan), models) : [] });
}

/** In the sandbox no command can reach the paths that the profile protects, not even in a step that commits. */
async function plantedCode(
  desk: Desk,
  run: Pick<PlantedCodeOptions, "planId" | "runId">,
  sandbox: () => Promise<SandboxFact>,
): Promise<PlantedCode> {
  const held = async () => {
    if ((await sandbox()).sandbox !== "on") return [];
    try {
      return profileOf(desk, "executing", desk.project, { commits: true }).protected.map(({ path }) => path);
    } catch {
      return [];
    }
  };
  await deleteStaleComparisons(desk).catch(() => {});
  return new PlantedCode({ project: realpathSync(desk.project), home: desk.home.directory, ...run, held });
}

/** The agent's code is loaded only when a step needs it. */
function lazily(load: () => Promise<StepRunner>): StepRunner {
  let loaded: Promise<StepRunner> | undefined;
  return {
    async run(assignment, host) {
      loaded ??= load();
      return (await loaded).run(assignment, host);
    },
  };
}
