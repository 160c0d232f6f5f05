import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { realWorld } from "../../../../src/desk/world.ts";
import { analyse } from "../../../../src/policy/shell/analyse.ts";
import { seedFrom } from "../../../seed.ts";
import { FOUND } from "./found.ts";
import { Ground } from "./ground.ts";
import { isTame } from "./is-tame.ts";
import { line } from "./line.ts";
import { mutatedCorpus } from "./mutated-corpus.ts";
import { type Change, runObserved } from "./run-observed.ts";

// SHELL_FUZZ_SEED=$RANDOM for other lines, SHELL_FUZZ_SECONDS for more of them.
const SEED = seedFrom("SHELL_FUZZ_SEED");
const SECONDS = Number(process.env["SHELL_FUZZ_SECONDS"] ?? 100);
const ENOUGH = process.env["SHELL_FUZZ_SECONDS"] === undefined ? 5_000 : Number.POSITIVE_INFINITY;
const AT_ONCE = 50;
const WORKERS = 4;
/** Changes that are enough to say that something is wrong. */
const MANY = 10;

describe("a command line judged read-only", () => {
  const root = mkdtempSync(join(tmpdir(), "countersign-fuzz-"));
  const grounds: Ground[] = [];
  let ground: Ground;
  beforeAll(() => {
    ground = new Ground(join(root, "one"));
    for (let index = 0; index < WORKERS; index++) grounds.push(new Ground(join(root, String(index))));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it(`changes nothing when it is run (seed ${SEED})`, { timeout: (SECONDS + 60) * 1000 }, async () => {
    const lines = fc.oneof(line(), mutatedCorpus());
    const deadline = performance.now() + SECONDS * 1000;
    const done = new Set<string>();
    const changes: Change[] = [];
    const count = { made: 0, tame: 0, readOnly: 0 };
    let chunk = 0;

    /** Whatever is next in the order the seed gives. */
    const next = (ground: Ground): string[] => {
      const allowed: string[] = [];
      while (allowed.length < AT_ONCE && performance.now() < deadline) {
        for (const text of fc.sample(lines, { numRuns: 100, seed: SEED + chunk++ })) {
          count.made++;
          if (!isTame(text)) continue;
          count.tame++;
          if (!isReadOnly(text, ground)) continue;
          count.readOnly++;
          if (!done.has(text)) allowed.push(text);
          done.add(text);
        }
      }
      return allowed;
    };

    await Promise.all(
      grounds.map(async (ground) => {
        while (performance.now() < deadline && done.size < ENOUGH && changes.length < MANY)
          changes.push(...(await runObserved(next(ground), ground)));
      }),
    );

    const share = count.readOnly / count.tame;
    console.info(
      `shell fuzz: ${done.size} different lines run, ${changes.length} changed something; of ${count.made} made, ` +
        `${count.tame} were tame and ${Math.round(share * 100)} % of these read-only; SHELL_FUZZ_SEED=${SEED}`,
    );
    expect(changes).toEqual([]);
    expect(done.size).toBeGreaterThanOrEqual(1_500);
    expect(share).toBeGreaterThan(0.15);
  });

  it.each([
    "touch marker",
    "echo x >> a.txt",
    "echo x > ~/marker",
    ": > $TMPDIR/marker",
    "chmod 600 a.txt",
    "touch -r b.txt a.txt",
    "ls > >(sleep 0.1; touch marker)",
    "cd hostile && git status",
    "git -C hostile diff",
    "cd names/find && find *",
    "touch ../marker",
    "git update-index --refresh; git add -A",
    "bash -ic ls",
    "sort *",
  ])("would be found out if it were %s", async (command) => {
    const changes = await runObserved(["ls", command, "cat a.txt"], ground);
    expect(changes.map((change) => change.command)).toEqual([command]);
  });

  it("is none of those that once got through", () => {
    expect(FOUND.filter((text) => isReadOnly(text, ground))).toEqual([]);
  });

  it("is never run if it could do harm outside", () => {
    const wild = [
      "rm -rf x",
      "r''m x",
      "echo x > /etc/x",
      "cat /tmp/x",
      "cd ../.. && ls",
      "find / -name x",
      "curl https://x",
      "git fetch",
    ];
    expect(wild.filter(isTame)).toEqual([]);
    expect(["ls -la", "sort -o marker a.txt", "echo x > /dev/null", "git status"].filter(isTame)).toHaveLength(4);
  });
});

/** Judged as if there were no sandbox, in the world as it is. */
function isReadOnly(text: string, { project, home }: Ground): boolean {
  return analyse(text, { cwd: project, home, world: realWorld(), unreadable: [], sandboxed: false }).readOnly;
}
