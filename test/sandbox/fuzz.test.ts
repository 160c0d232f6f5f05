import { mkdtempSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planningProfile } from "../../src/sandbox/profile.ts";
import { runInSandbox } from "../../src/sandbox/run.ts";
import type { WorkingSandbox } from "../../src/sandbox/sandbox.ts";
import { Ground } from "../policy/shell/fuzz/ground.ts";
import { isTame } from "../policy/shell/fuzz/is-tame.ts";
import { line } from "../policy/shell/fuzz/line.ts";
import { mutatedCorpus } from "../policy/shell/fuzz/mutated-corpus.ts";
import { PAYLOADS } from "../policy/shell/fuzz/vocabulary.ts";
import { seedFrom } from "../seed.ts";
import { IMPLEMENTATIONS, isMissing, sandboxBy } from "./implementations.ts";

const SEED = seedFrom("SHELL_FUZZ_SEED");
const SECONDS = 40;
const ENOUGH = 1_000;
const AT_ONCE = 25;

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation))(`any command line, in the planning sandbox of ${implementation}`, () => {
    // Not in a temp directory: there the sandbox has its own, and nothing could be seen to change.
    const root = mkdtempSync(join(process.getuid?.() === 0 ? "/var/lib" : homedir(), "countersign-fuzz-"));
    let ground: Ground;
    let sandbox: WorkingSandbox;
    beforeAll(async () => {
      ground = new Ground(root);
      sandbox = await sandboxBy(implementation);
    });
    afterAll(() => rmSync(root, { recursive: true, force: true }));

    /** Each in a shell of its own, in one sandbox. Nothing looked at them before. */
    async function attempt(lines: readonly string[]): Promise<Attempt> {
      const { project, home } = ground;
      const profile = planningProfile({ cwd: project, homes: [home], secret: [join(root, "secret")] });
      let text = "";
      const keep = (chunk: Buffer) => {
        text += chunk.toString("latin1");
      };
      const path = (process.env["PATH"] ?? "").split(":").filter((part) => !part.includes("node_modules"));
      await runInSandbox(["bash", "--norc", "--noprofile", "-c", DRIVER, "driver", ...lines], profile, {
        sandbox,
        env: { PATH: path.join(":"), HOME: home, LANG: "C.UTF-8", SHLVL: "1" },
        timeout: 60_000,
        output: { stdout: keep, stderr: keep },
      });
      return { ran: text.split(END).length - 1, stopped: text.split("Read-only file system").length - 1 };
    }

    /** Which of them changed something, each by itself on fresh ground. */
    async function culprits(lines: readonly string[]): Promise<string[]> {
      const found: string[] = [];
      for (const one of lines) {
        ground.renew();
        const before = ground.fingerprint();
        await attempt([one]);
        if (ground.fingerprint() !== before) found.push(one);
      }
      return found.length > 0 ? found : [`only together: ${JSON.stringify(lines)}`];
    }

    it(`changes nothing outside its temp directory (seed ${SEED})`, { timeout: (SECONDS + 120) * 1000 }, async () => {
      const lines = fc.oneof(line(), mutatedCorpus());
      const deadline = performance.now() + SECONDS * 1000;
      const count: Attempt = { ran: 0, stopped: 0 };
      const before = ground.fingerprint();
      for (let chunk = 0; count.ran < ENOUGH && performance.now() < deadline; chunk++) {
        const some = fc.sample(lines, { numRuns: AT_ONCE, seed: SEED + chunk }).filter(isTame);
        const { ran, stopped } = await attempt(some);
        expect(ran, `all of ${JSON.stringify(some)}`).toBe(some.length);
        if (ground.fingerprint() !== before) expect(await culprits(some)).toEqual([]);
        count.ran += ran;
        count.stopped += stopped;
      }
      console.info(
        `sandbox fuzz: ${count.ran} lines run, ${count.stopped} attempts to write stopped; SHELL_FUZZ_SEED=${SEED}`,
      );
      expect(count.ran).toBeGreaterThanOrEqual(200);
      // Lines that try nothing would prove nothing.
      expect(count.stopped).toBeGreaterThan(count.ran / 20);
    });

    it("changes nothing where it certainly tries to", async () => {
      const before = ground.fingerprint();
      const { ran, stopped } = await attempt([
        ...PAYLOADS,
        "touch ~/marker",
        "touch ../beside/marker",
        "cd hostile; git diff",
      ]);
      expect(ran).toBe(PAYLOADS.length + 3);
      expect(stopped).toBeGreaterThan(PAYLOADS.length / 2);
      expect(ground.fingerprint()).toBe(before);
    });
  });

interface Attempt {
  ran: number;
  /** How often the file system refused to be written to. */
  stopped: number;
}

const END = "\u0001end of line\u0001";

const DRIVER = `for line; do
  timeout -s KILL 2 bash --norc --noprofile -c "$line" </dev/null 2>&1 >/dev/null | tail -c 2000
  printf '\\001end of line\\001'
done`;
