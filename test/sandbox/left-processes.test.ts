import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { executingProfile } from "../../src/sandbox/profile.ts";
import { runInSandbox } from "../../src/sandbox/run.ts";
import type { WorkingSandbox } from "../../src/sandbox/sandbox.ts";
import { IMPLEMENTATIONS, isMissing, sandboxBy } from "./implementations.ts";

let project: string;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), "countersign-left-test-")));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

/** They run under their own name only after some moments. */
const until = (count: number) =>
  `until [ "$(cat /proc/[0-9]*/comm 2>/dev/null | grep -cx sleep)" -ge ${count} ]; do :; done`;

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation))(`processes that a command leaves running, by ${implementation}`, () => {
    let sandbox: WorkingSandbox;
    beforeEach(async () => {
      sandbox = await sandboxBy(implementation);
    });
    const run = async (command: string, how: Partial<Parameters<typeof runInSandbox>[2]> = {}) => {
      let out = "";
      const hear = (chunk: Buffer) => {
        out += chunk;
      };
      const profile = executingProfile({ cwd: project, project, homes: [], secret: [] });
      const ran = await runInSandbox(command, profile, { sandbox, output: { stdout: hear, stderr: hear }, ...how });
      return { ...ran, out };
    };

    it("are named when they end with it, whichever way they were started", async () => {
      const ran = await run(`sleep 301 & nohup sleep 302 & setsid env -i sleep 303 & ${until(3)}; echo done; exit 4`);
      expect([ran.code, ran.out]).toEqual([4, "done\n"]);
      expect([...ran.left].sort()).toEqual(["sleep 301", "sleep 302", "sleep 303"]);
    });

    it("are named where /proc is the machine's", async () => {
      if (sandbox.by === "seatbelt") throw new Error("not on Linux");
      sandbox = { ...sandbox, variant: { ...sandbox.variant, proc: "host" } };
      expect((await run(`sleep 304 & ${until(1)}`)).left).toEqual(["sleep 304"]);
    });

    it("are none after a command that waits for what it starts, or that a signal ends, and nothing is printed", async () => {
      const waited = await run("sleep 0.01 & true | cat; wait");
      expect([waited.code, waited.out, waited.left]).toEqual([0, "", []]);
      const killed = await run("kill -KILL $$");
      expect([killed.code, killed.out, killed.left]).toEqual([137, "", []]);
    });

    it("cannot be listed by the command itself: it has no descriptor for that", async () => {
      const ran = await run("echo forged >&5 || echo closed");
      expect([ran.out.split("\n").at(-2), ran.left]).toEqual(["closed", []]);
    });
  });
