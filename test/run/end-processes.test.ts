import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { endProcessesOf, processesOf } from "../../src/run/end-processes.ts";

/** A process of this agent that has printed something, so that it is what it will be. */
async function living(agent: string) {
  const child = spawn("/bin/sh", ["-c", "echo; exec sleep 98763"], {
    ...{ env: { PATH: "/usr/bin:/bin", COUNTERSIGN_AGENT: agent }, detached: true },
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  return child;
}

describe.runIf(process.platform === "linux")("what an agent has left running", () => {
  it("is found by the agent's id, and ended; what belongs to others lives on", async () => {
    const [mine, another] = [await living("sub-1"), await living("sub-12")];
    try {
      const ended = once(mine, "exit");
      expect(processesOf("sub-1")).toEqual([mine.pid]);
      expect(await endProcessesOf("sub-1")).toEqual([expect.stringContaining("sleep 98763")]);
      expect(await ended).toEqual([null, "SIGKILL"]);
      expect(processesOf("sub-12")).toEqual([another.pid]);
    } finally {
      mine.kill("SIGKILL");
      another.kill("SIGKILL");
    }
  });

  it("may be nothing", async () => {
    expect(await endProcessesOf("nobody")).toEqual([]);
  });
});
