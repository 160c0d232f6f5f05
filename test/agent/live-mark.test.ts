import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isLive, markLive } from "../../src/agent/live-mark.ts";
import { Desk } from "../../src/desk/desk.ts";
import { processMark } from "../../src/desk/process-mark.ts";
import { afterTest } from "./bench/after-test.ts";
import { makeProject } from "./bench/project.ts";

it("takes an agent from a process that was killed, also before that one is buried", async () => {
  const project = makeProject();
  const desk = new Desk({ directory: project.cwd, env: { ...project.env } });
  afterTest(() => desk.close());
  // Whoever started it never asks what became of it.
  const parent = spawn("sh", ["-c", "sleep 600 & echo $!; exec sleep 600"], { stdio: ["ignore", "pipe", "ignore"] });
  afterTest(() => void parent.kill("SIGKILL"));
  const [printed] = (await once(parent.stdout, "data")) as [Buffer];
  const pid = Number(printed.toString());
  const mark = processMark(pid);
  mkdirSync(join(desk.home.directory, "live"));
  writeFileSync(join(desk.home.directory, "live", "pi-one"), `${pid} ${mark?.began} ${mark?.boot}`);
  expect([isLive(desk.home, "pi-one"), markLive(desk, "pi-one")]).toEqual([true, undefined]);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => isLive(desk.home, "pi-one")).toBe(false);
  expect(processMark(pid)).toBeDefined();
  const letGo = markLive(desk, "pi-one");
  expect(isLive(desk.home, "pi-one")).toBe(true);
  letGo?.();
  expect(isLive(desk.home, "pi-one")).toBe(false);
});
