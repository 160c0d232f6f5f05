import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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

it("finds files of these names from a directory up to the top, and reads plain ones that are not too large", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-world-")));
  const world = realWorld();
  const at = (...names: string[]) => join(root, ...names);
  mkdirSync(at("a/b/.volta"), { recursive: true });
  for (const path of [".npmrc", "a/.npmrc", "a/b/.nvmrc", "a/b/.volta/hooks.json"]) writeFileSync(at(path), path);
  writeFileSync(at("a/b/large"), "x".repeat(1_000_001));
  execFileSync("mkfifo", [at("a/b/pipe")]);
  const names = [".npmrc", ".nvmrc", ".volta/hooks.json", "missing"];
  expect(world.find(at("a/b"), names, root)).toEqual([at("a/b/.nvmrc"), at("a/b/.volta/hooks.json"), at("a/.npmrc")]);
  expect(world.find(at("a/b"), names).slice(0, 4)).toEqual([
    ...[at("a/b/.nvmrc"), at("a/b/.volta/hooks.json")],
    ...[at("a/.npmrc"), at(".npmrc")],
  ]);
  expect(world.find(at("missing/below"), names, root)).toEqual([]);
  expect(world.read(at("a/.npmrc"))).toBe("a/.npmrc");
  for (const odd of ["a/b/large", "a/b/pipe", "a/b", "missing"]) expect(world.read(at(odd)), odd).toBeUndefined();
  rmSync(root, { recursive: true, force: true });
});
