import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lacks } from "../../system-programs.ts";
import { BINARY, PLAN, Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
  bench.write("plan.md", PLAN);
  bench.run(["propose", "plan.md"]);
});
afterEach(() => bench.remove());

/** Runs a command where every lock on these files fails, as on a file system that has none. */
function withoutLocks(directories: string[], args: string[]) {
  const names = ["state.db", "home.db", "home.db-shm", "locks.db"];
  const paths = directories.flatMap((directory) => names.flatMap((name) => ["-P", join(directory, name)]));
  const inject = ["-e", "trace=fcntl", "-e", "inject=fcntl:error=ENOLCK"];
  const words = ["-f", "-qq", "-o", "/dev/null", ...paths, ...inject, process.execPath, BINARY, ...args];
  return spawnSync("strace", words, { cwd: bench.project, env: bench.env, encoding: "utf8" });
}

describe.skipIf(lacks("strace"))("a file system without locks", { timeout: 60_000 }, () => {
  it("is named by every command, and by the doctor, who tries it", () => {
    const state = join(bench.project, ".pi/plans/.state");
    const words = `The file system of ${state} has no file locks (ENOLCK)`;
    for (const args of [["propose", "plan.md"], ["plans"]]) {
      const { status, stderr } = withoutLocks([state], args);
      expect([status, stderr]).toEqual([1, expect.stringContaining(words)]);
    }
    const examined = withoutLocks([state], ["doctor"]);
    expect(examined.status).toBe(1);
    expect(examined.stderr).toContain(words);
    expect(withoutLocks([bench.home], ["doctor"]).stderr).toContain(
      `The file system of ${bench.home} has no file locks`,
    );
    expect(bench.run(["doctor"])).toMatchObject({ code: 0, out: expect.stringContaining("file locks") });
  });
});
