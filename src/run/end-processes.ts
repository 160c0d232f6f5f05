import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

const ROUNDS = 50;
const BETWEEN = 20;

/**
 * Ends what commands of this agent have left running, in whatever group or session it hides: every command of an agent has
 * its id in its environment. Answers with how many there were. Where there is no /proc it finds none.
 */
export async function endProcessesOf(agent: string): Promise<number> {
  const ended = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    const living = processesOf(agent);
    if (living.length === 0) break;
    for (const pid of living) {
      ended.add(pid);
      kill(pid);
    }
    // One that was just being started is found in the next round.
    await setTimeout(BETWEEN);
  }
  return ended.size;
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
    // It has ended, or is somebody else's.
    return Buffer.alloc(0);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
