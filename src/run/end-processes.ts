import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

const ROUNDS = 50;
const BETWEEN = 20;

/**
 * Ends the processes that commands of this agent left running, in any group or session: every command of an agent has the
 * agent's id in its environment. Returns their command lines. Without /proc it finds none.
 */
export async function endProcessesOf(agent: string): Promise<string[]> {
  const ended = new Map<number, string>();
  for (let round = 0; round < ROUNDS; round++) {
    const living = processesOf(agent);
    if (living.length === 0) break;
    for (const pid of living) {
      ended.set(pid, ended.get(pid) ?? commandLineOf(pid));
      kill(pid);
    }
    // A process that was just starting is found in the next round.
    await setTimeout(BETWEEN);
  }
  return [...ended.values()];
}

export function processesOf(agent: string): number[] {
  const mark = Buffer.from(`\0COUNTERSIGN_AGENT=${agent}\0`);
  return numbers("/proc").filter((pid) => pid !== process.pid && environmentOf(pid).includes(mark));
}

function numbers(directory: string): number[] {
  try {
    return readdirSync(directory)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function environmentOf(pid: number): Buffer {
  try {
    return Buffer.concat([Buffer.from("\0"), readFileSync(`/proc/${pid}/environ`)]);
  } catch {
    // It has ended, or belongs to another user.
    return Buffer.alloc(0);
  }
}

function commandLineOf(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trim();
    return words || readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    // It has ended.
    return "a process that had just ended";
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
