import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { realWorld } from "../../src/desk/world.ts";

it("answers for the world as it is at the moment, and remembers nothing", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-world-")));
  const world = realWorld();
  expect(world.resolve("a/x", root)).toBe(join(root, "a/x"));
  expect(world.git(root)).toEqual({ found: "none" });
  mkdirSync(join(root, "b"));
  symlinkSync("b", join(root, "a"));
  execFileSync("git", ["init", "-q", root]);
  expect(world.resolve("a/x", root)).toBe(join(root, "b/x"));
  expect(world.git(root)).toEqual({ found: "harmless" });
  execFileSync("git", ["-C", root, "config", "core.fsmonitor", "true"]);
  expect(world.git(root)).toEqual({ found: "harmful", because: [`core.fsmonitor in ${root}/.git/config`] });
  rmSync(root, { recursive: true, force: true });
});
