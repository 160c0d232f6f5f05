import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { abandonedStores } from "../../src/run/snapshot/store.ts";
import { openSnapshots } from "../../src/run/snapshot.ts";
import { lacks } from "../system-programs.ts";
import { Ground, PLAN } from "./snapshot-fixture.ts";

const isRoot = process.getuid?.() === 0;

let ground: Ground;
beforeEach(() => {
  ground = new Ground();
  ground.write("src/a.ts", "one\n");
  ground.write("src/b.ts", "one\n");
  ground.write(".gitignore", "dist/\n");
  ground.commit();
  ground.write("dist/out.js", "built\n");
  ground.write("new.ts", "new\n");
});
afterEach(() => ground.clear());

describe("a snapshot", () => {
  it("has the tree that git itself would make of tracked and new files", async () => {
    const snapshots = await ground.open();
    ground.write("src/a.ts", "two\n");
    ground.remove("src/b.ts");
    ground.write("bin/run", "#!/bin/sh\n", 0o755);
    ground.write("empty", "");
    symlinkSync("../src/a.ts", ground.path("bin/link"));
    symlinkSync("/etc", ground.path("away"));
    mkdirSync(ground.path("nothing/in/here"), { recursive: true });
    const { id, leftOut } = await snapshots.take("before");
    expect(ground.treeOf(id)).toBe(ground.treeByGit());
    expect(leftOut).toEqual([]);
    expect(ground.kept("ls-tree", "-r", "--name-only", id)).not.toContain("dist");
  });

  it("has names of any bytes", async () => {
    const snapshots = await ground.open();
    const names = [
      "a\nb",
      'a"b',
      "a\tb",
      " a ",
      "\\n",
      "日本語",
      "🙂",
      "-rf",
      ":(glob)x",
      "*",
      "git~1",
      "a\\b",
      "#x",
      "'",
    ];
    for (const name of names) ground.write(`odd/${name}`, name);
    writeFileSync(Buffer.concat([Buffer.from(`${ground.project}/odd/`), Buffer.from([0xff, 0x80, 0x41])]), "bytes");
    const { id } = await snapshots.take("before");
    expect(ground.treeOf(id)).toBe(withoutProtection(() => ground.treeByGit()));
    const later = await snapshots.take({ step: "same", attempt: 1 });
    expect(ground.treeOf(later.id)).toBe(ground.treeOf(id));
  });

  it("leaves index, HEAD, branches, settings, reflogs and what git says exactly as they are", async () => {
    ground.git("config", "core.logAllRefUpdates", "always");
    ground.write("src/a.ts", "staged\n");
    ground.git("add", "src/a.ts");
    ground.write("src/a.ts", "not staged\n");
    ground.git("stash", "push", "-q", "--keep-index");
    const before = ground.theirs();
    const objects = readdirSync(ground.path(".git/objects"), { recursive: true }).sort();
    const snapshots = await ground.open();
    const { id } = await snapshots.take("before");
    ground.write("more.ts", "more\n");
    await snapshots.take({ step: "more", attempt: 1 });
    ground.remove("more.ts");
    expect(ground.theirs()).toEqual(before);
    expect(readdirSync(ground.path(".git/objects"), { recursive: true }).sort()).toEqual(objects);
    expect(ground.kept("cat-file", "-t", id).trim()).toBe("commit");
  });

  it("never has the plans", async () => {
    ground.write(".pi/plans/PLAN-00000001.md", "plan\n");
    ground.write(".pi/plans.json", "{}\n");
    ground.write("sub/.pi/plans/x.md", "a file like any other\n");
    ground.git("add", "-Af");
    const { id } = await (await ground.open()).take("before");
    const names = ground.kept("ls-tree", "-r", "--name-only", id).split("\n");
    expect(names.filter((name) => name.includes(".pi"))).toEqual([".pi/plans.json", "sub/.pi/plans/x.md"]);
  });

  it("sees a change that left size and time as they were", async () => {
    const snapshots = await ground.open();
    utimesSync(ground.path("src/a.ts"), 1_000_000_000, 1_000_000_000);
    const before = await snapshots.take("before");
    ground.write("src/a.ts", "eno\n");
    utimesSync(ground.path("src/a.ts"), 1_000_000_000, 1_000_000_000);
    const after = await snapshots.take({ step: "a", attempt: 1 });
    expect(await snapshots.changed(before.id, after.id)).toEqual([{ path: "src/a.ts", how: "changed" }]);
  });

  it("keeps in sight what was there and is ignored by now", async () => {
    const snapshots = await ground.open();
    const before = await snapshots.take("before");
    ground.write(".gitignore", "dist/\nnew.ts\n");
    const after = await snapshots.take({ step: "hide", attempt: 1 });
    expect(await snapshots.changed(before.id, after.id)).toEqual([{ path: ".gitignore", how: "changed" }]);
    ground.write("new.ts", "changed\n");
    const more = await (await ground.open()).take({ step: "change", attempt: 1 });
    expect(await snapshots.changed(after.id, more.id)).toEqual([{ path: "new.ts", how: "changed" }]);
  });

  it("goes on in another process, and counts on", async () => {
    const first = await (await ground.open()).take("before");
    ground.write("src/a.ts", "two\n");
    const again = await ground.open();
    const second = await again.take({ step: "edit-a", attempt: 2 });
    expect(await again.changed(first.id, second.id)).toEqual([{ path: "src/a.ts", how: "changed" }]);
    expect((await again.list()).map(({ id, number, name, run }) => ({ id, number, name, run }))).toEqual([
      { id: first.id, number: 1, name: "before", run: "run-1" },
      { id: second.id, number: 2, name: { step: "edit-a", attempt: 2 }, run: "run-1" },
    ]);
    expect(ground.kept("for-each-ref", "--format=%(refname)", "refs/countersign")).toBe(
      `refs/countersign/${PLAN}/run-1/0001-before\nrefs/countersign/${PLAN}/run-1/0002-edit-a.2\n`,
    );
  });

  it("outlives git's tidying up, also between two", async () => {
    const snapshots = await ground.open();
    const first = await snapshots.take("before");
    ground.git("gc", "-q", "--prune=now");
    ground.write("src/a.ts", "two\n");
    const second = await snapshots.take({ step: "a", attempt: 1 });
    ground.git("gc", "-q", "--prune=now");
    expect(await snapshots.changed(first.id, second.id)).toEqual([{ path: "src/a.ts", how: "changed" }]);
  });

  it("is recorded whole when the one before it was taken away", async () => {
    const snapshots = await ground.open();
    const first = await snapshots.take("before");
    await snapshots.forget();
    rmSync(join(ground.store, "objects"), { recursive: true });
    mkdirSync(join(ground.store, "objects"));
    expect(() => ground.kept("cat-file", "-e", first.id)).toThrow();
    const second = await snapshots.take({ step: "a", attempt: 1 });
    expect(ground.treeOf(second.id)).toBe(ground.treeByGit());
  });

  it("fails with git's words where git cannot write, and leaves nothing behind", async () => {
    const snapshots = await ground.open();
    await snapshots.take("before");
    const before = ground.theirs();
    const pack = join(ground.store, "objects/pack");
    renameSync(pack, `${pack}-away`);
    writeFileSync(pack, "");
    for (let index = 0; index < 30; index += 1) ground.write(`many/${index}`, "x".repeat(20_000) + index);
    await expect(snapshots.take("before")).rejects.toThrow("pack");
    ground.remove("many");
    expect({ ...ground.theirs(), status: "" }).toEqual({ ...before, status: "" });
    rmSync(pack);
    renameSync(`${pack}-away`, pack);
    expect(readdirSync(ground.store).filter((name) => name.includes("crash"))).toEqual([]);
    expect(ground.treeOf((await snapshots.take("before")).id)).toBe(ground.treeByGit());
  });

  it("is taken one after the other, however many ask", async () => {
    const snapshots = await ground.open();
    const taken = await Promise.all([1, 2, 3, 4].map((attempt) => snapshots.take({ step: "s", attempt })));
    expect((await snapshots.list()).map(({ id }) => id)).toEqual(taken.map(({ id }) => id));
  });

  it("keeps large files without holding them in memory, and leaves out those that are too large", async () => {
    ground.write("large", "");
    truncateSync(ground.path("large"), 40_000_000);
    ground.write("too-large", Buffer.alloc(50_000_001));
    const snapshots = await ground.open({ largest: 50_000_000 });
    const before = await snapshots.take("before");
    expect(before.leftOut).toEqual([{ path: "too-large", because: "it has more than 50,000,000 bytes" }]);
    const size = ground.kept("cat-file", "-s", `${before.id}:large`).trim();
    expect(size).toBe("40000000");
    expect(ground.kept("rev-parse", `${before.id}:large`)).toBe(ground.git("hash-object", "--no-filters", "large"));
  });

  it.skipIf(isRoot && lacks("setpriv"))(
    "says which files cannot be read, takes none of them for removed, and rolls none of them back",
    () => {
      // Nobody can keep root from reading.
      const become = isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
      const script = fileURLToPath(new URL("./snapshot-unreadable.process.ts", import.meta.url));
      const [program = "", ...args] = [...become, process.execPath, script];
      const ran = spawnSync(program, args, { encoding: "utf8", env: { ...process.env, HOME: "/nonexistent" } });
      const because = "it cannot be read: the system says EACCES";
      expect(ran.stdout === "" ? ran.stderr : JSON.parse(ran.stdout)).toEqual({
        leftOut: ["closed/x", "new", "src/a.ts"].map((path) => ({ path, because })),
        changed: [],
        conflicts: [{ path: "src/a.ts", because: "it cannot be read, so its content could be lost" }],
        left: [{ path: "src/a.ts", because: "the system says EACCES" }],
      });
    },
  );

  it("does not wait for a pipe, and says that it is none of its files", async () => {
    const snapshots = await ground.open();
    await snapshots.take("before");
    ground.remove("src/a.ts");
    spawnSync("mkfifo", [ground.path("src/a.ts")]);
    const { leftOut } = await snapshots.take({ step: "s", attempt: 1 });
    expect(leftOut).toEqual([{ path: "src/a.ts", because: "it is neither a file nor a link" }]);
  });

  it("leaves repositories inside out, and says so; submodules are kept as their commit", async () => {
    const other = new Ground();
    try {
      other.write("x", "1");
      const first = other.commit();
      ground.git("submodule", "--quiet", "add", other.project, "sub");
      ground.commit();
      mkdirSync(ground.path("lies/around"), { recursive: true });
      ground.gitIn(ground.path("lies/around"), "init", "-q");
      ground.write("lies/around/file", "1");
      const snapshots = await ground.open();
      const before = await snapshots.take("before");
      expect(before.leftOut).toEqual([{ path: "lies/around/", because: "it is a git repository of its own" }]);
      expect(ground.kept("rev-parse", `${before.id}:sub`).trim()).toBe(first);
      ground.write("sub/x", "2");
      ground.gitIn(ground.path("sub"), "commit", "-qam", "second");
      const after = await snapshots.take({ step: "s", attempt: 1 });
      expect(await snapshots.changed(before.id, after.id)).toEqual([{ path: "sub", how: "changed" }]);
      const back = await snapshots.rollback(before.id, { expected: after.id });
      expect(back).toMatchObject({ ok: true, changes: [], left: [{ path: "sub" }] });
    } finally {
      other.clear();
    }
  });

  it("is of the project alone where that is a part of the repository", async () => {
    ground.write("part/x.ts", "1\n");
    ground.write("part/.pi/plans/p.md", "1\n");
    ground.commit();
    ground.write("outside.ts", "1\n");
    const snapshots = await ground.open({ in: "part" });
    const before = await snapshots.take("before");
    expect(ground.kept("ls-tree", "-r", "--name-only", "--full-tree", before.id)).toBe("x.ts\n");
    ground.write("outside.ts", "2\n");
    ground.write("part/y.ts", "1\n");
    const after = await snapshots.take({ step: "s", attempt: 1 });
    expect(await snapshots.changed(before.id, after.id)).toEqual([{ path: "y.ts", how: "added" }]);
    expect(await snapshots.rollback(before.id, { expected: after.id })).toMatchObject({ ok: true });
    expect(ground.read("outside.ts")).toBe("2\n");
    expect(existsSync(ground.path("part/y.ts"))).toBe(false);
    ground.gitIn(ground.path("part"), "init", "-q");
    expect((await snapshots.take({ step: "t", attempt: 1 })).leftOut).toEqual([
      { path: "./", because: "it is a git repository of its own" },
    ]);
  });

  it.each([
    ["without any commit", () => new Ground()],
    ["that hashes with SHA-256", () => new Ground("--object-format=sha256")],
  ])("works in a repository %s", async (_, make) => {
    const other = make();
    try {
      const snapshots = await other.open();
      const before = await snapshots.take("before");
      expect(other.treeOf(before.id)).toBe(other.treeByGit());
      other.write("deep/er/file", "1");
      const after = await snapshots.take({ step: "s", attempt: 1 });
      expect(other.treeOf(after.id)).toBe(other.treeByGit());
      expect(await snapshots.rollback(before.id, { expected: after.id })).toMatchObject({ ok: true });
      expect(readdirSync(other.project)).toEqual([".git"]);
    } finally {
      other.clear();
    }
  });

  it("works where a path has line breaks and spaces at its ends", async () => {
    const odd = join(ground.root, " a\nb \n");
    renameSync(ground.project, odd);
    ground.project = odd;
    ground.git("worktree", "add", "-q", "-b", "side", join(ground.root, "a side\n"));
    mkdirSync(join(odd, "part\n"));
    ground.write("part\n/x.ts", "1\n");
    ground.commit();
    for (const project of [odd, join(ground.root, "a side\n"), join(odd, "part\n")]) {
      ground.project = project;
      ground.write("x.ts", "1\n");
      const snapshots = await ground.open({ runId: "odd" });
      const first = await snapshots.take("before");
      ground.write("x.ts", "2\n");
      const second = await snapshots.take({ step: "s", attempt: 1 });
      expect(await snapshots.changed(first.id, second.id)).toEqual([{ path: "x.ts", how: "changed" }]);
      expect(await snapshots.rollback(first.id, { expected: second.id })).toMatchObject({ ok: true });
      expect(ground.read("x.ts")).toBe("1\n");
    }
    expect(abandonedStores(ground.home)).toEqual([]);
  });

  it("works in a second work tree, and in a shallow clone", async () => {
    ground.write("src/a.ts", "two\n");
    ground.commit();
    ground.git("worktree", "add", "-q", "-b", "side", join(ground.root, "side"));
    ground.gitIn(ground.root, "clone", "-q", "--depth=1", `file://${ground.project}`, "shallow");
    for (const name of ["side", "shallow"]) {
      ground.project = join(ground.root, name);
      const before = ground.theirs();
      const snapshots = await ground.open({ runId: name });
      const first = await snapshots.take("before");
      expect(ground.treeOf(first.id)).toBe(ground.treeByGit());
      ground.write("src/a.ts", "three\n");
      const second = await snapshots.take({ step: "s", attempt: 1 });
      expect(await snapshots.rollback(first.id, { expected: second.id })).toMatchObject({ ok: true });
      expect(ground.theirs()).toEqual(before);
    }
  });

  it("takes nothing for removed that a sparse checkout leaves out", async () => {
    for (const isSparseIndex of ["false", "true"]) {
      ground.git("sparse-checkout", "set", "--cone", `--${isSparseIndex === "true" ? "" : "no-"}sparse-index`, "other");
      const snapshots = await ground.open({ runId: isSparseIndex });
      const before = await snapshots.take("before");
      expect(ground.kept("ls-tree", "-r", "--name-only", before.id)).toBe(".gitignore\nnew.ts\n");
      ground.write("other/x", "1");
      const after = await snapshots.take({ step: "s", attempt: 1 });
      expect(await snapshots.rollback(before.id, { expected: after.id })).toMatchObject({ ok: true });
      expect(existsSync(ground.path("src"))).toBe(false);
    }
  });
});

describe("what differs between two snapshots", () => {
  it("is told by file, and as unified text", async () => {
    const snapshots = await ground.open();
    const before = await snapshots.take("before");
    ground.write("src/a.ts", "one\ntwo\n");
    ground.remove("src/b.ts");
    ground.write("ü/binary", Buffer.from([0, 1, 2, 0]));
    chmodSync(ground.path("new.ts"), 0o755);
    const after = await snapshots.take({ step: "s", attempt: 1 });
    expect(await snapshots.changed(before.id, after.id)).toEqual([
      { path: "new.ts", how: "changed" },
      { path: "src/a.ts", how: "changed" },
      { path: "src/b.ts", how: "removed" },
      { path: "ü/binary", how: "added" },
    ]);
    const text = await snapshots.diff(before.id, after.id);
    expect(text).toContain("--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1,2 @@\n one\n+two\n");
    expect(text).toContain("Binary files /dev/null and b/ü/binary differ");
    expect(text).toContain("old mode 100644\nnew mode 100755");
    const some = await snapshots.diff(before.id, after.id, { paths: ["src/a.ts"] });
    expect(some.match(/^diff --git/gm)).toHaveLength(1);
    expect(await snapshots.diff(before.id, after.id, { paths: [] })).toBe("");
    expect(await snapshots.diff(before.id, after.id, { paths: ["src/*"] })).toBe("");
    expect(await snapshots.diff(before.id, after.id, { longest: 100 })).toMatch(/^.{100}\n… the rest is left out/s);
  });

  it("looks the same whatever anybody's settings and attributes say", async () => {
    const { script, isSprung } = ground.trap();
    const snapshots = await ground.open();
    const before = await snapshots.take("before");
    ground.write("src/a.ts", "two\n");
    const after = await snapshots.take({ step: "s", attempt: 1 });
    const plain = await snapshots.diff(before.id, after.id);
    ground.write(".gitattributes", "*.ts -diff diff=x\n");
    ground.write(".git/info/attributes", "*.ts -diff diff=x\n");
    const settings = {
      "diff.external": script,
      "diff.x.textconv": script,
      "diff.x.command": script,
      "core.pager": script,
      "color.ui": "always",
      "diff.noprefix": "true",
      "core.attributesFile": ground.path(".gitattributes"),
    };
    for (const [key, value] of Object.entries(settings)) ground.git("config", key, value);
    expect(await snapshots.diff(before.id, after.id)).toBe(plain);
    expect(plain).toContain("+two");
    expect(isSprung()).toBe(false);
  });
});

describe("the snapshots of a plan", () => {
  it("are listed run by run, and forgotten by run, without a trace", async () => {
    const before = ground.theirs();
    let now = 1_700_000_000_000;
    const options = { now: () => now };
    const old = await ground.open({ runId: "z / old..run~^:?*[\\.lock", ...options });
    await old.take("before");
    now += 60_000;
    const recent = await ground.open({ runId: "a", ...options });
    await recent.take("before");
    await recent.take({ step: "s", attempt: 12 });
    await (await ground.open({ planId: "PLAN-00000002" })).take("before");
    const listed = await recent.list();
    expect(listed.map(({ run, number }) => `${run} ${number}`)).toEqual(["z / old..run~^:?*[\\.lock 1", "a 1", "a 2"]);
    expect(listed[0]?.at).toBe("2023-11-14T22:13:20.000Z");
    await recent.forget("z / old..run~^:?*[\\.lock");
    expect((await recent.list()).map(({ run }) => run)).toEqual(["a", "a"]);
    await recent.forget();
    await recent.forget();
    expect(await recent.list()).toEqual([]);
    expect(await (await ground.open({ planId: "PLAN-00000002" })).list()).toHaveLength(1);
    expect(ground.theirs()).toEqual(before);
  });

  it("cannot be those of something that is no plan", async () => {
    await expect(ground.open({ planId: "../../heads/main" })).rejects.toThrow("is not a plan id");
  });
});

describe("where there can be no snapshot, it is said why:", () => {
  it("outside of git", async () => {
    const place = join(ground.root, "plain");
    mkdirSync(place);
    expect(await openSnapshots(place, { env: process.env, planId: PLAN, runId: "r" })).toEqual({
      none: "the project is in no git repository",
    });
  });

  it("in a bare repository", async () => {
    ground.gitIn(ground.root, "init", "-q", "--bare", "bare");
    ground.project = join(ground.root, "bare");
    expect(await ground.tryOpen()).toEqual({ none: "the git repository is bare: it has no working tree" });
  });

  it("in a directory that the repository ignores", async () => {
    expect(await ground.tryOpen({ in: "dist" })).toEqual({
      none: `the git repository in ${ground.project} ignores this directory`,
    });
  });

  it("in a repository that git does not understand, or nobody does", async () => {
    ground.git("config", "core.repositoryFormatVersion", "7");
    expect(await ground.tryOpen()).toEqual({ none: expect.stringContaining("git says: ") });
    rmSync(ground.path(".git/HEAD"));
    writeFileSync(ground.path(".git/HEAD"), "what");
    expect(await ground.tryOpen()).toEqual({ none: expect.stringContaining("is not understood") });
  });

  it("without git", async () => {
    expect(await ground.tryOpen({ env: { PATH: ground.root } })).toEqual({ none: "git is not installed" });
  });
});

/** Git minds a few names by default that only other systems would. */
function withoutProtection<T>(work: () => T): T {
  ground.git("config", "core.protectNTFS", "false");
  return work();
}
