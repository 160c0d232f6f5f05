import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { readHead } from "../../src/desk/git/read-head.ts";
import { headCommit } from "../../src/desk/head-commit.ts";
import { afterTest } from "../agent/bench/after-test.ts";

type Where = "main" | "below" | "linked" | "module";
type Kept = { id: string } | { ref: string } | { text: string } | "directory" | "link out";

/** A repository, written down file by file: git itself would not make most of these. */
interface Shape {
  where: Where;
  config: string;
  head: Kept;
  loose: Record<string, Kept>;
  packed: [name: string, id: string][];
  packedHeader: string;
}

const ID = "0123456789abcdef0123456789abcdef01234567";
const PLAIN: Shape = {
  where: "main",
  config: "[core]\n\trepositoryformatversion = 0\n",
  head: { ref: "refs/heads/main" },
  loose: { "refs/heads/main": { id: ID } },
  packed: [],
  packedHeader: "# pack-refs with: peeled fully-peeled sorted ",
};
const SHA256 = "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-head-")));
  afterTest(() => rmSync(root, { recursive: true, force: true }));
});

/** Writes it down, and tells which directory is the project. */
function make({ where, config, head, loose, packed, packedHeader }: Shape): string {
  rmSync(join(root, "p"), { recursive: true, force: true });
  const top = join(root, "p/top");
  const commonDir = where === "module" ? join(root, "p/modules/top") : join(top, ".git");
  const gitDir = where === "linked" ? join(commonDir, "worktrees/linked") : commonDir;
  const project = { main: top, below: join(top, "a/b"), linked: join(root, "p/linked"), module: top }[where];
  for (const directory of [project, gitDir, `${commonDir}/objects`, `${commonDir}/refs`, `${commonDir}/outside`])
    mkdirSync(directory, { recursive: true });
  if (where === "module") writeFileSync(join(top, ".git"), "gitdir: ../modules/top\n");
  if (where === "linked") {
    writeFileSync(join(project, ".git"), `gitdir: ${gitDir}\n`);
    writeFileSync(join(gitDir, "commondir"), "../..\n");
    writeFileSync(join(gitDir, "gitdir"), join(project, ".git\n"));
    writeFileSync(join(commonDir, "HEAD"), "ref: refs/heads/other\n");
  }
  writeFileSync(join(commonDir, "config"), config);
  writeFileSync(join(root, "p/elsewhere"), `${ID}\n`);
  keep(join(gitDir, "HEAD"), head);
  for (const [name, kept] of Object.entries(loose)) keep(join(commonDir, name), kept);
  if (packed.length > 0) writeFileSync(join(commonDir, "packed-refs"), packedRefs(packed, packedHeader, config));
  return project;
}

/** As git writes them: it reads all of them wherever HEAD is, and stops at one that is wrong. */
function packedRefs(packed: Shape["packed"], header: string, config: string): string {
  const digits = config.includes("sha256") ? 64 : 40;
  const entries = packed.map(([name, id]): [string, string] => [name, id.padEnd(digits, "5").slice(0, digits)]);
  const inOrder = [...new Map(entries)].sort(([one], [two]) => Buffer.compare(Buffer.from(one), Buffer.from(two)));
  const lines = (header.includes("sorted") ? inOrder : entries).map(([name, id]) => `${id} ${name}\n`);
  return [header === "" ? "" : `${header}\n`, ...lines].join("");
}

function keep(file: string, kept: Kept): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (kept === "directory") mkdirSync(file);
    else if (kept === "link out") symlinkSync(join(root, "p/elsewhere"), file);
    else if ("text" in kept) writeFileSync(file, kept.text);
    else writeFileSync(file, "id" in kept ? `${kept.id}\n` : `ref: ${kept.ref}\n`);
  } catch {
    // A reference `a` leaves no place for `a/b`.
  }
}

const byGit = (project: string) => git(project, "rev-parse", "--verify", "--quiet", "--short=12", "HEAD");

function git(project: string, ...words: string[]): string | undefined {
  const args = ["-C", project, ...words];
  const env = { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8", env });
  return status === 0 ? stdout.trim() : undefined;
}

/** Commit and branch are those that git tells. */
function expectSame(project: string): void {
  expect(headCommit(project)).toBe(byGit(project));
  const head = readHead(project);
  if (typeof head === "object") expect(head.branch).toBe(git(project, "symbolic-ref", "--quiet", "HEAD"));
}

describe("the commit a project is at", () => {
  const chain = (length: number): Shape["loose"] =>
    Object.fromEntries([
      ...Array.from({ length }, (_, n) => [`refs/heads/${n}`, { ref: `refs/heads/${n + 1}` }]),
      [`refs/heads/${length}`, { id: ID }],
    ]);

  it.each<[string, Partial<Shape>, unknown]>([
    ["on a branch", {}, { id: ID }],
    ["on a branch that is packed", { loose: {}, packed: [["refs/heads/main", ID]] }, { id: ID }],
    ["on a branch with marks and letters", at("refs/heads/größe/@a_1.2+x-y"), { id: ID }],
    ["on no branch", { head: { id: ID } }, { id: ID }],
    ["on a branch without a commit", { loose: {} }, "none"],
    ["by a reference to a reference", { head: { ref: "refs/heads/0" }, loose: chain(3) }, { id: ID }],
    ["in a directory below", { where: "below" }, { id: ID }],
    ["in another work tree", { where: "linked" }, { id: ID }],
    ["in a submodule", { where: "module" }, { id: ID }],
    ["with longer ids", { config: SHA256, head: { id: ID.padEnd(64, "f") } }, { id: ID.padEnd(64, "f") }],
  ])("is read from files: %s", (_, part, read) => {
    const project = make({ ...PLAIN, ...part });
    const head = readHead(project);
    expect(typeof head === "object" ? { id: head.id } : head).toEqual(read);
    expectSame(project);
  });

  it.each<[string, Partial<Shape>]>([
    ["references are kept in tables", { config: `${SHA256}\trefstorage = reftable\n` }],
    ["a later git made it", { config: "[core]\n\trepositoryformatversion = 2\n" }],
    ["its settings are no settings", { config: "[core" }],
    ["a link leads out of it", { loose: { "refs/heads/main": "link out" } }],
    ["a directory is in the way", { loose: { "refs/heads/main": "directory" }, packed: [["refs/heads/main", ID]] }],
    ["a reference leads out of it", at("refs/heads/../../../elsewhere")],
    ["it goes round in circles", { loose: { "refs/heads/main": { ref: "refs/heads/main" } } }],
    ["the chain is too long", { head: { ref: "refs/heads/0" }, loose: chain(4) }],
    ["an id is of another length", { head: { id: `${ID}00` } }],
    ["a tag is called HEAD and the branch has no commit", { loose: { "refs/tags/HEAD": { id: ID } } }],
    ["packed references have no header", { loose: {}, packed: [["refs/heads/main", ID]], packedHeader: "" }],
  ])("is asked of git where %s", (_, part) => {
    const project = make({ ...PLAIN, ...part });
    expect(readHead(project)).toBe("unknown");
    expect(headCommit(project)).toBe(byGit(project));
  });

  it("is asked of git where a ceiling may stand between the project and its repository", () => {
    const project = make({ ...PLAIN, where: "below" });
    afterTest(() => delete process.env["GIT_CEILING_DIRECTORIES"]);
    process.env["GIT_CEILING_DIRECTORIES"] = dirname(project);
    expect(headCommit(project)).toBeUndefined();
    expect(headCommit(join(root, "p/top"))).toBe(ID.slice(0, 12));
  });

  it("is none outside of git, which is not asked either", () => {
    expect(readHead(root)).toBe("none");
  });

  it("is what git says, whatever the repository looks like", () => {
    fc.assert(
      fc.property(shape, (one) => {
        expectSame(make(one));
      }),
      { numRuns: 100 },
    );
  });
});

function at(ref: string): Partial<Shape> {
  return { head: { ref }, loose: { [ref]: { id: ID } } };
}

const names = [
  ...["refs/heads/main", "refs/heads/a", "refs/heads/a/b", "refs/heads/größe", "refs/heads/@", "refs/heads/x..y"],
  ...["refs/heads/HEAD", "refs/tags/HEAD", "refs/HEAD", "refs/remotes/HEAD/HEAD", "refs/heads/.x", "refs/heads/x.lock"],
  ...[
    "refs/bisect/bad",
    "refs/worktree/a",
    "refs/heads/a b",
    "refs/heads/(x)",
    "refs/heads/x.",
    "other/a",
    "refs/heads",
  ],
];
const name = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...names.slice(0, 4)) }, fc.constantFrom(...names));
const id = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 2 ** 31 }).map((n) => n.toString(16).padEnd(40, "7")) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 2 ** 31 }).map((n) => n.toString(16).padEnd(64, "7")) },
  fc.constantFrom("0".repeat(40), ID.toUpperCase(), ID.slice(1)),
);
const kept: fc.Arbitrary<Kept> = fc.oneof(
  { weight: 6, arbitrary: id.map((one) => ({ id: one })) },
  { weight: 4, arbitrary: name.map((ref) => ({ ref })) },
  { weight: 1, arbitrary: fc.constantFrom<Kept>("directory", "link out") },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        ...["", "\n", ID, `${ID} more\n`, `${ID}x\n`, "ref:refs/heads/main\n", "ref: refs/heads/main", "ref: \n"],
        ...["ref:   refs/heads/main  \n\n", "ref: ../HEAD\n", `${ID}\n${ID}\n`, `${ID}\0`, "ref: refs/heads/main\0\n"],
      )
      .map((text) => ({ text })),
  },
);
const config = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(PLAIN.config, SHA256, "") },
  fc.constantFrom(
    ...[
      "[core]\n\trepositoryformatversion = 1\n",
      "[core]\n\trepositoryformatversion = 01\n",
      "[core\n",
      "[core]\n\tx = \\z\n",
    ],
    ...[
      `${SHA256}\tworktreeConfig = true\n`,
      `${SHA256}\tother\n`,
      `${PLAIN.config}[extensions]\n\tobjectformat = sha256\n`,
    ],
    ...[`${PLAIN.config}${SHA256}`, `${SHA256}\tobjectformat = sha1\n`, `${PLAIN.config}[extensions]\n\tother = 1\n`],
    ...[
      "[core]\n\trepositoryformatversion\n",
      "[core]\n\trepositoryformatversion = x\n",
      `${SHA256}\tobjectformat = constructor\n`,
    ],
  ),
);
const shape: fc.Arbitrary<Shape> = fc.record({
  where: fc.constantFrom<Where>("main", "below", "linked", "module"),
  config,
  head: kept,
  loose: fc.dictionary(name, kept, { maxKeys: 5 }),
  packed: fc.array(fc.tuple(name, id), { maxLength: 5 }),
  packedHeader: fc.oneof(
    { weight: 4, arbitrary: fc.constant(PLAIN.packedHeader) },
    fc.constantFrom("# pack-refs with: peeled fully-peeled ", "# pack-refs with: ", ""),
  ),
});
