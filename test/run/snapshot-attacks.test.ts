import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Entry } from "../../src/run/snapshot/entry.ts";
import { Restless, readFile, TornInTwo } from "../../src/run/snapshot/read-file.ts";
import { removeFile, restoreFile } from "../../src/run/snapshot/restore.ts";
import { lookAtFiles, type Seen } from "../../src/run/snapshot/working-tree.ts";
import { Ground } from "./snapshot-fixture.ts";

let ground: Ground;
beforeEach(() => {
  ground = new Ground();
  ground.write("src/a.ts", "one\n");
  ground.write("src/b.ts", "one\n");
  ground.commit();
});
afterEach(() => ground.clear());

/** All that can be done with snapshots. */
async function everything(): Promise<void> {
  const snapshots = await ground.open();
  const before = await snapshots.take("before");
  ground.write("src/a.ts", "two\n");
  utimesSync(ground.path("src/b.ts"), 1_000_000_000, 1_000_000_000);
  ground.write("added.ts", "1\n");
  const after = await snapshots.take({ step: "s", attempt: 1 });
  await snapshots.diff(before.id, after.id);
  expect(await snapshots.changed(before.id, after.id)).toHaveLength(2);
  expect(await snapshots.rollback(before.id, { expected: after.id })).toMatchObject({ ok: true, left: [] });
  expect(await (await ground.open()).list()).toHaveLength(4);
  await snapshots.forget();
}

describe("a repository that names programs has none of them run:", () => {
  it.each([
    ...["filter.x.clean", "filter.x.smudge", "filter.x.process", "core.fsmonitor", "diff.external", "core.pager"],
    ...["diff.x.textconv", "diff.x.command", "core.editor", "core.sshCommand", "core.alternateRefsCommand"],
  ])("%s", async (key) => {
    const { script, isSprung } = ground.trap();
    ground.write(".gitattributes", "*.ts filter=x diff=x\n");
    ground.commit();
    ground.git("config", key, script);
    await everything();
    expect(isSprung()).toBe(false);
    // Not because the trap is broken.
    if (key !== "filter.x.clean") return;
    ground.write("src/a.ts", "three\n");
    ground.git("add", "src/a.ts");
    expect(isSprung()).toBe(true);
  });

  it.each([
    "reference-transaction",
    "post-index-change",
    "post-commit",
    "pre-auto-gc",
    "post-checkout",
  ])("the hook %s", async (hook) => {
    const { script, isSprung } = ground.trap();
    const hooks = ground.path(".git/hooks");
    mkdirSync(hooks, { recursive: true });
    writeFileSync(join(hooks, hook), `#!/bin/sh\n${script} </dev/null\n`, { mode: 0o755 });
    mkdirSync(join(ground.root, "hooks"));
    await everything();
    ground.git("config", "core.hooksPath", hooks);
    await everything();
    expect(isSprung()).toBe(false);
    if (hook !== "reference-transaction") return;
    ground.git("update-ref", "refs/x/y", "HEAD");
    expect(isSprung()).toBe(true);
  });

  it("a git in the project", async () => {
    const { script, isSprung } = ground.trap();
    ground.write("bin/git", `#!/bin/sh\nexec ${script} </dev/null\n`, 0o755);
    const env = { ...process.env, PATH: `${ground.path("bin")}:.:${process.env["PATH"]}` };
    await (await ground.open({ env })).take("before");
    expect(isSprung()).toBe(false);
  });
});

describe("bytes stay as they are", () => {
  it("whatever attributes say of line ends, encodings and words to fill in", async () => {
    ground.write(".gitattributes", "* text eol=lf\n*.id ident\n*.utf16 text working-tree-encoding=UTF-16\n");
    const contents = { "crlf.txt": "a\r\nb\r\n", "x.id": "$Id$ $Id: old $\n", "x.utf16": "no utf-16" };
    for (const [path, text] of Object.entries(contents)) ground.write(path, text);
    ground.git("config", "core.autocrlf", "true");
    const snapshots = await ground.open();
    const before = await snapshots.take("before");
    for (const path of Object.keys(contents)) ground.remove(path);
    const after = await snapshots.take({ step: "s", attempt: 1 });
    expect(await snapshots.rollback(before.id, { expected: after.id })).toMatchObject({ ok: true });
    for (const [path, text] of Object.entries(contents)) expect(ground.read(path)).toBe(text);
  });
});

describe("a disk that is damaged, or a process that writes into the store or the repository", () => {
  const edited = async () => {
    const snapshots = await ground.open();
    const before = await snapshots.take("before");
    ground.write("src/a.ts", "two\n");
    ground.write("src/b.ts", "two\n");
    const after = await snapshots.take({ step: "s", attempt: 1 });
    return { snapshots, before: before.id, after: after.id };
  };
  const exchange = (oid: string, kind: string, content: string | Buffer) => {
    ground.loosen();
    const place = join(ground.store, `objects/${oid.slice(0, 2)}/${oid.slice(2)}`);
    rmSync(place, { force: true });
    mkdirSync(join(place, ".."), { recursive: true });
    const body = Buffer.from(content);
    writeFileSync(place, deflateSync(Buffer.concat([Buffer.from(`${kind} ${body.length}\0`), body])));
  };

  it("cannot exchange a file by replacing its object", async () => {
    const { snapshots, before, after } = await edited();
    const oid = ground.kept("rev-parse", `${before}:src/a.ts`).trim();
    ground.write("evil", "evil\n");
    const evil = ground.git("hash-object", "-w", "evil").trim();
    ground.git("replace", oid, evil);
    expect(await snapshots.rollback(before, { expected: after })).toMatchObject({ ok: true });
    expect(ground.read("src/a.ts")).toBe("one\n");
  });

  it("cannot exchange the content of an object: it is said, and nothing is touched", async () => {
    const { snapshots, before, after } = await edited();
    ground.write("src/b.ts", "other\n");
    const more = await snapshots.take({ step: "t", attempt: 1 });
    exchange(ground.kept("rev-parse", `${after}:src/b.ts`).trim(), "blob", "evil\n");
    const done = await snapshots.rollback(after, { expected: more.id });
    expect(done).toMatchObject({ ok: false, kind: "damaged", conflicts: [{ path: "src/b.ts" }] });
    expect(ground.read("src/b.ts")).toBe("other\n");
    expect(readdirSync(ground.path("src"))).toEqual(["a.ts", "b.ts"]);
    expect(before).not.toBe(after);
  });

  it("cannot exchange a tree or a commit: then nothing is touched", async () => {
    const { snapshots, before, after } = await edited();
    const tree = ground.kept("rev-parse", `${before}:src`).trim();
    const evil = spawnSync("git", [`--git-dir=${ground.store}`, "cat-file", "tree", `${after}:src`]).stdout;
    exchange(tree, "tree", evil);
    expect(await snapshots.rollback(before, { expected: after })).toMatchObject({ ok: false, kind: "damaged" });
    exchange(before, "commit", ground.kept("cat-file", "commit", after));
    expect(await snapshots.rollback(before, { expected: after })).toMatchObject({ ok: false, kind: "damaged" });
    expect(ground.read("src/a.ts")).toBe("two\n");
  });

  it("cannot slip a file into a later snapshot", async () => {
    const { snapshots, after } = await edited();
    const tree = ground.kept("rev-parse", `${after}:src`).trim();
    const blob = Buffer.from(ground.kept("rev-parse", `${after}:src/a.ts`).trim(), "hex");
    exchange(tree, "tree", Buffer.concat([Buffer.from("100644 evil.ts\0"), blob]));
    ground.write("other.ts", "1\n");
    ground.write("src/new.ts", "1\n");
    const later = await snapshots.take({ step: "t", attempt: 1 });
    expect(ground.kept("ls-tree", "-r", "--name-only", later.id)).toBe("other.ts\nsrc/a.ts\nsrc/b.ts\nsrc/new.ts\n");
  });

  it("cannot have anything written outside of the project, or into .git and the plans", async () => {
    const { snapshots, after } = await edited();
    ground.write("evil", "evil\n");
    const oid = ground.kept("hash-object", "-w", ground.path("evil")).trim();
    const treeOf = (mode: string, name: string, hash: string) =>
      spawnSync("git", [`--git-dir=${ground.store}`, "hash-object", "-t", "tree", "-w", "--literally", "--stdin"], {
        input: Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(hash, "hex")]),
        encoding: "utf8",
      }).stdout.trim();
    const file = treeOf("100644", "evil", oid);
    const plans = treeOf("40000", "plans", file);
    for (const top of [
      ...[treeOf("40000", "..", file), treeOf("40000", ".git", file), treeOf("40000", ".GIT", file)],
      ...[treeOf("40000", ".pi", plans), treeOf("100644", "../evil", oid), treeOf("100644", "..", oid)],
    ]) {
      const commit = ground.kept("-c", "user.name=a", "-c", "user.email=a@b", "commit-tree", "-m", "evil", top).trim();
      const only = (path: string) => !path.startsWith("src");
      const done = await snapshots.rollback(commit, { expected: after, only });
      if (done.ok) expect(done.changes).toEqual([]);
      for (const place of ["../evil", ".git/evil", ".GIT", ".pi"]) expect(existsSync(ground.path(place))).toBe(false);
    }
  });

  it("cannot hide new files without it being said", async () => {
    const { snapshots } = await edited();
    writeFileSync(ground.path(".git/info/exclude"), "hidden.ts\n");
    ground.write("hidden.ts", "1");
    expect((await snapshots.take({ step: "t", attempt: 1 })).leftOut).toEqual([
      { path: ".git/info/exclude", because: expect.stringContaining("was changed since the run began") },
    ]);
    mkdirSync(ground.path("nest"));
    ground.gitIn(ground.path("nest"), "init", "-q");
    ground.write("nest/hidden.ts", "1");
    expect((await snapshots.take({ step: "t", attempt: 2 })).leftOut).toContainEqual({
      path: "nest/",
      because: "it is a git repository of its own",
    });
  });
});

describe("somebody who writes into the project", () => {
  it("cannot stop snapshots with names that git does not keep", async () => {
    ground.write(".GIT", "1");
    ground.write("sub/.Git/x", "1");
    mkdirSync(ground.path("mod"));
    symlinkSync("/etc/passwd", ground.path("mod/.gitmodules"));
    const { leftOut } = await (await ground.open()).take("before");
    expect(leftOut.map(({ path }) => path)).toEqual([".GIT", "mod/.gitmodules", "sub/.Git/x"]);
  });

  it("cannot have a file from elsewhere kept, by a link in its place or on the way to it", async () => {
    ground.write("../secret/a.ts", "key\n");
    const how = { small: (content: Buffer) => content.toString(), large: async () => "large" };
    expect(await readFile(ground.project, "src/a.ts", 4, how)).toBe("one\n");
    ground.remove("src");
    symlinkSync("../secret", ground.path("src"));
    await expect(readFile(ground.project, "src/a.ts", 4, how)).rejects.toThrow(Restless);
    ground.remove("src");
    mkdirSync(ground.path("src"));
    symlinkSync("../../secret/a.ts", ground.path("src/a.ts"));
    await expect(readFile(ground.project, "src/a.ts", 4, how)).rejects.toThrow("ELOOP");
    const { id } = await (await ground.open()).take("before");
    expect(ground.kept("ls-tree", "-r", id)).toMatch(/^120000 blob \w+\tsrc\/a\.ts$/m);
  });

  it("cannot change a file unseen within the tick in which it was looked at", async () => {
    ground.write("fresh", "one");
    const kept: string[] = [];
    const look = (before: ReadonlyMap<string, Seen>) =>
      lookAtFiles(Promise.resolve({ names: new Set(["fresh"]), submodules: new Map(), nested: [] }), {
        project: ground.project,
        algorithm: "sha1",
        largest: 1_000,
        before,
        out: new Set(),
        restless: new Set(),
        store: { blob: async (content) => void kept.push(content.toString()), stream: async () => {} },
      });
    const { entries } = await look(new Map());
    const seen = entries.get("fresh");
    if (seen === undefined) throw new Error("It was not seen.");
    // As if its content had been another one then, with the same size and times.
    await look(new Map([["fresh", { ...seen, oid: "0".repeat(40) }]]));
    expect(kept).toEqual(["one", "one"]);
    await look(new Map([["fresh", { ...seen, oid: "0".repeat(40), isSettled: true }]]));
    expect(kept).toEqual(["one", "one"]);
  });

  it("cannot have half a file kept, by cutting it while it is read", async () => {
    ground.write("large", Buffer.alloc(20_000_000, "x"));
    const listing = { names: new Set(["large"]), submodules: new Map(), nested: [] };
    const look = (restless: string[]) =>
      lookAtFiles(Promise.resolve(listing), {
        project: ground.project,
        algorithm: "sha1",
        largest: 1_000_000_000,
        before: new Map(),
        out: new Set(),
        restless: new Set(restless),
        store: {
          blob: async () => {},
          stream: async (_, chunks) => {
            for await (const _chunk of chunks) truncateSync(ground.path("large"), 10);
          },
        },
      });
    await expect(look([])).rejects.toThrow(TornInTwo);
    expect((await look(["large"])).unseen).toEqual(new Map([["large", "it changes while it is read"]]));
  });

  it("cannot lead git elsewhere by variables", async () => {
    const other = new Ground();
    try {
      const env = {
        ...process.env,
        GIT_DIR: other.path(".git"),
        GIT_INDEX_FILE: join(ground.root, "index"),
        GIT_WORK_TREE: other.project,
        GIT_OBJECT_DIRECTORY: join(ground.root, "objects"),
        GIT_TRACE: join(ground.root, "trace"),
      };
      const { id } = await (await ground.open({ env })).take("before");
      expect(ground.treeOf(id)).toBe(ground.treeByGit());
      expect(other.git("for-each-ref")).toBe("");
      expect(existsSync(join(ground.root, "trace"))).toBe(false);
    } finally {
      other.clear();
    }
  });

  it("cannot have their work lost, if they change a file while a rollback is under way", async () => {
    const contents = {
      read: async function* () {
        ground.write("src/a.ts", "mine\n");
        yield Buffer.from("old\n");
      },
    };
    const seen = lstatSync(ground.path("src/a.ts"));
    const entry: Entry = { mode: "100644", oid: "" };
    const meanwhile = "it was changed while the rollback was under way";
    expect(await restoreFile(ground.project, "src/a.ts", entry, seen, contents)).toBe(meanwhile);
    expect(await removeFile(ground.project, "src/a.ts", seen)).toBe(meanwhile);
    expect(await restoreFile(ground.project, "src/b.ts", entry, undefined, contents)).toBe(meanwhile);
    expect([ground.read("src/a.ts"), ground.read("src/b.ts")]).toEqual(["mine\n", "one\n"]);
    expect(readdirSync(ground.path("src"))).toEqual(["a.ts", "b.ts"]);
  });

  it("cannot have a rollback write or remove behind a link", async () => {
    ground.write("../outside/a.ts", "theirs\n");
    ground.remove("src");
    symlinkSync("../outside", ground.path("src"));
    const seen = lstatSync(ground.path("src/a.ts"));
    const contents = {
      read: async function* () {
        yield Buffer.from("evil\n");
      },
    };
    const reason = "a file or link stands in its way";
    expect(await restoreFile(ground.project, "src/a.ts", { mode: "100644", oid: "" }, seen, contents)).toBe(reason);
    expect(await restoreFile(ground.project, "src/n/n", { mode: "120000", oid: "" }, undefined, contents)).toBe(reason);
    expect(await removeFile(ground.project, "src/a.ts", seen)).toBe(reason);
    expect(readdirSync(ground.path("../outside"))).toEqual(["a.ts"]);
    expect(ground.read("../outside/a.ts")).toBe("theirs\n");
  });
});
