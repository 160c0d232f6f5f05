import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
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
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseGitConfig } from "../../src/desk/look-at-git/parse-git-config.ts";
import { submodulesInIndex } from "../../src/desk/look-at-git/submodules-in-index.ts";
import { lookAtGit } from "../../src/desk/look-at-git.ts";
import { runs } from "../runs.ts";

let root: string;
let trap: string;
const at = (...names: string[]) => join(root, ...names);
const env = {
  PATH: process.env["PATH"],
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@b",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@b",
};

function git(where: string, ...args: string[]): string {
  return execFileSync("git", ["-c", "protocol.file.allow=always", ...args], {
    cwd: where,
    env: { ...env, HOME: root },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A repository with one commit. */
function repository(name: string, ...init: string[]): string {
  const path = at(name);
  git(root, "init", "-q", "-b", "main", ...init, path);
  write(join(path, "a.txt"), "1\n");
  git(path, "add", "-A");
  git(path, "commit", "-qm", "first");
  return path;
}

/** What the trap says when something runs it, and forgets. */
function sprung(): boolean {
  const was = existsSync(at("sprung"));
  rmSync(at("sprung"), { force: true });
  return was;
}

/** Makes git compare the content of a file instead of its time. */
function age(file: string): void {
  utimesSync(file, 1_000_000_000, 1_000_000_000);
}

function tryGit(where: string, ...args: string[]): void {
  try {
    git(where, ...args);
  } catch {
    // What the trap answers may be no answer to git.
  }
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-look-")));
  trap = at("trap.sh");
  writeFileSync(trap, `#!/bin/sh\n: > '${at("sprung")}'\ncat "$1" 2>/dev/null\nexit 0\n`, { mode: 0o755 });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Harmful, and for this reason. */
const harmful = (reason: string) => ({
  found: "harmful",
  because: expect.arrayContaining([expect.stringContaining(reason)]),
});

describe("a repository is harmless", () => {
  it("when it is fresh, in all its directories", () => {
    const path = repository("fresh");
    write(join(path, "src", "deep", "b.txt"), "1");
    for (const place of [path, join(path, "src", "deep"), join(path, ".git"), join(path, ".git", "hooks")]) {
      expect(lookAtGit(place)).toEqual({ found: "harmless" });
    }
    symlinkSync(join(path, "src"), at("link"));
    expect(lookAtGit(at("link"))).toEqual({ found: "harmless" });
  });

  it("before the first commit, when it is bare, and with long hashes", () => {
    git(root, "init", "-q", at("empty"));
    git(root, "init", "-q", "--bare", at("bare"));
    for (const path of [at("empty"), at("bare"), repository("long", "--object-format=sha256")]) {
      expect(lookAtGit(path)).toEqual({ found: "harmless" });
    }
  });

  it("when it was cloned, with remotes, branches, a detached head and packed references", () => {
    git(root, "clone", "-q", repository("origin"), at("clone"));
    git(at("clone"), "remote", "add", "hub", "git@example.org:a/b.git");
    git(at("clone"), "remote", "add", "web", "https://example.org/a/b.git");
    git(at("clone"), "remote", "add", "port", "ssh://git@[::1]:22/a/b.git");
    git(at("clone"), "switch", "-qc", "topic/x", "--track", "origin/main");
    git(at("clone"), "config", "branch.topic/x.description", "what it is for");
    git(at("clone"), "pack-refs", "--all");
    git(at("clone"), "checkout", "-q", "--detach");
    expect(lookAtGit(at("clone"))).toEqual({ found: "harmless" });
  });

  it("with what people and their tools usually set", () => {
    const path = repository("usual");
    for (const [key, value] of Object.entries({
      "user.name": "Ana",
      "user.email": "ana@example.org",
      "core.autocrlf": "input",
      "core.fsmonitor": "false",
      "pull.rebase": "true",
      "push.autoSetupRemote": "true",
      "branch.main.vscode-merge-base": "origin/main",
      "remote.origin.gh-resolved": "base",
      "lfs.repositoryformatversion": "0",
      "submodule.lib.update": "rebase",
      "http.https://example.org/.extraheader": "X: 1",
      "commit.gpgsign": "true",
      "log.showSignature": "false",
      "log.diffMerges": "first-parent",
      "blame.ignoreRevsFile": ".git-blame-ignore-revs",
    }))
      git(path, "config", key, value);
    write(join(path, ".gitattributes"), "*.txt diff=x filter=y merge=z\n");
    expect(lookAtGit(path)).toEqual({ found: "harmless" });
  });

  it("with hooks that only writing commands run, in the usual place and elsewhere", () => {
    const path = repository("hooked");
    for (const hook of ["pre-commit", "pre-push", "post-checkout"]) cpSync(trap, join(path, ".git", "hooks", hook));
    git(path, "config", "core.hooksPath", ".husky/_");
    for (const hook of ["pre-commit", "husky.sh"]) write(join(path, ".husky", "_", hook), "");
    expect(lookAtGit(path)).toEqual({ found: "harmless" });
    git(path, "status");
    git(path, "diff", "HEAD");
    expect(sprung()).toBe(false);
  });

  it("with work trees of its own", () => {
    const path = repository("several");
    git(path, "worktree", "add", "-q", at("second"), "-b", "second");
    git(path, "config", "extensions.worktreeConfig", "true");
    git(at("second"), "config", "--worktree", "core.sparseCheckout", "true");
    expect([lookAtGit(path), lookAtGit(at("second"))]).toEqual([{ found: "harmless" }, { found: "harmless" }]);
  });

  it("with submodules, inside of them, and with one that is not there", () => {
    const path = repository("super");
    git(path, "submodule", "--quiet", "add", repository("lib"), "vendor/lib");
    git(path, "submodule", "--quiet", "add", at("lib"), "vendor/gone");
    git(path, "commit", "-qm", "second");
    git(path, "submodule", "--quiet", "deinit", "vendor/gone");
    expect(readFileSync(join(path, ".git/modules/vendor/lib/config"), "utf8")).toContain("worktree");
    expect([lookAtGit(path), lookAtGit(join(path, "vendor/lib"))]).toEqual([
      { found: "harmless" },
      { found: "harmless" },
    ]);
  });

  it("this one", () => {
    expect(["harmless", "none"]).toContain(lookAtGit(import.meta.dirname).found);
  });

  it("and none where there is none", () => {
    mkdirSync(at("plain", ".git"), { recursive: true });
    write(at("plain", "HEAD"), "not a repository");
    write(at("plain", "commondir"), "");
    rmSync(at("plain", "commondir"));
    expect(lookAtGit(at("plain"))).toEqual({ found: "none" });
  });
});

describe("a repository is harmful, as git itself shows, with", () => {
  // The setting, what triggers it, and what has to be there for it.
  const settings: [string, string[], string?][] = [
    ["core.fsmonitor", ["status"]],
    ["filter.x.clean", ["status"], "*.txt filter=x"],
    ["filter.x.clean", ["diff", "--no-ext-diff", "--no-textconv"], "*.txt filter=x"],
    ["filter.x.process", ["status"], "*.txt filter=x"],
    ["diff.x.textconv", ["diff"], "*.txt diff=x"],
    ["diff.x.command", ["diff"], "*.txt diff=x"],
    ["diff.external", ["diff"]],
    ["alias.peek", ["peek"]],
    ["core.sshCommand", ["ls-remote", "ssh://example.invalid/x"]],
    ["core.gitProxy", ["ls-remote", "git://example.invalid/x"]],
    ["gpg.program", ["verify-commit", "signed"]],
    ["remote.r.uploadpack", ["ls-remote", "r"]],
  ];

  it.each(settings)("%s, which %j runs", (key, command, attributes) => {
    const path = repository("hostile");
    if (attributes) write(join(path, ".gitattributes"), `${attributes}\n`);
    if (key === "remote.r.uploadpack") git(path, "config", "remote.r.url", path);
    const isAlias = key.startsWith("alias.");
    if (key === "gpg.program") {
      const commit = git(path, "cat-file", "commit", "HEAD").replace(
        "\n\n",
        "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n",
      );
      write(at("commit"), commit);
      git(path, "update-ref", "refs/tags/signed", git(path, "hash-object", "-t", "commit", "-w", at("commit")).trim());
    }
    expect(lookAtGit(path)).toEqual({ found: "harmless" });
    sprung();
    git(path, "config", key, isAlias ? `!${trap}` : trap);
    write(join(path, "a.txt"), "2\n");
    age(join(path, "a.txt"));
    expect(lookAtGit(path)).toEqual(harmful(`${key.toLowerCase()} in ${path}/.git/config`));
    tryGit(path, ...command);
    expect(sprung()).toBe(true);
  });

  it.each(["true", "yes", "1"])("core.fsmonitor = %s, which starts a daemon", (value) => {
    const path = repository("daemon");
    git(path, "config", "core.fsmonitor", value);
    expect(lookAtGit(path)).toEqual(harmful("core.fsmonitor"));
  });

  it.each([
    ["include.path", "../other"],
    ["includeIf.gitdir:/.path", "../other"],
    ["core.worktree", "/etc"],
    ["core.attributesFile", "/x"],
    ["core.askPass", "x"],
    ["core.alternateRefsCommand", "x"],
    ["core.editor", "x"],
    ["credential.helper", "x"],
    ["core.pager", "x"],
    ["pager.log", "x"],
    ["sequence.editor", "x"],
    ["core.hooksPath", "~/hooks"],
    ["core.virtualFilesystem", "x"],
    ["remote.o.promisor", "true"],
    ["remote.o.partialclonefilter", "blob:none"],
    ["extensions.partialClone", "o"],
    ["remote.o.vcs", "x"],
    ["remote.o.url", "ext::sh -c x"],
    ["remote.o.url", "foo://x"],
    ["remote.o.url", "-oProxyCommand=x"],
    ["remote.o.receivepack", "x"],
    ["protocol.ext.allow", "always"],
    ["uploadpack.packObjectsHook", "x"],
    ["interactive.diffFilter", "x"],
    ["trailer.x.command", "x"],
    ["submodule.x.update", "!x"],
    ["url.x.insteadOf", "y"],
    ["log.showSignature", "true"],
    ["log.diffMerges", "remerge"],
    ["log.diffMerges", "r"],
    ["format.pretty", "%h %G?"],
    ["merge.x.driver", "x"],
    ["mergetool.x.cmd", "x"],
    ["difftool.x.cmd", "x"],
    ["hook.x.command", "x"],
    ["gc.recentObjectsHook", "x"],
    ["diff.submodule", "diff"],
    ["lfs.extension.x.clean", "x"],
    ["filter.lfs.process", "git-lfs filter-process"],
    ["somethingNew.key", "x"],
  ])("%s = %s", (key, value) => {
    const path = repository("hostile");
    git(path, "config", key, value);
    const [section = "", ...rest] = key.split(".");
    const name = [section.toLowerCase(), ...rest.slice(0, -1), rest.at(-1)?.toLowerCase()].join(".");
    expect(lookAtGit(path)).toEqual(harmful(`${name} in`));
  });

  it("an included file that names a program", () => {
    const path = repository("including");
    write(join(path, "more"), `[core]\n\tfsmonitor = ${trap}\n`);
    git(path, "config", "include.path", "../more");
    expect(lookAtGit(path)).toEqual(harmful("include.path"));
    tryGit(path, "status");
    expect(sprung()).toBe(true);
  });

  it("a hook that reading runs", () => {
    const path = repository("hooked");
    cpSync(trap, join(path, ".git", "hooks", "post-index-change"));
    age(join(path, "a.txt"));
    expect(lookAtGit(path)).toEqual(harmful("the hook"));
    git(path, "status");
    expect(sprung()).toBe(true);
  });

  it("such a hook in a place of its own", () => {
    const path = repository("hooked");
    mkdirSync(join(path, ".hooks"));
    git(path, "config", "core.hooksPath", ".hooks");
    expect(lookAtGit(path)).toEqual({ found: "harmless" });
    cpSync(trap, join(path, ".hooks", "post-index-change"));
    age(join(path, "a.txt"));
    expect(lookAtGit(path)).toEqual(harmful("the hook"));
    git(path, "status");
    expect(sprung()).toBe(true);
  });

  it("settings of one work tree only", () => {
    const path = repository("several");
    git(path, "worktree", "add", "-q", at("second"), "-b", "second");
    git(path, "config", "extensions.worktreeConfig", "true");
    git(at("second"), "config", "--worktree", "core.fsmonitor", trap);
    expect(lookAtGit(path)).toEqual({ found: "harmless" });
    expect(lookAtGit(at("second"))).toEqual(harmful("core.fsmonitor"));
    tryGit(at("second"), "status");
    expect(sprung()).toBe(true);
  });

  it("settings that its other work trees share", () => {
    const path = repository("several");
    git(path, "worktree", "add", "-q", at("second"), "-b", "second");
    git(path, "config", "core.fsmonitor", trap);
    expect(lookAtGit(at("second"))).toEqual(harmful("core.fsmonitor"));
  });

  it.each([2, 4])("a submodule that has such settings (index version %d)", (version) => {
    const path = repository("super");
    git(path, "submodule", "--quiet", "add", repository("lib"), "vendor/lib");
    git(path, "submodule", "--quiet", "add", at("lib"), "vendor/lib2");
    git(path, "commit", "-qm", "second");
    git(path, "update-index", "--index-version", String(version));
    expect(lookAtGit(path)).toEqual({ found: "harmless" });
    git(join(path, "vendor/lib2"), "config", "core.fsmonitor", trap);
    expect(lookAtGit(path)).toEqual(harmful("core.fsmonitor"));
    tryGit(path, "status");
    expect(sprung()).toBe(true);
  });

  it("a submodule in a submodule", () => {
    const middle = repository("middle");
    git(middle, "submodule", "--quiet", "add", repository("lib"), "lib");
    git(middle, "commit", "-qm", "second");
    const path = repository("super");
    git(path, "submodule", "--quiet", "add", middle, "middle");
    git(path, "submodule", "--quiet", "update", "--init", "--recursive");
    git(path, "commit", "-qm", "second");
    expect(lookAtGit(path)).toEqual({ found: "harmless" });
    git(join(path, "middle/lib"), "config", "core.fsmonitor", trap);
    expect(lookAtGit(path)).toEqual(harmful("core.fsmonitor"));
    tryGit(path, "status");
    expect(sprung()).toBe(true);
  });
});

describe("a repository is found where git finds it:", () => {
  it("in a directory that only looks like one", () => {
    const path = repository("innocent");
    const fake = join(path, "docs");
    cpSync(join(path, ".git"), fake, { recursive: true });
    write(join(fake, "config"), `[core]\n\tbare = false\n\tfsmonitor = ${trap}\n[alias]\n\tpeek = !${trap}\n`);
    mkdirSync(join(fake, "sub"));
    expect(lookAtGit(path)).toEqual({ found: "harmless" });
    expect(lookAtGit(join(fake, "sub"))).toEqual(harmful("core.fsmonitor"));
    tryGit(fake, "peek");
    expect(sprung()).toBe(true);
  });

  it("through a .git file, with links followed before `..`", () => {
    const hostile = repository("hostile");
    git(hostile, "config", "core.fsmonitor", trap);
    repository("decoy/harmless");
    mkdirSync(at("far", "deep"), { recursive: true });
    renameSync(join(hostile, ".git"), at("far", "repo"));
    renameSync(at("decoy", "harmless", ".git"), at("decoy", "repo"));
    symlinkSync(at("far", "deep"), at("decoy", "link"));
    write(at("decoy", "a.txt"), "1\n");
    write(at("decoy", ".git"), "gitdir: link/../repo\n");
    expect(lookAtGit(at("decoy"))).toEqual(harmful("core.fsmonitor"));
    tryGit(at("decoy"), "status");
    expect(sprung()).toBe(true);
  });

  it("through a .git link", () => {
    const hostile = repository("hostile");
    git(hostile, "config", "core.fsmonitor", trap);
    mkdirSync(at("linked"));
    symlinkSync(join(hostile, ".git"), at("linked", ".git"));
    expect(lookAtGit(at("linked"))).toEqual(harmful("core.fsmonitor"));
    tryGit(at("linked"), "status");
    expect(sprung()).toBe(true);
  });

  it("above a .git directory that is none", () => {
    const hostile = repository("hostile");
    git(hostile, "config", "core.fsmonitor", trap);
    cpSync(join(repository("decoy"), ".git"), join(hostile, "inner", ".git"), { recursive: true });
    expect(lookAtGit(join(hostile, "inner"))).toEqual({ found: "harmless" });
    rmSync(join(hostile, "inner", ".git", "refs"), { recursive: true });
    expect(lookAtGit(join(hostile, "inner"))).toEqual(harmful("core.fsmonitor"));
    writeFileSync(join(hostile, "inner", ".git", "refs"), "", { mode: 0o644 });
    expect(lookAtGit(join(hostile, "inner"))).toEqual(harmful("core.fsmonitor"));
    tryGit(join(hostile, "inner"), "status");
    expect(sprung()).toBe(true);
  });
});

describe("what cannot be looked at is unknown:", () => {
  const unknown = { found: "unknown", because: expect.any(String) };

  it.each([
    ["a configuration that is no file", ".git/config", undefined],
    ["a configuration git would not understand", ".git/config", "[core\n"],
    ["a configuration with a NUL", ".git/config", "[core]\n\tbare = false\0\n"],
    ["a configuration that is too large", ".git/config", `[core]\n${"#\n".repeat(600_000)}`],
    ["a head that leads nowhere", ".git/HEAD", "nothing"],
    ["an index that is none", ".git/index", "nothing at all that looks like an index"],
  ])("%s", (_, file, text) => {
    const path = repository("odd");
    rmSync(join(path, file), { recursive: true });
    if (text === undefined) mkdirSync(join(path, file));
    else write(join(path, file), text);
    expect(lookAtGit(path)).toEqual(unknown);
  });

  it("a .git file that leads nowhere, a link to itself, a pipe, a directory that is gone", () => {
    write(at("a", ".git"), "gitdir: nowhere\n");
    write(at("b", ".git"), "something else\n");
    mkdirSync(at("c"));
    symlinkSync(".git", at("c", ".git"));
    mkdirSync(at("d"));
    execFileSync("mkfifo", [at("d", ".git")]);
    for (const name of ["a", "b", "c", "d", "gone"]) expect(lookAtGit(at(name))).toEqual(unknown);
  });

  it("a split index, and one that keeps directories instead of files", () => {
    const split = repository("split");
    git(split, "update-index", "--split-index");
    expect(lookAtGit(split)).toEqual(unknown);
    const sparse = repository("sparse");
    for (const name of ["in", "out"]) write(join(sparse, name, "b.txt"), "1");
    git(sparse, "add", "-A");
    git(sparse, "commit", "-qm", "second");
    git(sparse, "sparse-checkout", "set", "--cone", "--sparse-index", "in");
    expect(lookAtGit(sparse)).toEqual(unknown);
  });

  it("what cannot be read, or may not be", () => {
    const path = repository("closed");
    const config = join(path, ".git", "config");
    chmodSync(config, 0);
    // Nothing is closed to root.
    if (process.getuid?.() !== 0) expect(lookAtGit(path)).toEqual(unknown);
    rmSync(config);
    mkdirSync(config);
    expect(lookAtGit(path)).toEqual(unknown);
  });

  it("submodules in a circle come to an end", () => {
    const path = repository("circle");
    const commit = git(path, "rev-parse", "HEAD").trim();
    git(path, "update-index", "--add", "--cacheinfo", `160000,${commit},again`);
    symlinkSync(".", join(path, "again"));
    expect(["harmless", "unknown"]).toContain(lookAtGit(path).found);
  });
});

describe("git's configuration is read as git reads it:", () => {
  /** What git says is in a file, in our words. */
  function asGitSays(file: string): string[] | undefined {
    try {
      const listed = git(root, "config", "--file", file, "--no-includes", "--null", "--list");
      return listed
        .split("\0")
        .slice(0, -1)
        .map((line) => line.replace("\n", "="));
    } catch {
      return undefined;
    }
  }
  function asWeSay(file: string): string[] | undefined {
    return parseGitConfig(readFileSync(file))?.map(({ name, subsection, value }) => {
      const key = subsection === undefined ? name : name.replace(".*.", `.${subsection}.`);
      return value === undefined ? key : `${key}=${value}`;
    });
  }

  it.each([
    "[core]\n\tbare = false\n",
    "[core] bare = false\n",
    "[core]bare\n[CORE]\nFileMode=true ; why\n# no\n",
    '[remote "Ori.Gin"]\n\turl = a b  c  \n',
    '[remote "a\\"b\\\\c\\d"]\n\turl = "x # y" ; z\n',
    "[branch.Main.x]\n\tRemote = y\n",
    '[a.b "C.d"]\n\tk = v\n',
    "[a]\n\tk = one \\\n  two\n\tl = \\\n   three\n",
    '[a]\n\tk = "one \\\n  two"  x" "\n',
    "[a]\r\n\tk = v\r\n\tl\r\n",
    "\uFEFF[a]\n\tk = v\n",
    '[a]\n\tk =\n\tl = ""\n\tm = \\t\\n\\b\\\\\\"\n',
    "[a]\n\tk = v \\ x\n",
    '[a]\n\tk = "open\n',
    "[a]\n\tk v\n",
    "[a]\n\tk # no\n",
    "[a]\n\t1k = v\n",
    "[a b]\n\tk = v\n",
    '[a "b" ]\n\tk = v\n',
    '[a"b"]\n\tk = v\n',
    "[]\n\tk = v\n",
    "[a]\n\tk_x = v\n",
    "[a]\n\tk = v\n[",
    "k = v\n",
    "[a]\f\n\tk = v\n",
    "[a]\n\tk = é ü\n",
    "[a]\n;\\\n\tk = v\n",
    "[a]\n\tk = v ; c \\\n\tl = w\n",
    "",
  ])("%j", (text) => {
    const file = at("config");
    writeFileSync(file, text);
    const git = asGitSays(file);
    const ours = asWeSay(file);
    // Refusing more than git does is safe; seeing something else is not.
    if (ours !== undefined) expect(ours).toEqual(git);
    else expect([undefined, ["k=v"], [".k=v"]]).toContainEqual(git);
  });

  it("whatever is in it", () => {
    const piece = fc.constantFrom(
      ...["[", "]", '"', "\\", "\n", "\r\n", "\r", " ", "\t", "=", "#", ";", ".", "-", "a", "B", "1", "é"],
      ...["[a]\n", '[a "B"]\n', "[a.B]", "k = v\n", "\\\n", '"x y"', "key", "\uFEFF", "\f"],
    );
    let understood = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const file = at("config");
        writeFileSync(file, `[x]\n${pieces.join("")}`);
        const ours = asWeSay(file);
        if (ours === undefined) return;
        understood += 1;
        // Older versions of git write every white space between words as a space.
        const plain = (lines: string[] | undefined) => lines?.map((line) => line.replaceAll(/[\t\r]/g, " "));
        expect(plain(ours)).toEqual(plain(asGitSays(file)));
      }),
      { numRuns: runs(400) },
    );
    expect(understood).toBeGreaterThan(runs(50));
  });

  it("a very long line takes no time and breaks nothing", () => {
    const long = "x".repeat(900_000);
    expect(parseGitConfig(Buffer.from(`[a]\n\tk = ${long}\n`))).toEqual([{ name: "a.k", value: long }]);
    expect(parseGitConfig(Buffer.from(`[a]\n\tk = ${'"'.repeat(900_001)}\n`))).toBeUndefined();
    expect(parseGitConfig(Buffer.from(" ".repeat(900_000)))).toEqual([]);
  });
});

describe("submodules are found in the index", () => {
  it.each([2, 3, 4])("of version %d, among all kinds of names", (version) => {
    const path = repository("many");
    const commit = git(path, "rev-parse", "HEAD").trim();
    const links = ["a", "a.b/c", "z".repeat(5_000), "é", "deep/er/and/deeper", "deep/er/and/deepest"];
    for (const name of links) git(path, "update-index", "--add", "--cacheinfo", `160000,${commit},${name}`);
    for (let count = 0; count < 40; count += 1) write(join(path, "files", "x".repeat(count + 1)), "1");
    git(path, "add", "files");
    if (version === 3) {
      write(join(path, "later"), "1");
      git(path, "add", "-N", "later");
    } else git(path, "update-index", "--index-version", String(version));
    const index = readFileSync(join(path, ".git", "index"));
    expect(index.readUInt32BE(4)).toBe(version);
    expect(submodulesInIndex(index, 20)?.sort()).toEqual(links.sort());
  });

  it("or nothing is said, wherever the index is cut", () => {
    const index = readFileSync(join(repository("cut"), ".git", "index"));
    const entries = 12 + 72;
    for (let length = 0; length < entries; length += 1) {
      expect(submodulesInIndex(index.subarray(0, length), 20)).toBeUndefined();
    }
    expect(submodulesInIndex(index, 20)).toEqual([]);
  });
});
