import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { type Candidate, findCandidates } from "./candidate.ts";
import {
  explainBubblewrap,
  explainUtilLinux,
  leaks,
  neither,
  noPlatform,
  notInstalled,
  type SandboxFailure,
} from "./failure.ts";
import { findProgram } from "./find-program.ts";
import { planningProfile } from "./profile.ts";
import { recall, remember } from "./remembered-sandbox.ts";
import { killWrapped, shellFor, startWrapped } from "./run.ts";
import type { LinuxVariant, Sandbox, WorkingSandbox } from "./sandbox.ts";
import { wrapCommand } from "./wrap.ts";

export interface DetectOptions {
  env?: NodeJS.ProcessEnv;
  /** Programs inside it are not used. */
  project?: string;
  /**
   * A file in `COUNTERSIGN_HOME`, which no agent can write. It caches a working sandbox for an hour. One that does not work
   * is tested every time.
   */
  cache?: string;
  /** Where bubblewrap is, for hosts that bring their own. */
  program?: string;
  /** Only this one, where several would do. */
  by?: "bubblewrap" | "util-linux";
  platform?: NodeJS.Platform;
}

const found = new Map<string, Promise<Sandbox>>();

/** Finds the sandbox of this machine by testing it, once per process. */
export function detectSandbox(options: DetectOptions = {}): Promise<Sandbox> {
  const { env = process.env, project = "", platform = process.platform, program = "", by = "" } = options;
  const key = JSON.stringify([env["PATH"], project, platform, program, by]);
  const known = found.get(key) ?? look(options);
  found.set(key, known);
  return known;
}

async function look(options: DetectOptions): Promise<Sandbox> {
  const { env = process.env, project, cache, platform = process.platform } = options;
  if (platform === "darwin") return seatbelt(env, project);
  if (platform !== "linux") return { works: false, failure: noPlatform(platform) };
  const candidates = candidatesFor(options, env["PATH"]);
  if (candidates.length === 0) return { works: false, failure: notInstalled("no_program") };
  if (findProgram("bash", env["PATH"], project) === undefined)
    return { works: false, failure: notInstalled("no_bash") };
  const remembered = cache === undefined ? undefined : recall(cache, candidates);
  if (remembered !== undefined) return remembered;
  const failures: SandboxFailure[] = [];
  for (const candidate of candidates) {
    const sandbox = await tryOut(candidate, env);
    if (sandbox.works) {
      if (cache !== undefined) remember(cache, sandbox, candidates);
      return sandbox;
    }
    failures.push(candidates[0]?.by === "util-linux" ? neither(sandbox.failure) : sandbox.failure);
  }
  return { works: false, failure: failures[0] ?? notInstalled("no_program") };
}

function candidatesFor({ program, project, by }: DetectOptions, path: string | undefined): Candidate[] {
  if (program !== undefined) return [{ by: "bubblewrap", program }];
  return findCandidates(path, project).filter((candidate) => by === undefined || candidate.by === by);
}

/** The parts to leave out after these failures. Any other failure is final. */
const LESS: Partial<Record<SandboxFailure["code"], Partial<LinuxVariant>>> = {
  proc_masked: { proc: "host" },
  no_filter: { filter: false },
};

async function tryOut(candidate: Candidate, env: NodeJS.ProcessEnv): Promise<Sandbox> {
  const isBubblewrap = candidate.by === "bubblewrap";
  const named = isBubblewrap ? candidate.program : candidate.programs.unshare;
  const version = spawnSync(named, ["--version"], { encoding: "utf8", timeout: 5000 }).stdout?.trim() ?? "";
  let variant: LinuxVariant = { proc: "own", filter: isBubblewrap || candidate.programs.perl !== undefined };
  for (;;) {
    const sandbox: WorkingSandbox = { works: true, ...candidate, variant, version: lastWord(version) };
    const failure = await tried(sandbox, env);
    if (failure === undefined) return sandbox;
    const less: LinuxVariant = { ...variant, ...LESS[failure.code] };
    if (less.proc === variant.proc && less.filter === variant.filter) return { works: false, failure };
    variant = less;
  }
}

async function seatbelt(env: NodeJS.ProcessEnv, project: string | undefined): Promise<Sandbox> {
  const program = findProgram("sandbox-exec", env["PATH"], project);
  if (program === undefined) {
    const hint = "It is part of macOS: /usr/bin/sandbox-exec.";
    return { works: false, failure: { code: "no_program", reason: "sandbox-exec is missing", hint } };
  }
  const sandbox: WorkingSandbox = { works: true, by: "seatbelt", program };
  const failure = await tried(sandbox, env);
  return failure === undefined ? sandbox : { works: false, failure };
}

/**
 * Tests the sandbox by running it. It works only if a command in it prints something and cannot write a file that is
 * writable without it. The existence of the program proves nothing.
 */
async function tried(sandbox: WorkingSandbox, env: NodeJS.ProcessEnv): Promise<SandboxFailure | undefined> {
  const directory = realpathSync.native(mkdtempSync(join(tmpdir(), "countersign-probe-")));
  try {
    const profile = planningProfile({ cwd: directory, homes: [homedir()], secret: [] });
    const command = shellFor(": > /dev/null && echo ok; : > probe; mkdir probes", env, directory);
    const wrapped = wrapCommand(command, profile, sandbox, env, { gate: true });
    const { stdout, stderr } = await said(wrapped);
    wrapped.release();
    if (readdirSync(directory).length > 0) return leaks();
    if (stdout === "ok\n") return undefined;
    return sandbox.by === "util-linux" ? explainUtilLinux(stderr) : explainBubblewrap(stderr);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function said(wrapped: ReturnType<typeof wrapCommand>): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const heard = { stdout: "", stderr: "" };
    const child = startWrapped(
      wrapped,
      { PATH: "/usr/bin:/bin", SHLVL: "1" },
      {
        stdout: (chunk) => (heard.stdout += chunk),
        stderr: (chunk) => (heard.stderr += chunk),
      },
    );
    const timer = setTimeout(() => killWrapped(child), 10_000);
    child.once("error", (error) => {
      clearTimeout(timer);
      resolve({ stdout: "", stderr: error.message });
    });
    child.once("close", () => {
      clearTimeout(timer);
      resolve(heard);
    });
  });
}

function lastWord(text: string): string {
  return text.split(/\s+/).at(-1) ?? "";
}
