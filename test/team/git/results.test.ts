import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commitResult } from "../../../src/team/git/commit-result.ts";
import { GitCache, type Hash } from "../../../src/team/git/git-cache.ts";
import { mergeByPath } from "../../../src/team/git/merge-by-path.ts";
import { attemptRef, branchOf, deleteRunRefs, moveBranch, publish, tipRef } from "../../../src/team/git/run-refs.ts";
import { runs } from "../../runs.ts";

const AT = "2026-11-19T12:00:00.000Z";
const RUN = randomUUID();
const PLAN = "PLAN-00000001";

let place: string;
let remote: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "countersign-git-"));
  remote = join(place, "remote.git");
  execFileSync("git", ["init", "--quiet", "--bare", remote]);
});
afterEach(() => rmSync(place, { recursive: true }));

function worker(name: string): Promise<GitCache> {
  return GitCache.open({ directory: join(place, name), remote });
}

type Files = Record<string, string>;

async function treeOf(cache: GitCache, files: Files): Promise<Hash> {
  const index = randomUUID();
  const lines: string[] = [];
  for (const [path, text] of Object.entries(files)) {
    const blob = (await cache.ask(["hash-object", "-w", "--stdin"], { input: text })).trim();
    lines.push(`100644 ${blob}\t${Buffer.from(path).toString("latin1")}\0`);
  }
  await cache.ask(["update-index", "-z", "--index-info"], { index, input: lines.join("") });
  const tree = (await cache.ask(["write-tree"], { index })).trim();
  rmSync(cache.indexFile(index), { force: true });
  return tree;
}

async function filesOf(cache: GitCache, tree: Hash): Promise<Files> {
  const names = (await cache.ask(["ls-tree", "-r", "-z", "--name-only", tree])).split("\0").filter(Boolean);
  const files: Files = {};
  // A character for each byte.
  for (const name of names.map((bytes) => Buffer.from(bytes, "latin1").toString()))
    files[name] = await cache.ask(["cat-file", "blob", `${tree}:${name}`]);
  return files;
}

async function commit(cache: GitCache, files: Files, ...parents: Hash[]): Promise<Hash> {
  return commitResult(cache, { tree: await treeOf(cache, files), parents, at: AT, message: "A step" });
}

async function merged(base: Files, tip: Files, result: Files) {
  const cache = await worker("merging");
  const [from, onto, of] = [await treeOf(cache, base), await treeOf(cache, tip), await treeOf(cache, result)];
  const found = await mergeByPath(cache, { base: from, tip: onto, result: of });
  expect(readdirSync(join(place, "merging")).filter((name) => name.startsWith("index-"))).toEqual([]);
  return "tree" in found ? filesOf(cache, found.tree) : found.conflicts;
}

describe("a step's result is merged path by path", () => {
  it("so that what only one side changed is taken", async () => {
    const base = { a: "1", b: "1", gone: "x", "dir/c": "1" };
    const tip = { a: "2", b: "1", gone: "x", "dir/c": "1", fresh: "t" };
    const result = { a: "1", b: "1", "dir/c": "3", other: "r" };
    expect(await merged(base, tip, result)).toEqual({ a: "2", b: "1", "dir/c": "3", fresh: "t", other: "r" });
  });

  it("and different lines of one file are a conflict, whatever .gitattributes says", async () => {
    const text = (first: string, last: string) => [first, ..."bcdefgh", last].join("\n");
    const rules = { ".gitattributes": "* merge=union\n" };
    const sides = [text("A", "z"), text("a", "Z")].map((file) => ({ ...rules, file }));
    expect(await merged({ ...rules, file: text("a", "z") }, sides[0] ?? {}, sides[1] ?? {})).toEqual(["file"]);
  });

  it("and a file that the other side renamed is not followed", async () => {
    expect(
      await merged({ "old/a": "long text" }, { "new/a": "long text" }, { "old/a": "long text", "old/b": "n" }),
    ).toEqual({
      "new/a": "long text",
      "old/b": "n",
    });
  });

  it("and a file where the other side made a directory is a conflict", async () => {
    expect(await merged({ x: "1" }, { x: "1", a: "file" }, { x: "1", "a/b": "in it" })).toEqual(["a", "a/b"]);
  });

  it("as a table of paths would say, for any three trees", { timeout: 120_000 }, async () => {
    const cache = await worker("merging");
    const files = fc.dictionary(
      fc.constantFrom("a", "b", "c", "d/a", "d/b", "d/e/f", "a/x", "ü ñ", "-n", "d e"),
      fc.constantFrom("1", "2", ""),
    );
    const fitting = files.filter((found) => inBothForms(Object.keys(found)).length === 0);
    await fc.assert(
      fc.asyncProperty(fitting, fitting, fitting, async (base, tip, result) => {
        const [from, onto, of] = [await treeOf(cache, base), await treeOf(cache, tip), await treeOf(cache, result)];
        const found = await mergeByPath(cache, { base: from, tip: onto, result: of });
        const expected = byTable(base, tip, result);
        if (Array.isArray(expected))
          expect("conflicts" in found && found.conflicts).toEqual(expect.arrayContaining(expected));
        else expect("tree" in found && (await filesOf(cache, found.tree))).toEqual(expected);
      }),
      { numRuns: runs(25) },
    );
  });
});

function byTable(base: Files, tip: Files, result: Files): Files | string[] {
  const paths = new Set([base, tip, result].flatMap((files) => Object.keys(files)));
  const after: Files = {};
  const conflicts: string[] = [];
  for (const path of paths) {
    const [was, onto, of] = [base[path], tip[path], result[path]];
    const taken = onto === of || was === of ? onto : was === onto ? of : undefined;
    const isConflict = !(onto === of || was === of || was === onto);
    if (isConflict) conflicts.push(path);
    else if (taken !== undefined) after[path] = taken;
  }
  conflicts.push(...inBothForms(Object.keys(after)));
  return conflicts.length > 0 ? conflicts : after;
}

function inBothForms(paths: string[]): string[] {
  return paths.filter((path) => paths.some((other) => other.startsWith(`${path}/`)));
}

describe("a worker", () => {
  it("gets a commit by its hash, and needs no network for one that it has", async () => {
    const [one, two] = [await worker("one"), await worker("two")];
    const made = await commit(one, { a: "1" });
    await publish(one, new Map([[attemptRef(RUN, "look", 1), made]]));
    expect(await two.has(made)).toBe(false);
    await two.fetch(made);
    expect(await filesOf(two, made)).toEqual({ a: "1" });
    rmSync(remote, { recursive: true });
    await two.fetch(made);
    await expect(two.fetch("0".repeat(39).concat("1"))).rejects.toThrow();
  });

  it("writes the remote's address into no file", async () => {
    const one = await worker("one");
    const made = await commit(one, { a: "1" });
    await publish(one, new Map([[attemptRef(RUN, "look", 1), made]]));
    const directory = join(place, "one");
    for (const name of readdirSync(directory, { recursive: true, withFileTypes: true }))
      if (name.isFile()) expect(readFileSync(join(name.parentPath, name.name), "utf8")).not.toContain(remote);
  });

  it("makes the same commit of the same tree as another one", async () => {
    const [one, two] = [await worker("one"), await worker("two")];
    expect(await commit(one, { a: "ü" })).toBe(await commit(two, { a: "ü" }));
  });

  it("creates the ref of its attempt once: the same again is success, another hash is refused", async () => {
    const one = await worker("one");
    const [made, other] = [await commit(one, { a: "1" }), await commit(one, { a: "2" })];
    const refs = new Map([
      [attemptRef(RUN, "look", 1), made],
      [tipRef(RUN, made), made],
    ]);
    await publish(one, refs);
    await publish(one, refs);
    await expect(publish(one, new Map([[attemptRef(RUN, "look", 1), other]]))).rejects.toThrow();
    expect((await one.remoteRefs(`refs/countersign/${RUN}/`)).get(attemptRef(RUN, "look", 1))).toBe(made);
  });

  it("publishes all refs of a result or none", async () => {
    const one = await worker("one");
    const [made, other] = [await commit(one, { a: "1" }), await commit(one, { a: "2" })];
    await publish(one, new Map([[attemptRef(RUN, "look", 1), made]]));
    const refs = new Map([
      [attemptRef(RUN, "look", 1), other],
      [tipRef(RUN, other), other],
    ]);
    await expect(publish(one, refs)).rejects.toThrow();
    expect((await one.remoteRefs(`refs/countersign/${RUN}/`)).size).toBe(1);
  });
});

describe("a plan's branch", () => {
  it("follows the tip that the journal names, from wherever it was", async () => {
    const [one, two] = [await worker("one"), await worker("two")];
    const first = await commit(one, { a: "1" });
    const second = await commit(one, { a: "2" }, first);
    const strange = await commit(two, { z: "a person pushed it" });
    await moveBranch(one, PLAN, first);
    await moveBranch(two, PLAN, strange);
    await moveBranch(one, PLAN, second);
    expect((await two.remoteRefs(branchOf(PLAN))).get(branchOf(PLAN))).toBe(second);
    await Promise.all([moveBranch(one, PLAN, first), moveBranch(one, PLAN, first)]);
    expect((await two.remoteRefs(branchOf(PLAN))).get(branchOf(PLAN))).toBe(first);
  });

  it("keeps the commits when the refs of its run are deleted", async () => {
    const one = await worker("one");
    const made = await commit(one, { a: "1" });
    const tip = await commit(one, { a: "2" }, made);
    await publish(
      one,
      new Map([
        [attemptRef(RUN, "look", 1), made],
        [tipRef(RUN, tip), tip],
      ]),
    );
    await moveBranch(one, PLAN, tip);
    await deleteRunRefs(one, RUN);
    await deleteRunRefs(one, RUN);
    expect([...(await one.remoteRefs("refs/")).keys()]).toEqual([branchOf(PLAN)]);
    const two = await worker("two");
    await two.fetch(tip);
    expect(await two.has(made)).toBe(true);
  });
});

it.each([
  () => attemptRef("../../heads", "look", 1),
  () => attemptRef(RUN, "../x", 1),
  () => attemptRef(RUN, "look", Number.NaN),
  () => tipRef(RUN, "HEAD"),
  () => branchOf("../main" as never),
])("no text of others becomes a ref by itself: %s", (make) => {
  expect(make).toThrow();
});
