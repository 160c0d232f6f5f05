import { spawnSync } from "node:child_process";
import { join } from "node:path";

interface Place {
  /** Where the package is installed. */
  installed: string;
  project: string;
  env: NodeJS.ProcessEnv;
  /** A plan of the project. */
  plan: string;
  rounds: number;
}

interface Contestant {
  args: string[];
  input?: string;
  /** How many times the time of bare Node it may take. */
  most?: number;
}

/**
 * How long commands of the installed package take, beside bare Node doing nothing; false if one misses its promise.
 * Whole processes, interleaved, so that all see the same machine. The fastest run of each counts: a busy neighbour only
 * makes runs slower.
 */
export function measureCommands({ installed, project, env, plan, rounds }: Place): boolean {
  const ours = (most: number, ...words: string[]): Contestant => ({
    args: [join(installed, "bin", "countersign.js"), ...words],
    most,
  });
  const contestants: Record<string, Contestant> = {
    "bare node": { args: ["-e", "0"] },
    help: ours(1.5, "help"),
    plans: ours(1.5, "plans", "--dir", project),
    show: ours(1.5, "show", plan, "--dir", project),
    judge: ours(2, "judge", "--sandbox", "off", "--dir", project, "--", "git", "status"),
    hook: { ...ours(2, "hook", "claude-code"), input: questionOf(project) },
  };
  const host = { ...env, CLAUDE_PROJECT_DIR: project, SHELL: "/bin/bash" };
  const fastest = new Map<string, number>();
  for (let round = -3; round < rounds; round++) {
    for (const [name, { args, input = "" }] of Object.entries(contestants)) {
      const start = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, { env: host, input, encoding: "utf8" });
      const time = performance.now() - start;
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
      if (round >= 0) fastest.set(name, Math.min(time, fastest.get(name) ?? time));
    }
  }
  const bare = fastest.get("bare node") ?? 0;
  const isFast = Object.entries(contestants).map(([name, { most }]) => {
    const time = fastest.get(name) ?? 0;
    const ratio = time / bare;
    const promise = most === undefined ? "" : `, ratio ${ratio.toFixed(2)} (wanted: at most ${most})`;
    console.log(`${name.padEnd(18)} ${time.toFixed(1)} ms${promise}`);
    return most === undefined || ratio <= most;
  });
  return isFast.every(Boolean);
}

/** What Claude Code sends before a call. */
function questionOf(cwd: string): string {
  return JSON.stringify({
    ...{ session_id: "s1", cwd, hook_event_name: "PreToolUse", permission_mode: "default" },
    ...{ tool_name: "Bash", tool_input: { command: "git status | head -3" } },
  });
}
