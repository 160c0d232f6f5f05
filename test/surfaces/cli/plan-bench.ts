import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Desk } from "../../../src/desk/desk.ts";
import { knownAgents } from "../../../src/desk/known-agents.ts";
import { inbox } from "../../../src/desk/requests.ts";
import type { OpenAiServer, ScriptedStep } from "../../../testing/openai-server.ts";
import { prepareCli } from "../../agent/bench/pi-cli.ts";
import { makeProject, type Project, type ProjectOptions } from "../../agent/bench/project.ts";
import { bundledProgram, bundledWithPi } from "./bundle.ts";

const [PUBLISHED, QUICK] = [await bundledProgram(), await bundledWithPi()];

export interface Ran {
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  err: string;
}

export interface PlanBench {
  project: Project;
  server: OpenAiServer;
  /** `countersign plan` with these words. */
  plan(...args: string[]): Promise<Ran>;
  start(args: string[], env?: Record<string, string>, input?: string): { child: ChildProcess; ended: Promise<Ran> };
  /** Another command. */
  run(args: string[], env?: Record<string, string>): Promise<Ran>;
  /** What the desk knows when all is over. */
  desk(): Promise<{ plans: { id: string; status: string; title: string }[]; agents: string[]; waiting: string[] }>;
}

export interface PlanBenchOptions extends ProjectOptions {
  /** Loads pi as it is installed, file by file: that takes a second longer. */
  asPublished?: boolean;
}

/** The real command as a process, with a model on this machine that follows a script. */
export async function planBench(script: ScriptedStep[], options: PlanBenchOptions = {}): Promise<PlanBench> {
  const program = options.asPublished ? PUBLISHED : QUICK;
  const project = makeProject({ git: true, files: { "a.txt": "one\n" }, ...options });
  const { server, env } = await prepareCli({ project, script });
  // What is tried again is tried again at once.
  const settings = {
    defaultProvider: "scripted",
    defaultModel: "scripted-1",
    retry: { maxRetries: 2, baseDelayMs: 1 },
  };
  writeFileSync(join(project.agentDir, "settings.json"), JSON.stringify(settings));
  const spawned = (args: string[], more: Record<string, string> = {}, input = "") => {
    const child = spawn(process.execPath, [program, ...args], { cwd: project.cwd, env: { ...env, ...more } });
    child.stdin.end(input);
    const ended = (async () => {
      const [out, err, [code, signal]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>,
      ]);
      return { code, signal, out, err };
    })();
    return { child, ended };
  };
  const start: PlanBench["start"] = (args, more, input) => spawned(["plan", ...args], more, input);
  return {
    project,
    server,
    start,
    plan: (...args) => start(args).ended,
    run: (args, more) => spawned(args, more).ended,
    async desk() {
      const desk = new Desk({ directory: project.cwd, env: project.env });
      const { rows } = await desk.plans({ limit: 10 });
      const requests = await inbox(desk);
      const agents = await knownAgents(desk);
      desk.close();
      return {
        plans: rows.map(({ id, status, title }) => ({ id, status, title })),
        agents: agents.map(({ phase, timed_out, ended }) =>
          [phase, timed_out && "timed out", ended && "ended"].filter(Boolean).join(", "),
        ),
        waiting: requests.map(({ kind }) => kind),
      };
    },
  };
}
