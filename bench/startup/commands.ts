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
  limits?: Limits;
}

/** In times of bare Node. */
interface Limits {
  /** What we want. */
  goal: number;
  /** What it may take: the time on a quiet machine, and about 20 % more. */
  most: number;
}

/**
 * How long commands of the installed package take, beside bare Node doing nothing; false if one takes longer than it may.
 * Whole processes, interleaved, so that all see the same machine. The fastest run of each counts: a busy neighbour only
 * makes runs slower.
 */
export function measureCommands({ installed, project, env, plan, rounds }: Place): boolean {
  const ours = (limits: Limits, ...words: string[]): Contestant => ({
    args: [join(installed, "bin", "countersign.js"), ...words],
    limits,
  });
  const contestants: Record<string, Contestant> = {
    "bare node": { args: ["-e", "0"] },
    help: ours({ goal: 1.5, most: 1.5 }, "help"),
    plans: ours({ goal: 1.5, most: 1.8 }, "plans", "--dir", project),
    show: ours({ goal: 1.5, most: 2.1 }, "show", plan, "--dir", project),
    judge: ours({ goal: 2, most: 2.1 }, "judge", "--sandbox", "off", "--dir", project, "--", "git", "status"),
    hook: {
      ...ours({ goal: 2, most: 2.3 }, "hook", "claude-code"),
      input: questionOf(project, "Bash", { command: "git status | head -3" }),
    },
    "hook (read)": {
      ...ours({ goal: 2, most: 2.1 }, "hook", "claude-code"),
      input: questionOf(project, "Read", { file_path: join(project, "a.txt") }),
    },
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
  const isFast = Object.entries(contestants).map(([name, { limits }]) => {
    const time = fastest.get(name) ?? 0;
    const ratio = time / bare;
    const wanted = limits && `, ratio ${ratio.toFixed(2)} (goal ${limits.goal}, at most ${limits.most})`;
    console.log(`${name.padEnd(18)} ${time.toFixed(1)} ms${wanted ?? ""}`);
    return limits === undefined || ratio <= limits.most;
  });
  return isFast.every(Boolean);
}

/** What Claude Code sends before a call. */
function questionOf(cwd: string, tool_name: string, tool_input: object): string {
  return JSON.stringify({
    ...{ session_id: "s1", cwd, hook_event_name: "PreToolUse", permission_mode: "default" },
    ...{ tool_name, tool_input },
  });
}
