import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { realWorld } from "../../src/desk/world.ts";
import type { Facts } from "../../src/policy/situation.ts";
import { FACTS } from "./situation.ts";

/** A real home directory with a project and our own directory in it. */
export function disk(): { facts: Facts; at(...names: string[]): string } {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "countersign-policy-")));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const at = (...names: string[]) => join(home, ...names);
  for (const directory of ["project/src", "project/.pi/plans", "project/.git/hooks", ".pi/agent/countersign/keys"]) {
    mkdirSync(at(directory), { recursive: true });
  }
  const facts: Facts = {
    ...FACTS,
    cwd: at("project"),
    project: at("project"),
    home,
    countersignHome: at(".pi/agent/countersign"),
    userConfig: at(".pi/agent/plans.json"),
    world: realWorld(),
  };
  return { facts, at };
}
