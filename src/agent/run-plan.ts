import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import type { ModelRuntime } from "@earendil-works/pi-coding-agent";
import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { Lease } from "../lifecycle/lease.ts";
import type { LivePlan, RunningPlan } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import { isError } from "../plan/problem.ts";
import type { OfferedTool } from "../policy/offered-tool.ts";
import { checkByCommand } from "../run/check-by-command.ts";
import { type Clock, systemClock } from "../run/clock.ts";
import { commandRunner } from "../run/command-runner.ts";
import { execute, type RunEnd } from "../run/execute.ts";
import { JudgedStepCalls } from "../run/judge-step-calls.ts";
import { alsoForPlanted, PlantedCode } from "../run/planted-code.ts";
import { preflight } from "../run/preflight.ts";
import { preflightFacts } from "../run/preflight-facts.ts";
import { RunLog } from "../run/run-log.ts";
import type { Tell } from "../run/run-news.ts";
import { runSettings } from "../run/run-settings.ts";
import { openSnapshots, type Snapshots } from "../run/snapshot.ts";
import type { StepRunner } from "../run/step-runner.ts";
import { stepsLeft } from "../run/steps-left.ts";
import { profileOf, sandboxForPolicy, sandboxOf } from "../run/surroundings.ts";
import { takeRun } from "../run/take-run.ts";
import { type Turn, takeTurn } from "../run/take-turn.ts";
import { type Sight, snapshotEye, treeEye, Witness } from "../run/witness.ts";
import type { SandboxFact } from "../sandbox/sandbox.ts";
import { loadPi } from "./planner/load-pi.ts";
import { PI_TOOLS } from "./step-runner/step-prompt.ts";

export interface RunOptions {
  desk: Desk;
  env: NodeJS.ProcessEnv;
  tell: Tell;
  /** Aborted: whoever carries it out leaves. */
  signal: AbortSignal;
  /** Aborted: its process is about to end; it is left as after a crash. */
  gone?: AbortSignal;
  /** Whether anybody is waited for who has to decide something. */
  canWait: boolean;
  max_parallel_steps?: number;
  /** Left out: the user's own models and keys. */
  models?: ModelRuntime;
  /** For steps that nobody has named one for. Left out: the one that pi would take. */
  model?: string;
  /** Left out: a subagent a step. */
  agents?: StepRunner;
  /** The tools that they have. Left out: those of subagents. */
  offered?: readonly OfferedTool[];
  clock?: Clock;
  /** Its turn among other plans: wait for it in the queue, be refused without it (so if left out), or one that was taken. */
  turn?: "wait" | "refuse" | Turn;
}

/** Carries out a signed plan, from where it stands to where nothing more can be done: everything around the executor. */
export async function runPlan(id: PlanId, options: RunOptions): Promise<Outcome<RunEnd>> {
  const { desk, tell, signal, turn: how = "refuse" } = options;
  if (typeof how === "object") return carryOut(id, options, how.lease);
  const turn = await takeTurn(id, { desk, tell, signal, how });
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
  const found = await desk.plan(id);
  if (!found.ok) return found;
  const plan = found.value.kind === "standing" ? found.value.state : undefined;
  if (plan === undefined)
    return no("wrong_state", `${id} cannot be carried out as it stands.`, { hint: `countersign show ${id}` });
  const settings = runSettings(desk.configuration.config);
  const sandboxed = sandboxOf(desk, env);
  const models = await modelsFor(plan, options);
  if (!models.ok) return models;
  const checked = await check(
    plan,
    models.value?.getAvailableSnapshot().map(({ provider, id: model }) => `${provider}/${model}`),
    options,
  );
  if (!checked.ok) return checked;
  const runId = plan.status === "approved" || plan.run === undefined ? randomUUID() : plan.run.id;
  const snapshots = settings.snapshots
    ? await openSnapshots(desk.project, { env, home: desk.home.directory, planId: id, runId })
    : { none: "they are switched off" };
  if ("none" in snapshots) tell({ type: "note", text: `No snapshots are taken: ${snapshots.none}.` });
  const before = "none" in snapshots || plan.status !== "approved" ? undefined : (await snapshots.take("before")).id;
  const taken = await takeRun(desk, id, lease, { run_id: runId, ...(before !== undefined && { snapshot: before }) });
  if (!taken.ok) return taken;
  const log = new RunLog(desk.project, id);
  const commands = commandRunner({ desk, env, clock, sandbox: () => sandboxed });
  let agents = options.agents;
  const end = await execute(taken.value, {
    ...{ desk, signal, canWait, ...(options.gone && { gone: options.gone }) },
    settings: { ...settings, ...(options.max_parallel_steps && { max_parallel_steps: options.max_parallel_steps }) },
    runnerOf: (step) => (step.run === undefined ? subagents() : commands),
    verify: checkByCommand({ desk, env, sandbox: () => sandboxed, plan: taken.value.approval.signed.plan }),
    witness: alsoForPlanted(
      sightOf(desk, snapshots, taken.value),
      plantedCode(desk, () => sandboxed),
    ),
    tell: (news) => {
      if (news.type === "progress" && news.progress.type === "output")
        log.add(news.step_id, news.attempt, news.progress.text);
      tell(news);
    },
  });
  return yes(end);

  function subagents(): StepRunner {
    agents ??= lazily(async () => {
      const { piStepRunner } = await import("./step-runner/pi-step-runner.ts");
      const runner = piStepRunner({
        ...{ desk, env, clock, sandbox: () => sandboxed },
        ...(models.ok && models.value && { models: models.value }),
        calls: (assignment) =>
          new JudgedStepCalls(assignment, {
            ...{ desk, lease: lease.id, canAsk: () => canWait },
            sandbox: async () => sandboxForPolicy(await sandboxed),
          }),
      });
      const { model } = options;
      return model === undefined ? runner : withModel(runner, model);
    });
    return agents;
  }
}

/** What keeps the plan from being carried out, all of it at once; what should be known is told. */
async function check(
  plan: LivePlan,
  models: string[] | undefined,
  { desk, env, tell, offered = PI_TOOLS.map((tool) => ({ tool, source: "pi" })) }: RunOptions,
): Promise<Outcome<undefined>> {
  const sandbox = await sandboxOf(desk, env);
  const problems = preflight(plan, preflightFacts(desk, plan, { offered, sandbox, ...(models && { models }) }));
  const errors = problems.filter(isError);
  if (errors.length > 0) {
    return no("wrong_state", `${plan.id} cannot be carried out: ${errors.map(({ message }) => message).join("; ")}.`, {
      problems,
    });
  }
  for (const { message } of problems) tell({ type: "note", text: message });
  return yes(undefined);
}

/** Only where an agent is needed: nothing of pi is loaded for plans that are commands. */
async function modelsFor(plan: LivePlan, { models, agents }: RunOptions): Promise<Outcome<ModelRuntime | undefined>> {
  if (models !== undefined || agents !== undefined) return yes(models);
  if (stepsLeft(plan).every(({ step }) => step.run !== undefined)) return yes(undefined);
  const pi = await loadPi();
  if (!pi.ok)
    return no("not_found", pi.refusal.message, pi.refusal.hint === undefined ? {} : { hint: pi.refusal.hint });
  return yes(await pi.value.ModelRuntime.create());
}

function sightOf({ project }: Desk, snapshots: Snapshots | { none: string }, { run }: RunningPlan): Sight {
  if ("none" in snapshots) return new Witness(treeEye(project));
  const steps = run.plan.steps.flatMap(({ id }) => run.steps.get(id)?.result?.snapshot ?? []);
  // Where steps have ended before, nobody knows what happened since: it begins with another look.
  const first = steps.length === 0 && run.snapshot !== undefined ? { id: run.snapshot, leftOut: [] } : undefined;
  return new Witness(snapshotEye(snapshots), first);
}

/** In the sandbox no command reaches what the profile protects, also not in a step that commits. */
function plantedCode(desk: Desk, sandbox: () => Promise<SandboxFact>): PlantedCode {
  const held = async () => {
    if ((await sandbox()).sandbox !== "on") return [];
    try {
      return profileOf(desk, "executing", desk.project, { commits: true }).protected.map(({ path }) => path);
    } catch {
      return [];
    }
  };
  return new PlantedCode({ project: realpathSync(desk.project), home: desk.home.directory, held });
}

function withModel(runner: StepRunner, model: string): StepRunner {
  return { run: (assignment, host) => runner.run({ model, ...assignment }, host) };
}

/** The agent's part is loaded when a step needs it. */
function lazily(load: () => Promise<StepRunner>): StepRunner {
  let loaded: Promise<StepRunner> | undefined;
  return {
    async run(assignment, host) {
      loaded ??= load();
      return (await loaded).run(assignment, host);
    },
  };
}
