import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { matchesFiles } from "../../src/desk/matches-files.ts";
import { removeLeftDirectories } from "../../src/sandbox/private-directory.ts";
import { executingProfile } from "../../src/sandbox/profile.ts";
import { runInSandbox } from "../../src/sandbox/run.ts";
import { shellLine, wrapCommand } from "../../src/sandbox/wrap.ts";
import { IMPLEMENTATIONS, isMissing, sandboxBy } from "./implementations.ts";
import { Playground, USERS } from "./playground.ts";

const [user = "an ordinary user"] = USERS;

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation))(`a command in a private directory, by ${implementation}`, () => {
    let ground: Playground;
    const inProject = (name: string) => join(ground.project, name);
    const scratch = () => inProject(".pi/plans/.state/apart");
    const profile = () =>
      executingProfile({
        project: ground.project,
        ...ground.around(),
        files: ["out/a", "out/a2"],
        beside: { files: [["out/b"]], matches: matchesFiles, scratch: scratch() },
      });
    beforeEach(() => {
      ground = new Playground(user, implementation);
      for (const name of ["out/a", "out/b", ".pi/plans/.state/.gitignore"]) ground.write(`project/${name}`, "old\n");
    });
    afterEach(() => ground.remove());

    it("that is aborted keeps what it had done", async () => {
      const stop = new AbortController();
      let said = "";
      const ran = await runInSandbox("echo new > out/a2; rm out/a; echo c > out/c; echo ready; sleep 60", profile(), {
        sandbox: await sandboxBy(implementation),
        env: ground.env,
        signal: stop.signal,
        output: {
          stdout: (chunk) => {
            said += chunk;
            if (said.includes("ready")) stop.abort();
          },
          stderr: () => {},
        },
      });
      expect(ran).toMatchObject({ ended: "aborted", unkept: [inProject("out/c")] });
      expect(readdirSync(inProject("out")).sort()).toEqual(["a2", "b"]);
      expect(readdirSync(scratch())).toEqual([]);
    });

    it("whose host is killed leaves the project whole, and the next run removes the directory", async () => {
      const order = { kind: "executing", project: ground.project, ...ground.around() } as const;
      const host = ground.start(
        { ...order, files: ["out/a", "out/a2"], filesBeside: [["out/b"]] },
        "echo in place > out/a; echo new > out/a2; echo ready; sleep 60",
      );
      await new Promise<void>((resolve) =>
        host.stdout?.on("data", (chunk) => String(chunk).includes("ready") && resolve()),
      );
      expect(readdirSync(scratch()).length).toBe(1);
      removeLeftDirectories(scratch());
      expect(readdirSync(scratch()).length).toBe(1);
      const ended = once(host, "close");
      host.kill("SIGKILL");
      await ended;
      expect([readdirSync(inProject("out")), readFileSync(inProject("out/a"), "utf8")]).toEqual([
        ["a", "b"],
        "in place\n",
      ]);
      removeLeftDirectories(scratch());
      expect(readdirSync(scratch())).toEqual([]);
      expect(existsSync(inProject("out/a2"))).toBe(false);
    });

    it("starts although another step deletes or replaces its file at that moment", async () => {
      const wrapped = wrapCommand(
        ["/bin/sh", "-c", "ls out; cat out/b"],
        profile(),
        await sandboxBy(implementation),
        ground.env,
      );
      rmSync(inProject("out/b"));
      const line = shellLine(wrapped);
      const first = spawnSync("/bin/bash", ["--norc", "-c", line], {
        encoding: "utf8",
        env: { PATH: process.env["PATH"] },
      });
      expect([first.status, first.stdout]).toEqual([0, "a\nb\n"]);
      expect(wrapped.release()).toEqual({ trespassed: [], unkept: [] });
      expect(readdirSync(inProject("out"))).toEqual(["a"]);
      const stale = profile();
      writeFileSync(inProject("out/b"), "back\n");
      rmSync(inProject("out/a"));
      const again = wrapCommand(["/bin/true"], stale, await sandboxBy(implementation), ground.env);
      expect(again.release()).toEqual({ trespassed: [], unkept: [] });
      expect(readdirSync(inProject("out"))).toEqual(["b"]);
    });
  });
