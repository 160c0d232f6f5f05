import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { realWorld } from "../../src/desk/world.ts";
import { judge } from "../../src/policy/judge.ts";
import type { Verdict } from "../../src/policy/verdict.ts";
import { buildFixture } from "../../test/corpus/fixture.ts";
import { bash, planning } from "../../test/policy/situation.ts";

/** Somewhere to judge command lines: a real repository on a real disk, while planning, without a sandbox. */
export interface Place {
  root: string;
  project: string;
  judge(line: string): Verdict;
  leave(): void;
}

export function aPlace(): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-bench-")));
  const project = join(root, "project");
  buildFixture(project);
  const situation = planning({
    facts: {
      cwd: project,
      project,
      home: join(root, "home"),
      countersignHome: join(root, "home", ".pi", "agent", "countersign"),
      userConfig: join(root, "home", ".pi", "agent", "plans.json"),
      world: realWorld(),
    },
  });
  return {
    root,
    project,
    judge: (line) => judge(bash(line), situation),
    leave: () => rmSync(root, { recursive: true, force: true }),
  };
}
