import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterTest } from "./after-test.ts";
import { makeRepository } from "./repository.ts";

/** A throwaway directory to work in, with homes of its own for Countersign and pi. */
export interface Project {
  /** Holds all of the others, and is gone after the test. */
  root: string;
  cwd: string;
  /** `COUNTERSIGN_HOME`. */
  home: string;
  /** `PI_CODING_AGENT_DIR`. */
  agentDir: string;
  /** What leads programs to these homes, and keeps pi off the network. */
  env: Record<string, string>;
  write(name: string, text: string): string;
  read(name: string): string;
  has(name: string): boolean;
  git(...args: string[]): string;
}

export interface ProjectOptions {
  /** A repository with one commit of `files`. */
  git?: boolean;
  files?: Record<string, string>;
  /** Who carries out the steps of a plan. Left out: the session that planned, whose model is the scripted one. */
  execution?: "session" | "subagent";
}

/** Makes one; until the test is over the environment of this process leads to its homes as well. */
export function makeProject({ git = false, files = {}, execution = "session" }: ProjectOptions = {}): Project {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-pi-")));
  const [cwd, home, agentDir] = [join(root, "project"), join(root, "home"), join(root, "agent")];
  for (const path of [cwd, home, agentDir]) mkdirSync(path, { mode: 0o700 });
  // Subagents are what users have who set nothing.
  if (execution === "session") writeFileSync(join(home, "plans.json"), JSON.stringify({ execution }));
  const env = {
    COUNTERSIGN_HOME: home,
    PI_CODING_AGENT_DIR: agentDir,
    PI_OFFLINE: "1",
    PI_TELEMETRY: "0",
    PI_SKIP_VERSION_CHECK: "1",
    // Whatever the user has set for git stays out.
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
  };
  const project: Project = {
    root,
    cwd,
    home,
    agentDir,
    env,
    write(name, text) {
      const path = join(cwd, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    read: (name) => readFileSync(join(cwd, name), "utf8"),
    has: (name) => existsSync(join(cwd, name)),
    git: (...args) =>
      execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...args], {
        cwd,
        encoding: "utf8",
        env: { ...process.env, ...env },
      }),
  };
  afterTest(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  enter(env);
  for (const [name, text] of Object.entries(files)) project.write(name, text);
  if (git) makeRepository(cwd, files, env);
  return project;
}

function enter(env: Record<string, string>): void {
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, env);
  afterTest(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
}
