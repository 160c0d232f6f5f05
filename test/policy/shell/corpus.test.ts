import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { realWorld } from "../../../src/desk/world.ts";
import { analyse } from "../../../src/policy/shell/analyse.ts";
import { loadCorpus } from "../../corpus/corpus.ts";
import { buildFixture } from "../../corpus/fixture.ts";
import { facts } from "./facts.ts";

const { harmless, mutating } = loadCorpus();

describe("the corpus, judged without a sandbox in a real repository", () => {
  let root: string;

  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-corpus-")));
    buildFixture(join(root, "project"));
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const judged = (cmd: string, sandboxed = false) => {
    const world = realWorld();
    const home = join(root, "home");
    const unreadable = [join(home, ".pi/agent/countersign")];
    return analyse(cmd, facts({ cwd: join(root, "project"), home, world, unreadable, sandboxed }));
  };

  it("has no command that changes something and is allowed", () => {
    expect(mutating.length).toBeGreaterThanOrEqual(300);
    expect(mutating.filter(({ cmd }) => judged(cmd).readOnly).map(({ cmd }) => cmd)).toEqual([]);
  });

  it("has at most 2 % harmless commands that are refused", () => {
    const onHost = harmless.filter(({ sandbox }) => !sandbox);
    expect(onHost.length).toBeGreaterThanOrEqual(250);
    const refused = onHost.filter(({ cmd }) => !judged(cmd).readOnly).map(({ cmd }) => cmd);
    expect(refused.length / onHost.length, refused.join("\n")).toBeLessThanOrEqual(0.02);
  });

  it("refuses in the sandbox what writes there, too, but for git in hostile repositories", () => {
    // What reads secrets or connects finds neither there.
    const isHeld = (group: string) => group === "git-hostile" || group === "unknown";
    const allowed = mutating.filter(({ cmd, group }) => !isHeld(group) && judged(cmd, true).readOnly);
    expect(allowed.map(({ cmd }) => cmd)).toEqual([]);
  });

  it("gives every refusal a reason, a place in the line and its text", () => {
    for (const { cmd } of mutating) {
      const analysis = judged(cmd);
      if (analysis.readOnly) continue;
      for (const { reason, start, end, text } of analysis.findings) {
        expect(reason.length).toBeGreaterThan(10);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(cmd.length);
        expect(cmd.slice(start, end).startsWith(text) || text === "what xargs reads").toBe(true);
      }
    }
  });
});
