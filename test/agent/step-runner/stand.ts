import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ModelRuntime } from "@earendil-works/pi-coding-agent";
import { type PiStepRunnerOptions, piStepRunner } from "../../../src/agent/step-runner/pi-step-runner.ts";
import { Desk } from "../../../src/desk/desk.ts";
import type { StepStats } from "../../../src/lifecycle/step-result.ts";
import type { Plan, Step } from "../../../src/plan/plan.ts";
import type { ToolCall } from "../../../src/policy/tool.ts";
import { projectSandbox } from "../../../src/run/project-sandbox.ts";
import type { CallAbout, CallAnswer } from "../../../src/run/step-calls.ts";
import type { Assignment, StepClaim, StepHost, StepProgress, StepRunner } from "../../../src/run/step-runner.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { writeModelsJson } from "../../../testing/models-json.ts";
import { OpenAiServer, type ScriptedStep } from "../../../testing/openai-server.ts";
import { afterTest } from "../bench/after-test.ts";
import { type ScriptedModel, scriptModel } from "../bench/model.ts";
import { makeProject, type Project } from "../bench/project.ts";

export interface StandOptions {
  responses?: Parameters<typeof scriptModel>[0];
  contextWindow?: number;
  /** In the place of the scripted model: a provider on this machine. */
  server?: ScriptedStep[];
  /** The step names no model. */
  isModelLeftOut?: boolean;
  step?: Partial<Step>;
  plan?: Partial<Plan>;
  assignment?: Partial<Assignment>;
  files?: Record<string, string>;
  judge?(call: ToolCall, about: CallAbout): CallAnswer | Promise<CallAnswer>;
  mayGoOn?(stats: StepStats): boolean | Promise<boolean>;
  host?: Partial<Pick<StepHost, "thinks" | "works">>;
  sandbox?: PiStepRunnerOptions["sandbox"];
  options?: Partial<PiStepRunnerOptions>;
}

/** A step's runner with everything around it real but the model and the time. */
export interface Stand {
  project: Project;
  desk: Desk;
  model: ScriptedModel;
  server: OpenAiServer | undefined;
  clock: FakeClock;
  assignment: Assignment;
  told: StepProgress[];
  /** What was judged: tool, and whether somebody could be asked. */
  judged: [call: ToolCall, about: CallAbout][];
  asked: StepStats[];
  stop: AbortController;
  runner: StepRunner;
  run(): Promise<StepClaim>;
}

export async function stand(options: StandOptions = {}): Promise<Stand> {
  const project = makeProject({ git: true, files: { "a.txt": "one\n", ...options.files } });
  const model = scriptModel(options.responses, options.contextWindow ? { contextWindow: options.contextWindow } : {});
  const server = options.server && (await OpenAiServer.start(options.server));
  if (server) {
    afterTest(() => server.close());
    writeModelsJson(project.agentDir, { url: server.url });
  }
  const models = await ModelRuntime.create({
    authPath: join(project.agentDir, "auth.json"),
    modelsPath: server ? join(project.agentDir, "models.json") : null,
    modelsStorePath: join(project.agentDir, "models-store.json"),
    refreshOnCreate: false,
  });
  models.registerNativeProvider(model.provider);
  await models.refresh({ allowNetwork: false });
  const env: NodeJS.ProcessEnv = { ...process.env, ...project.env };
  const desk = new Desk({ directory: project.cwd, env: { ...project.env } });
  afterTest(() => desk.close());
  const clock = new FakeClock();
  const step: Step = { id: "two", title: "Say two", tools: ["read", "write", "bash"], ...options.step };
  const plan: Plan = {
    ...{ id: "PLAN-a1b2c3d4", title: "Say two", goal: "a.txt says two" },
    steps: [{ id: "one", title: "Say one" }, step],
    ...options.plan,
  };
  const assignment: Assignment = {
    ...{ plan_id: plan.id, run_id: "run-1", plan, step, attempt: 1, subagent_id: `sub-${project.root.slice(-6)}` },
    ...(!options.isModelLeftOut && {
      model: server ? "scripted/scripted-1" : `${model.faux.getModel().provider}/faux-1`,
    }),
    ...{ selections: {}, notes: {}, limits: { max_turns: 10, time: 600_000 } },
    ...options.assignment,
  };
  const told: StepProgress[] = [];
  const judged: Stand["judged"] = [];
  const asked: StepStats[] = [];
  const stop = new AbortController();
  const runner = piStepRunner({
    ...{ desk, env, models, clock, random: () => 0 },
    sandbox: options.sandbox ?? (() => projectSandbox(desk, env)),
    calls: () => ({
      async judge(call, about) {
        judged.push([structuredClone(call), about]);
        return (await options.judge?.(call, about)) ?? { allowed: true };
      },
    }),
    ...options.options,
  });
  const host = {
    signal: stop.signal,
    tell: (progress: StepProgress) => void told.push(progress),
    mayGoOn: async (stats: StepStats) => {
      asked.push(stats);
      return (await options.mayGoOn?.(stats)) ?? true;
    },
    ...UNTRACKED,
    ...options.host,
  };
  const run = () => runner.run(assignment, host);
  return { project, desk, model, server, clock, assignment, told, judged, asked, stop, runner, run };
}

/** The agent's last word. */
export function finish(outcome: "done" | "failed" = "done", summary = "It is done.", notes?: string) {
  return ["finish_step", { outcome, summary, ...(notes !== undefined && { notes }) }] as const;
}

/** Processes with this text in their command line. */
export function processesWith(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => commandLine(name).split("\0").includes(text))
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Of a host that does not ask when a step works. */
export const UNTRACKED = { thinks: async () => {}, works: async () => {} };
