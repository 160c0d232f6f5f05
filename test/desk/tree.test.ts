import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compareTrees, lookAtTree, type Tree, type TreeComparison, type TreeLimits } from "../../src/desk/tree.ts";

let root: string;
let project: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-tree-")));
  project = join(root, "project");
  mkdirSync(project);
});
afterEach(() => {
  execFileSync("chmod", ["-R", "u+rwx", root]);
  rmSync(root, { recursive: true, force: true });
});

const gitIn = (directory: string, ...args: string[]) =>
  execFileSync(
    "git",
    [
      ...["-C", directory, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"],
      ...["-c", "init.defaultBranch=main", ...args],
    ],
    { encoding: "utf8", stdio: "pipe" },
  );
const git = (...args: string[]) => gitIn(project, ...args);
const write = (path: string, text: string) => {
  mkdirSync(join(project, path, ".."), { recursive: true });
  writeFileSync(join(project, path), text);
};
/** A name of any bytes. */
const raw = (...bytes: (string | number)[]) =>
  Buffer.concat([
    Buffer.from(`${project}/`),
    ...bytes.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([part]))),
  ]);

function commit(): string {
  git("add", "-A");
  git("commit", "-qm", "more");
  return git("rev-parse", "HEAD").trim();
}

/** A repository with a tracked file, an ignored one, and a new one. */
function repository(): string {
  git("init", "-q");
  write("src/a.ts", "1");
  write("src/b.ts", "1");
  write(".gitignore", "dist/\n");
  const at = commit();
  write("dist/out.js", "1");
  write("new.ts", "1");
  return at;
}

/** What comparing says after something was done. */
async function comparedAfter(work: () => unknown, limits: Partial<TreeLimits> = {}): Promise<TreeComparison> {
  const before = await lookAtTree(project, limits);
  await work();
  return compareTrees(before, await lookAtTree(project, limits));
}
const filesOf = (comparison: TreeComparison) =>
  comparison.kind === "changed" ? comparison.files.map(({ path, how }) => `${how} ${path}`) : comparison;
const NOT_READ = { mostHashed: { files: 0, bytes: 0 } };

describe("a working tree in git", () => {
  it("is unchanged at its commit when nothing was done, nor to what is ignored", async () => {
    const at = repository();
    expect(await comparedAfter(() => {})).toEqual({ kind: "unchanged", at });
    expect(await comparedAfter(() => write("dist/more.js", "2"))).toEqual({ kind: "unchanged", at });
    expect(await comparedAfter(() => git("status"))).toEqual({ kind: "unchanged", at });
  });

  it.each([
    ["a tracked file with other content", () => write("src/a.ts", "2"), ["changed src/a.ts"]],
    ["a new file", () => write("src/c.ts", "1"), ["added src/c.ts"]],
    ["a file that was new already", () => write("new.ts", "2"), ["changed new.ts"]],
    ["a file that is gone", () => rmSync(join(project, "src/b.ts")), ["removed src/b.ts"]],
    [
      "a renamed file",
      () => renameSync(join(project, "src/b.ts"), join(project, "src/z.ts")),
      ["removed src/b.ts", "added src/z.ts"],
    ],
    ["a file that may be executed now", () => chmodSync(join(project, "src/a.ts"), 0o755), ["changed src/a.ts"]],
    [
      "a file that became a link",
      () => {
        rmSync(join(project, "src/b.ts"));
        symlinkSync("a.ts", join(project, "src/b.ts"));
      },
      ["changed src/b.ts"],
    ],
    [
      "what is ignored from now on",
      () => write(".gitignore", "dist/\nnew.ts\n"),
      ["changed .gitignore", "removed new.ts"],
    ],
    ["a setting of git", () => git("config", "core.sshCommand", "x"), ["changed .git/config"]],
    [
      "what git overlooks",
      () => writeFileSync(join(project, ".git/info/exclude"), "evil.ts\n"),
      ["changed .git/info/exclude"],
    ],
    [
      "a hook",
      () => {
        mkdirSync(join(project, ".git/hooks"), { recursive: true });
        writeFileSync(join(project, ".git/hooks/pre-push"), "#!/bin/sh\n", { mode: 0o755 });
      },
      ["added .git/hooks/pre-push"],
    ],
    ["the settings of the project", () => write(".pi/plans.json", "{}"), ["added .pi/plans.json"]],
  ])("shows %s", async (_, work, files) => {
    repository();
    expect(filesOf(await comparedAfter(work))).toEqual(files);
    rmSync(project, { recursive: true });
    mkdirSync(project);
    repository();
    expect(filesOf(await comparedAfter(work, NOT_READ))).toEqual(files);
  });

  it("does not have the plans, whether git tracks them or not", async () => {
    repository();
    write(".pi/plans/PLAN-0a1b2c3d.md", "1");
    const at = commit();
    const work = () => {
      write(".pi/plans/PLAN-0a1b2c3d.md", "2");
      write(".pi/plans/PLAN-0a1b2c3e.md", "1");
      git("add", ".pi");
    };
    expect(await comparedAfter(work)).toEqual({ kind: "unchanged", at });
  });

  it("tells that a file was put into the index, though every file is the same", async () => {
    repository();
    expect(await comparedAfter(() => git("add", "new.ts"))).toEqual({ kind: "changed", files: [], isStaged: true });
  });

  it("tells that it is on another commit or branch", async () => {
    const first = repository();
    git("add", "new.ts");
    const before = await lookAtTree(project);
    git("commit", "-qm", "x");
    const second = git("rev-parse", "HEAD").trim();
    expect(compareTrees(before, await lookAtTree(project))).toEqual({
      kind: "changed",
      files: [],
      head: { before: { commit: first, branch: "main" }, now: { commit: second, branch: "main" } },
    });
    expect(await comparedAfter(() => git("checkout", "-qb", "other"))).toMatchObject({
      head: { before: { branch: "main" }, now: { branch: "other", commit: second } },
    });
    expect(await comparedAfter(() => git("checkout", "-q", "--detach"))).toMatchObject({
      head: { now: { commit: second } },
    });
  });

  it("has no commit before the first", async () => {
    git("init", "-q");
    write("a.ts", "1");
    expect(await comparedAfter(() => {})).toEqual({ kind: "unchanged" });
    expect(filesOf(await comparedAfter(() => write("a.ts", "2")))).toEqual(["changed a.ts"]);
  });

  it("is the same when a file was only touched, as far as contents are known", async () => {
    const at = repository();
    const touch = () => utimesSync(join(project, "src/a.ts"), 1_000_000_000, 1_000_000_000);
    expect(await comparedAfter(touch)).toEqual({ kind: "unchanged", at });
    const link = () => linkSync(join(project, "src/a.ts"), join(root, "twin"));
    expect(await comparedAfter(link)).toEqual({ kind: "unchanged", at });
    expect(filesOf(await comparedAfter(() => utimesSync(join(project, "src/a.ts"), 2, 2), NOT_READ))).toEqual([
      "changed src/a.ts",
    ]);
  });

  it.each([[{}], [NOT_READ]])("finds a file of the same size whose time was set back: %j", async (limits) => {
    repository();
    const path = join(project, "src/a.ts");
    utimesSync(path, 1_000_000_000, 1_000_000_000);
    const work = () => {
      writeFileSync(path, "2");
      utimesSync(path, 1_000_000_000, 1_000_000_000);
    };
    expect(filesOf(await comparedAfter(work, limits))).toEqual(["changed src/a.ts"]);
  });

  it("keeps names apart that hold line breaks, tabs, or bytes that are no text", async () => {
    repository();
    const names = [raw("line\nbreak"), raw("tab\t1"), raw("a", 0xff), raw("a", 0xfe), raw("ü", 0xff), raw("日本")];
    for (const name of names) writeFileSync(name, "1");
    git("add", "-A");
    const work = () => {
      for (const name of names) writeFileSync(name, "2");
    };
    const expected = ["a\\xfe", "a\\xff", "line\nbreak", "tab\t1", "\\xc3\\xbc\\xff", "日本"];
    expect(new Set(filesOf(await comparedAfter(work)) as string[])).toEqual(
      new Set(expected.map((name) => `changed ${name}`)),
    );
    git("rm", "-qf", "--cached", "-r", ".");
    expect(filesOf(await comparedAfter(() => writeFileSync(raw("a", 0xff), "3")))).toEqual(["changed a\\xff"]);
  });

  it("has what names that mean something to JavaScript stand for", async () => {
    repository();
    expect(filesOf(await comparedAfter(() => write("__proto__", "1")))).toEqual(["added __proto__"]);
    expect(filesOf(await comparedAfter(() => rmSync(join(project, "__proto__"))))).toEqual(["removed __proto__"]);
  });

  it("looks at links, pipes and broken links without following or opening them", async () => {
    repository();
    writeFileSync(join(root, "outside"), "1");
    symlinkSync(join(root, "outside"), join(project, "out"));
    symlinkSync("nowhere", join(project, "broken"));
    execFileSync("mkfifo", [join(project, "pipe")]);
    git("add", "-A");
    expect((await comparedAfter(() => writeFileSync(join(root, "outside"), "2"))).kind).toBe("unchanged");
    const work = () => {
      rmSync(join(project, "broken"));
      symlinkSync("elsewhere", join(project, "broken"));
    };
    expect(filesOf(await comparedAfter(work))).toEqual(["changed broken"]);
  });

  it("has the files of submodules and of other repositories in it, each by its own rules", async () => {
    const library = join(root, "library");
    mkdirSync(library);
    gitIn(library, "init", "-q");
    writeFileSync(join(library, "lib.ts"), "1");
    writeFileSync(join(library, ".gitignore"), "*.log\n");
    gitIn(library, "add", "-A");
    gitIn(library, "commit", "-qm", "x");
    repository();
    git("submodule", "add", "-q", library, "vendor/lib");
    const at = commit();
    mkdirSync(join(project, "nested"));
    gitIn(join(project, "nested"), "init", "-q");
    write("nested/n.ts", "1");
    expect(await comparedAfter(() => write("vendor/lib/x.log", "1"))).toEqual({ kind: "unchanged", at });
    expect(filesOf(await comparedAfter(() => write("vendor/lib/lib.ts", "2")))).toEqual(["changed vendor/lib/lib.ts"]);
    expect(filesOf(await comparedAfter(() => write("nested/m.ts", "1")))).toEqual(["added nested/m.ts"]);
    expect(filesOf(await comparedAfter(() => gitIn(join(project, "vendor/lib"), "commit", "-qam", "y")))).toEqual([
      "changed vendor/lib/",
    ]);
    expect(filesOf(await comparedAfter(() => rmSync(join(project, "nested"), { recursive: true })))).toEqual([
      "removed nested/",
      "removed nested/.git/config",
      "removed nested/.git/info/exclude",
      "removed nested/m.ts",
      "removed nested/n.ts",
    ]);
  });

  it("sees what was put into a submodule that was never fetched", async () => {
    repository();
    git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},vendor/lib`);
    mkdirSync(join(project, "vendor/lib"), { recursive: true });
    expect(await comparedAfter(() => {})).not.toHaveProperty("note");
    expect(filesOf(await comparedAfter(() => write("vendor/lib/x.ts", "1")))).toEqual(["added vendor/lib/x.ts"]);
    expect(filesOf(await comparedAfter(() => rmSync(join(project, "vendor"), { recursive: true })))).toEqual([
      "removed vendor/lib/x.ts",
    ]);
  });

  it("is the project's directory where the repository is larger", async () => {
    git("init", "-q");
    write("app/a.ts", "1");
    write("other/b.ts", "1");
    const at = commit();
    const before = await lookAtTree(join(project, "app"));
    write("other/b.ts", "2");
    expect(compareTrees(before, await lookAtTree(join(project, "app")))).toEqual({ kind: "unchanged", at });
    write("app/a.ts", "2");
    expect(filesOf(compareTrees(before, await lookAtTree(join(project, "app"))))).toEqual(["changed a.ts"]);
  });

  it("is not looked for where the environment says", async () => {
    repository();
    const before = await lookAtTree(project);
    process.env["GIT_DIR"] = join(root, "elsewhere");
    process.env["GIT_INDEX_FILE"] = join(root, "no-index");
    try {
      expect(compareTrees(before, await lookAtTree(project)).kind).toBe("unchanged");
    } finally {
      delete process.env["GIT_DIR"];
      delete process.env["GIT_INDEX_FILE"];
    }
  });

  describe("of a repository that names programs", () => {
    const isSprung = () => existsSync(join(root, "sprung"));
    let trap: string;
    beforeEach(() => {
      trap = join(root, "trap.sh");
      writeFileSync(trap, `#!/bin/sh\n: > ${join(root, "sprung")}\ncat\n`, { mode: 0o755 });
    });

    it.each([
      ...["core.fsmonitor", "filter.x.clean", "filter.x.process", "diff.external", "core.pager", "core.sshCommand"],
      ...["core.editor", "credential.helper", "core.alternateRefsCommand", "core.gitProxy", "alias.ls-files"],
    ])("runs none of them: %s", async (key) => {
      repository();
      write(".gitattributes", "*.ts diff=x filter=x\n");
      git("config", key, key.startsWith("alias") ? `!${trap}` : trap);
      utimesSync(join(project, "src/a.ts"), 1_000_000_000, 1_000_000_000);
      expect(filesOf(await comparedAfter(() => write("src/b.ts", "2")))).toEqual(["changed src/b.ts"]);
      expect(isSprung()).toBe(false);
      // Not because the trap is broken.
      if (key === "core.fsmonitor") git("ls-files", "--others");
      if (key === "filter.x.clean") git("status");
      if (key === "core.fsmonitor" || key === "filter.x.clean") expect(isSprung()).toBe(true);
    });

    it("does not take a program of the project for git", async () => {
      repository();
      write("node_modules/.bin/git", "");
      writeFileSync(join(project, "node_modules/.bin/git"), readFileSync(trap), { mode: 0o755 });
      const before = process.env["PATH"];
      process.env["PATH"] = `${join(project, "node_modules/.bin")}:.:${before}`;
      try {
        expect((await comparedAfter(() => {})).kind).toBe("unchanged");
      } finally {
        process.env["PATH"] = before;
      }
      expect(isSprung()).toBe(false);
    });

    it("runs no hook", async () => {
      repository();
      mkdirSync(join(project, ".git/hooks"), { recursive: true });
      for (const hook of ["post-index-change", "reference-transaction", "fsmonitor-watchman"])
        writeFileSync(join(project, ".git/hooks", hook), readFileSync(trap), { mode: 0o755 });
      expect((await comparedAfter(() => {})).kind).toBe("unchanged");
      expect(isSprung()).toBe(false);
    });

    it("looks at the project, whatever the repository calls its working tree", async () => {
      repository();
      mkdirSync(join(root, "other"));
      git("config", "core.worktree", join(root, "other"));
      expect(filesOf(await comparedAfter(() => write("src/a.ts", "2")))).toEqual(["changed src/a.ts"]);
    });
  });

  it("is walked where the repository is not understood, and says so", async () => {
    repository();
    writeFileSync(join(project, ".git", "index"), "no index");
    const comparison = await comparedAfter(() => write("dist/out.js", "2"));
    expect(comparison).toMatchObject({ files: [{ path: "dist/out.js", how: "changed" }] });
    expect(comparison).toHaveProperty("note", expect.stringContaining("git was not asked"));
  });

  it("cannot be told from what it was when git was asked only once", async () => {
    repository();
    const comparison = await comparedAfter(() => writeFileSync(join(project, ".git", "index"), "no index"));
    expect(comparison).toMatchObject({ kind: "unknown", because: expect.stringContaining("git could be asked") });
  });
});

describe("a working tree outside git", () => {
  const note = expect.stringContaining("it is in no repository");

  it("is every file but what packages brought, and says that git was not asked", async () => {
    write("a/b.txt", "1");
    write("node_modules/x/index.js", "1");
    expect(await comparedAfter(() => write("node_modules/x/index.js", "2"))).toEqual({ kind: "unchanged", note });
    expect(await comparedAfter(() => write("a/c.txt", "1"))).toEqual({
      kind: "changed",
      files: [{ path: "a/c.txt", how: "added" }],
      note,
    });
    expect(await comparedAfter(() => write(".pi/plans/PLAN-0a1b2c3d.md", "1"))).toEqual({ kind: "unchanged", note });
  });

  it("holds names of any bytes, links to directories, and directories nobody can open", async () => {
    mkdirSync(raw("d", 0xff));
    writeFileSync(raw("d", 0xff, "/f\n"), "1");
    symlinkSync(root, join(project, "up"));
    write("shut/x", "1");
    chmodSync(join(project, "shut"), 0);
    expect(filesOf(await comparedAfter(() => writeFileSync(raw("d", 0xff, "/f\n"), "2")))).toEqual([
      "changed d\\xff/f\n",
    ]);
  });

  it("is not looked at to the end when it has too many files", async () => {
    mkdirSync(join(project, "huge"));
    for (let n = 0; n < 1_200; n += 1) writeFileSync(join(project, "huge", String(n)), "");
    expect(await lookAtTree(project, { mostFiles: 1_000 })).toMatchObject({
      kind: "unseen",
      because: "there are more than 1,000 files",
    });
    expect(compareTrees(await lookAtTree(project, { mostFiles: 1_000 }), await lookAtTree(project))).toEqual({
      kind: "unknown",
      because: "there are more than 1,000 files",
    });
    expect(await lookAtTree(project, { mostMs: 0 })).toMatchObject({ kind: "unseen" });
    expect((await lookAtTree(project)).kind).toBe("seen");
  });

  it("cannot be compared with one nobody looked at", async () => {
    expect(compareTrees(undefined, await lookAtTree(project))).toMatchObject({ kind: "unknown" });
    expect(await lookAtTree(join(root, "nowhere"))).toMatchObject({
      kind: "unseen",
      because: "the system says ENOENT",
    });
  });

  it("lets others work while it is looked at", async () => {
    for (let n = 0; n < 8_000; n += 1) writeFileSync(join(project, String(n)), "x".repeat(5_000));
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    // Their contents are read, which takes long enough on any machine.
    const limits = { mostMs: 60_000, mostHashed: { files: 10_000, bytes: 100_000_000 } };
    const tree: Tree = await lookAtTree(project, limits);
    isDone = true;
    expect(tree.kind).toBe("seen");
    expect(turns).toBeGreaterThan(1);
  });
});
