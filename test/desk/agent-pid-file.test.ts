import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { claimAgent, isAgentLive } from "../../src/desk/agent-pid-file.ts";
import { Desk } from "../../src/desk/desk.ts";
import { processIdentity } from "../../src/desk/process-identity.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { makeProject } from "../agent/bench/project.ts";

it("takes an agent from a process that was killed, also before that one is buried", async () => {
  const project = makeProject();
  const desk = new Desk({ directory: project.cwd, env: { ...project.env } });
  afterTest(() => desk.close());
  // Whoever started it never asks what became of it.
  const parent = spawn("sh", ["-c", "sleep 600 & echo $!; exec sleep 600"], { stdio: ["ignore", "pipe", "ignore"] });
  afterTest(() => void parent.kill("SIGKILL"));
  const [printed] = (await once(parent.stdout, "data")) as [Buffer];
  const pid = Number(printed.toString());
  const mark = processIdentity(pid);
  mkdirSync(join(desk.home.directory, "live"));
  writeFileSync(join(desk.home.directory, "live", "pi-one"), `${pid} ${mark?.began} ${mark?.boot}`);
  expect([isAgentLive(desk.home, "pi-one"), claimAgent(desk, "pi-one")]).toEqual([true, undefined]);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => isAgentLive(desk.home, "pi-one")).toBe(false);
  expect(processIdentity(pid)).toBeDefined();
  const letGo = claimAgent(desk, "pi-one");
  expect(isAgentLive(desk.home, "pi-one")).toBe(true);
  letGo?.();
  expect(isAgentLive(desk.home, "pi-one")).toBe(false);
});
