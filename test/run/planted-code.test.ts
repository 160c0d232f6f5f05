import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Step } from "../../src/plan/plan.ts";
import { lookForPlanted } from "../../src/run/planted/look-for-planted.ts";
import { asideIn, undoPlanted } from "../../src/run/planted/undo-planted.ts";
import { alsoForPlanted, PlantedCode } from "../../src/run/planted-code.ts";
import type { Assignment } from "../../src/run/step-runner.ts";
import { BLIND, type Sight } from "../../src/run/witness.ts";
import { afterTest } from "../agent/bench/after-test.ts";

/** A repository with one commit, the user's own directory beside it, and a sight that looks for what steps plant. */
function place({ held = [] as string[], isGit = true } = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-planted-")));
  afterTest(() => rmSync(root, { recursive: true, force: true }));
  const project = join(root, "project");
  const home = join(root, "home");
  for (const directory of [project, home]) mkdirSync(directory);
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text, { mode });
  };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.templateDir=", ...args], {
      cwd: project,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" },
      stdio: ["ignore", "pipe", "ignore"],
    });
  if (isGit) {
    git("init", "-q");
    write("a", "a");
    git("add", ".");
    git("commit", "-qm", "a");
  }
  const read = (path: string) =>
    existsSync(join(project, path)) ? readFileSync(join(project, path), "utf8") : undefined;
  const planted = new PlantedCode({ project, home, held: async () => held.map((path) => join(project, path)) });
  const during = async (act: () => void, step: Partial<Step> = {}, sight: Sight = BLIND) => {
    const assignment = { step: { id: "s", title: "S", ...step }, attempt: 1 } as unknown as Assignment;
    const begun = await alsoForPlanted(sight, planted).before(assignment);
    act();
    const { drift = [] } = await begun.after();
    return drift;
  };
  const kept = () => {
    const removed = join(home, "removed");
    if (!existsSync(removed)) return [];
    return readdirSync(removed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  };
  return { project, home, write, git, read, planted, during, kept };
}

const PROGRAM = "#!/bin/sh\ntouch ran\n";

describe("a step that leaves a repository", () => {
  it("whose settings run a program loses these, so that git status runs nothing", async () => {
    const { git, during, read, kept, write } = place();
    write("evil.sh", PROGRAM, 0o755);
    const drift = await during(() => {
      git("init", "-q", "sub");
      git("-C", "sub", "config", "core.fsmonitor", "../evil.sh");
      git("-C", "sub", "config", "remote.origin.url", "https://example.org/x.git");
    });
    expect(drift).toContainEqual(expect.stringMatching(/^sub\/\.git\/config was added: .*core\.fsmonitor = .*removed/));
    expect(drift).toContainEqual("sub is a new git repository");
    git("-C", "sub", "status");
    git("status");
    expect([read("ran"), read("sub/ran")]).toEqual([undefined, undefined]);
    expect(git("-C", "sub", "config", "remote.origin.url").trim()).toBe("https://example.org/x.git");
    expect(readFileSync(join(kept()[0]?.parentPath ?? "", "config"), "utf8")).toContain("fsmonitor");
    expect(drift.join()).toContain(kept()[0]?.parentPath.replace(/\/sub\/\.git$/, "") ?? "?");
  });

  it("that is an ordinary one, as cargo new makes it, keeps all of it, and is told of", async () => {
    const { git, during, read, kept } = place();
    const drift = await during(() => git("init", "-q", "crate"));
    expect(drift).toEqual(["crate is a new git repository"]);
    expect(read("crate/.git/config")).toContain("repositoryformatversion");
    expect(kept()).toEqual([]);
  });

  it("disguised as a plain directory loses its settings, too", async () => {
    const { during, write, read, project } = place();
    const drift = await during(() => {
      write("data/HEAD", "ref: refs/heads/main\n");
      for (const name of ["objects", "refs"]) mkdirSync(join(project, "data", name));
      write("data/config", "[core]\n\tbare = true\n\tfsmonitor = ./evil.sh\n");
    });
    expect(drift).toContainEqual(expect.stringContaining("data/config was added"));
    expect(drift).toContainEqual("data is a new git repository");
    expect(read("data/config")).toBe('[core]\n\tbare = "true"\n');
  });

  it.each([
    ["core.hooksPath", "../hooks"],
    ["filter.x.clean", "./evil.sh"],
    ["filter.x.process", "./evil.sh"],
    ["diff.external", "./evil.sh"],
    ["diff.x.textconv", "./evil.sh"],
    ["core.sshCommand", "./evil.sh"],
    ["core.pager", "./evil.sh"],
    ["core.editor", "./evil.sh"],
    ["alias.st", "!./evil.sh"],
    ["include.path", "../../settings"],
    ["includeIf.gitdir:/.path", "../../settings"],
    ["credential.helper", "!./evil.sh"],
    ["gpg.program", "./evil.sh"],
    ["remote.x.url", "ext::./evil.sh"],
  ])("has no setting %s afterwards", async (name, value) => {
    const { git, during } = place();
    const drift = await during(() => {
      git("init", "-q", "sub");
      git("-C", "sub", "config", name, value);
    });
    expect(drift.join()).toContain(name.toLowerCase().split(".")[0]);
    expect(git("-C", "sub", "config", "--local", "--list").toLowerCase()).not.toContain("evil");
    expect(git("-C", "sub", "config", "--local", "--list").toLowerCase()).not.toContain("../settings");
    expect(git("-C", "sub", "config", "--local", "--list").toLowerCase()).not.toContain("hookspath");
  });

  it("has no hooks afterwards, but its samples", async () => {
    const { git, during, write, read, kept } = place();
    const drift = await during(() => {
      git("init", "-q", "node_modules/x");
      write("node_modules/x/.git/hooks/post-index-change", PROGRAM, 0o755);
      write("node_modules/x/.git/hooks/pre-commit.sample", PROGRAM, 0o755);
    });
    expect(drift[0]).toMatch(/^node_modules\/x\/\.git\/hooks\/post-index-change was added: a hook.* removed/);
    expect(read("node_modules/x/.git/hooks/post-index-change")).toBeUndefined();
    expect(read("node_modules/x/.git/hooks/pre-commit.sample")).toBe(PROGRAM);
    expect(kept()).toHaveLength(1);
  });

  it("by a file that leads to one outside loses the file, and what it leads to stays as it is", async () => {
    const { git, during, write, read, project, home } = place();
    execFileSync("git", ["init", "-q", join(home, "evil")], { stdio: "ignore" });
    writeFileSync(join(home, "evil/.git/config"), "[core]\n\tfsmonitor = ./evil.sh\n");
    const drift = await during(() => write("sub/.git", `gitdir: ${join(home, "evil/.git")}\n`));
    expect(drift[0]).toMatch(/^sub\/\.git was added: .* removed/);
    expect(read("sub/.git")).toBeUndefined();
    expect(readFileSync(join(home, "evil/.git/config"), "utf8")).toContain("evil.sh");
    expect(git("-C", project, "status", "--porcelain")).toBe("");
  });

  it("with links in the place of hooks and settings loses the links, and not what they lead to", async () => {
    const { git, during, project, home, read } = place();
    mkdirSync(join(home, "hooks"));
    writeFileSync(join(home, "hooks/pre-commit"), PROGRAM);
    writeFileSync(join(home, "config"), "[core]\n\tfsmonitor = ./evil.sh\n");
    await during(() => {
      git("init", "-q", "sub");
      rmSync(join(project, "sub/.git/hooks"), { recursive: true, force: true });
      symlinkSync(join(home, "hooks"), join(project, "sub/.git/hooks"));
      rmSync(join(project, "sub/.git/config"));
      symlinkSync(join(home, "config"), join(project, "sub/.git/config"));
    });
    expect(read("sub/.git/hooks/pre-commit")).toBeUndefined();
    expect(read("sub/.git/config") ?? "").not.toContain("evil");
    expect(readFileSync(join(home, "hooks/pre-commit"), "utf8")).toBe(PROGRAM);
    expect(readFileSync(join(home, "config"), "utf8")).toContain("evil.sh");
  });

  it("as a submodule is told of, and keeps it", async () => {
    const { git, during, read } = place();
    const drift = await during(() => {
      git("-c", "protocol.file.allow=always", "submodule", "add", "-q", "./", "sub");
    });
    expect(drift).toContainEqual("sub is a new submodule in the index");
    expect(drift).toContainEqual(expect.stringMatching(/^sub\/\.git was added: it says where a git repository is$/));
    expect(read("sub/.git")).toContain("gitdir");
    expect(git("-C", "sub", "status", "--porcelain")).toBe("");
  });

  it("as a work tree is told of, and keeps it", async () => {
    const { git, during, read } = place();
    const drift = await during(() => git("worktree", "add", "-q", "tree"));
    expect(drift.join("\n")).toContain("tree/.git was added");
    expect(read("tree/.git")).toContain("gitdir");
  });
});

describe("a step that changes the project's own repository", () => {
  it("has its settings and hooks put back as they were, with what the user had there", async () => {
    const { git, during, write, read } = place();
    git("config", "alias.mine", "!echo mine");
    write(".git/hooks/pre-push", "#!/bin/sh\n# mine\n", 0o755);
    const before = [read(".git/config"), read(".git/hooks/pre-push")];
    const drift = await during(() => {
      git("config", "core.fsmonitor", "./evil.sh");
      write(".git/hooks/pre-push", PROGRAM, 0o755);
      write(".git/hooks/pre-commit", PROGRAM, 0o755);
    });
    expect(drift).toHaveLength(3);
    expect([read(".git/config"), read(".git/hooks/pre-push"), read(".git/hooks/pre-commit")]).toEqual([
      ...before,
      undefined,
    ]);
  });

  it("may change settings that run nothing", async () => {
    const { git, during } = place();
    expect(await during(() => git("remote", "add", "x", "https://example.org/x.git"))).toEqual([]);
    expect(git("remote")).toBe("x\n");
  });

  it("keeps a hook that was signed by its very path, and not one that a pattern covers", async () => {
    const { during, write, read } = place();
    const hook = () => write(".git/hooks/pre-commit", PROGRAM, 0o755);
    expect((await during(hook, { files: ["**", ".git/hooks/*"] }))[0]).toContain("removed");
    expect(read(".git/hooks/pre-commit")).toBeUndefined();
    expect(await during(hook, { files: [".git/hooks/pre-commit"] })).toEqual([
      ".git/hooks/pre-commit was added: a hook, which git runs",
    ]);
    expect(read(".git/hooks/pre-commit")).toBe(PROGRAM);
  });

  it("is not blamed for what only a person can have changed: what the sandbox holds stays", async () => {
    const { git, during } = place({ held: [".git/config", ".git/hooks"] });
    const drift = await during(() => git("config", "alias.mine", "!echo mine"));
    expect(drift).toEqual([expect.stringContaining(".git/config was changed")]);
    expect(git("config", "alias.mine")).toBe("!echo mine\n");
  });

  it("is not blamed for what a person did before it", async () => {
    const { git, during, write, read } = place();
    await during(() => {});
    git("config", "alias.mine", "!echo mine");
    write(".git/hooks/pre-push", PROGRAM, 0o755);
    expect(await during(() => write("b", "b"))).toEqual([]);
    expect(read(".git/hooks/pre-push")).toBe(PROGRAM);
  });

  it("has hooks that a setting keeps among the files put back", async () => {
    const { git, during, write, read } = place();
    git("config", "core.hooksPath", ".husky/_");
    write(".husky/_/pre-commit", "#!/bin/sh\n. ../pre-commit\n", 0o755);
    write(".husky/pre-commit", "npm test\n", 0o755);
    const drift = await during(() => write(".husky/pre-commit", PROGRAM, 0o755));
    expect(drift[0]).toMatch(/^\.husky\/pre-commit was changed: a hook.* put back/);
    expect(read(".husky/pre-commit")).toBe("npm test\n");
  });

  it("has a file that the settings include put back", async () => {
    const { git, during, write, read } = place();
    write("tools/gitconfig", "[user]\n\tname = a\n");
    git("config", "include.path", "../tools/gitconfig");
    await during(() => write("tools/gitconfig", "[core]\n\tfsmonitor = ./evil.sh\n"));
    expect(read("tools/gitconfig")).toBe("[user]\n\tname = a\n");
  });
});

describe("a step that writes what other programs load", () => {
  it("is told of, by file and program, and keeps it; packages bring such files by the hundred", async () => {
    const { during, write, read } = place({ isGit: false });
    const drift = await during(() => {
      write(".vscode/tasks.json", "{}");
      write("lib/.envrc", "x");
      write("node_modules/x/.vscode/settings.json", "{}");
      write(".pi/plans/sessions/x.jsonl", "{}");
      write("src/a.ts", "x");
    });
    expect(drift).toEqual([
      expect.stringMatching(/^\.vscode\/tasks\.json was added: loaded as settings by VS Code/),
      expect.stringMatching(/^lib\/\.envrc was added: loaded as code by shells/),
    ]);
    expect(read(".vscode/tasks.json")).toBe("{}");
  });
});

describe("the search", () => {
  it("is told of if a tree is too large for it", async () => {
    const { project, write } = place();
    for (let index = 0; index < 30; index++) write(`d${index}/e/f`, "x");
    expect((await lookForPlanted(project, { most: 20 })).isCut).toBe(true);
    expect((await lookForPlanted(project)).isCut).toBe(false);
  });

  it("takes back what it found, also if nobody can compare the files", async () => {
    const { during, write, read } = place();
    const broken: Sight = { before: async () => ({ after: () => Promise.reject(new Error("no space left")) }) };
    const drift = await during(() => write(".git/hooks/pre-commit", PROGRAM, 0o755), {}, broken);
    expect(drift).toEqual([expect.stringContaining("removed"), expect.stringContaining("no space left")]);
    expect(read(".git/hooks/pre-commit")).toBeUndefined();
  });

  it("finds a repository's hooks, however many other directories lie beside it", async () => {
    const { project, write } = place();
    for (let index = 0; index < 30; index++) write(`.a${index}/f`, "x");
    write(".git/hooks/pre-commit", PROGRAM, 0o755);
    expect([...(await lookForPlanted(project, { most: 20 })).files.keys()]).toContain(".git/hooks/pre-commit");
  });

  // Other systems let no such name be made.
  it.skipIf(process.platform !== "linux")("says which directory it could not read", async () => {
    const { project, git, during } = place();
    const drift = await during(() => {
      git("init", "-q", "sub");
      renameSync(join(project, "sub"), Buffer.concat([Buffer.from(`${project}/`), Buffer.from([0xff])]));
    });
    expect(drift).toEqual(["\ufffd cannot be searched for repositories and hooks"]);
  });

  it("is not held up by an index that is no file", async () => {
    const { project, during } = place();
    const drift = await during(() => {
      rmSync(join(project, ".git/index"));
      execFileSync("mkfifo", [join(project, ".git/pipe")]);
      symlinkSync("pipe", join(project, ".git/index"));
    });
    expect(drift).toEqual([]);
  });
});

describe("a repository that the search would pass over", () => {
  it("is found in the objects of a directory that only looks like one", async () => {
    const { during, write, git, read, project } = place();
    await during(() => {
      write("data/HEAD", "ref: refs/heads/main\n");
      mkdirSync(join(project, "data/refs"));
      git("init", "-q", "data/objects/work");
      git("-C", "data/objects/work", "config", "core.fsmonitor", "./evil.sh");
    });
    expect(read("data/objects/work/.git/config")).not.toContain("fsmonitor");
  });

  it("is not reached through a .git file or a commondir", async () => {
    const { during, write, git, read, project } = place();
    const drift = await during(() => {
      git("init", "-q", "--separate-git-dir", ".git/objects/other", "sub");
      write(".git/objects/other/hooks/pre-commit", PROGRAM, 0o755);
      git("init", "-q", "work");
      mkdirSync(join(project, "data"));
      for (const name of ["objects", "refs", "config"])
        renameSync(join(project, "work/.git", name), join(project, "data", name));
      write("data/hooks/pre-commit", PROGRAM, 0o755);
      write("work/.git/commondir", "../../data\n");
    });
    expect([read("sub/.git"), read("work/.git/commondir")]).toEqual([undefined, undefined]);
    expect(drift.filter((line) => line.includes("it was removed"))).toHaveLength(2);
  });
});

describe("a step that would have a file of the user's removed", () => {
  it.each([
    ["core.hooksPath", "../src"],
    ["include.path", "../../src/a.ts"],
    ["core.hooksPath", "link/own"],
    ["include.path", "../link/own/b"],
  ])("by %s = %s only loses that setting", async (name, value) => {
    const { project, home, git, write, read, during } = place();
    write("src/a.ts", "mine");
    mkdirSync(join(home, "own"));
    writeFileSync(join(home, "own/b"), "mine");
    const drift = await during(() => {
      git("init", "-q", "sub");
      symlinkSync(home, join(project, "sub/link"));
      git("-C", "sub", "config", name, value);
    });
    expect(drift).toEqual([
      expect.stringMatching(/^sub\/\.git\/config was added.*removed/),
      "sub is a new git repository",
    ]);
    expect([read("src/a.ts"), readFileSync(join(home, "own/b"), "utf8")]).toEqual(["mine", "mine"]);
  });

  it("by a link in the way of a setting of the user's leaves that file alone", async () => {
    const { project, home, git, write, during } = place();
    write("tools/hooks/pre-commit", PROGRAM, 0o755);
    git("config", "core.hooksPath", "tools/hooks");
    mkdirSync(join(home, "hooks"));
    writeFileSync(join(home, "hooks/mine"), "mine");
    await during(() => {
      rmSync(join(project, "tools"), { recursive: true });
      symlinkSync(home, join(project, "tools"));
    });
    expect(readFileSync(join(home, "hooks/mine"), "utf8")).toBe("mine");
  });

  it("by a link that comes after the search leaves that file alone", () => {
    const { project, home } = place();
    mkdirSync(join(home, "hooks"));
    writeFileSync(join(home, "hooks/mine"), "mine");
    symlinkSync(home, join(project, "sub"));
    const after = { kind: "hook" as const, mark: "" };
    const told = undoPlanted(project, "sub/hooks/mine", { before: undefined, after, aside: asideIn(home) });
    expect(told).toContain("a link leads elsewhere");
    expect(readFileSync(join(home, "hooks/mine"), "utf8")).toBe("mine");
  });
});
