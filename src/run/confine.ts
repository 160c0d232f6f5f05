import type { Desk } from "../desk/desk.ts";
import { defined } from "../plan/defined.ts";
import { shellWord } from "../plan/shell-word.ts";
import { visible } from "../plan/visible.ts";
import { agentEnvironment } from "../sandbox/environment.ts";
import { findProgram } from "../sandbox/find-program.ts";
import { LeftPipe } from "../sandbox/left-processes.ts";
import type { Loopback } from "../sandbox/loopback.ts";
import { shellFor } from "../sandbox/run.ts";
import type { SandboxFact } from "../sandbox/sandbox.ts";
import { type Released, shellLine, wrapCommand } from "../sandbox/wrap.ts";
import { profileOf } from "./project-sandbox.ts";
import { unkeptPaths } from "./unkept.ts";

export interface Confinement {
  desk: Desk;
  agent: string;
  mode: "planning" | "executing";
  cwd: string;
  /** The globs of a step's `files`. */
  files?: readonly string[];
  /** The globs of all steps of its plan. */
  filesOfPlan?: readonly string[];
  /** `false` for a step whose mode does not write (`mayWrite`): then nothing is writable, regardless of its `files`. */
  writes?: boolean;
  /** `true` for a step that may change the git repository; else `.git` is read-only. */
  commits?: boolean;
  /** The `files` of each step that may run at the same time. */
  beside?: readonly (readonly string[])[];
  /** The loopback that it shares with other commands of its run, while the network is off. */
  loopback?: Loopback;
  sandbox: SandboxFact;
  env: NodeJS.ProcessEnv;
}

/** A line for a host's shell that runs a command in the directory, sandbox and environment of an agent's command. */
export interface Confined {
  line: string;
  /** Call it when the command has ended. `unkept` are paths in the project. */
  release(): Released;
  /**
   * Call it once, when the command has ended. Returns the command lines of processes that it left running and that ended with
   * its sandbox.
   */
  left(): string[];
}

export function confine(command: string, { desk, agent, mode, cwd, sandbox, env, ...limits }: Confinement): Confined {
  const shell = shellFor(command, env, desk.project);
  const clean = (temp?: string) => agentEnvironment(env, { mode, project: desk.project, agent, ...defined({ temp }) });
  if (sandbox.sandbox !== "on") {
    return {
      line: `exec ${withOnly(clean(), env, desk.project)} ${shell.map(shellWord).join(" ")}`,
      release: () => ({ trespassed: [], unkept: [] }),
      left: () => [],
    };
  }
  const profile = profileOf(desk, mode, cwd, limits);
  const pipe = mode === "executing" && sandbox.with.by !== "seatbelt" ? leftPipe(env, desk.project) : undefined;
  const wrapped = wrapCommand(shell, profile, sandbox.with, env, { list: pipe !== undefined });
  const line = shellLine(wrapped, withOnly(clean(wrapped.temp), env, desk.project), pipe?.file);
  const release = () => {
    const { trespassed, unkept } = wrapped.release();
    return { trespassed, unkept: unkeptPaths(unkept, desk.project) };
  };
  return { line, release, left: () => pipe?.read() ?? [] };
}

/** A command also runs where what it leaves cannot be listed. */
function leftPipe(env: NodeJS.ProcessEnv, project: string): LeftPipe | undefined {
  try {
    return new LeftPipe(env, project);
  } catch {
    return undefined;
  }
}

/** For people and for the model that ran the command. */
export function leftWords(processes: readonly string[]): string {
  const [first = ""] = processes;
  const names = processes.map((line) => cutLine(line)).join("; ");
  return processes.length === 1
    ? `left a process running, which was ended: ${cutLine(first)}`
    : `left ${processes.length} processes running, which were ended: ${names}`;
}

function cutLine(line: string): string {
  const shown = visible(line);
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown;
}

const LONGEST = 100;

/** For people and for the model that ran the command. */
export function trespassWords(paths: readonly string[]): string {
  return `Removed protected paths that the command created: ${paths.join(", ")}. A step may write such a file only if its files name the literal path.`;
}

function withOnly(clean: Record<string, string>, env: NodeJS.ProcessEnv, project: string): string {
  const program = findProgram("env", env["PATH"], project) ?? "/usr/bin/env";
  return [program, "-i", ...Object.entries(clean).map(([name, value]) => `${name}=${value}`)].map(shellWord).join(" ");
}
