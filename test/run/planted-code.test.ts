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
import type { PlanId, Step } from "../../src/plan/plan.ts";
import { HOST_PATHS, hostFileAt } from "../../src/policy/host-files.ts";
import { lookForPlanted } from "../../src/run/planted/look-for-planted.ts";
import { asideIn, undoPlanted } from "../../src/run/planted/undo-planted.ts";
import { alsoForPlanted, PlantedCode, undoAfterLoss } from "../../src/run/planted-code.ts";
import type { FileTracker } from "../../src/run/step-file-tracker.ts";
import type { Assignment } from "../../src/run/step-runner.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { NO_TRACKING } from "./no-tracking.ts";

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
  const planted = new PlantedCode({
    project,
    home,
    planId: PLAN,
    runId: "r",
    held: async () => held.map((path) => join(project, path)),
  });
  const during = async (act: () => void, step: Partial<Step> = {}, sight: FileTracker = NO_TRACKING) => {
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

const IDENTITY = {
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@b",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@b",
};

const PLAN = "PLAN-0000abcd" as PlanId;
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
    ["rebase.instructionFormat", "%s%nexec ./evil.sh"],
    ["diff.tool", "../../evil.sh"],
    ["branch.main.remote", "evil::x"],
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
    expect(await during(hook, { files: ["./.git/hooks/pre-commit"] })).toEqual([
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

  it("is not blamed for what a person did before the first step, nor later where the sandbox holds it", async () => {
    const { git, during, write, read } = place({ held: [".git/config", ".git/hooks"] });
    git("config", "alias.first", "!echo first");
    write("sub/.git/hooks/pre-push", PROGRAM, 0o755);
    expect(await during(() => {})).toEqual([]);
    git("config", "alias.mine", "!echo mine");
    write(".git/hooks/pre-push", PROGRAM, 0o755);
    expect(await during(() => write("b", "b"))).toEqual([
      expect.stringMatching(/^\.git\/config was changed: .*alias\.mine = !echo mine$/),
      ".git/hooks/pre-push was added: a hook, which git runs",
    ]);
    expect(await during(() => {})).toEqual([]);
    expect([read(".git/hooks/pre-push"), read("sub/.git/hooks/pre-push")]).toEqual([PROGRAM, PROGRAM]);
    expect(git("config", "--get-regexp", "^alias")).toBe("alias.first !echo first\nalias.mine !echo mine\n");
  });

  it("has hooks that a setting keeps among the files put back", async () => {
    const { git, during, write, read } = place();
    git("config", "core.hooksPath", ".husky/_");
    write(".husky/_/pre-commit", "#!/bin/sh\n. ../pre-commit\n", 0o755);
    write(".husky/pre-commit", "npm test\n", 0o755);
    const drift = await during(() => write(".husky/pre-commit", PROGRAM, 0o755));
    expect(drift[0]).toMatch(/^\.husky\/pre-commit was changed: a hook.* restored/);
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

describe("a step that leaves work for git to go on with", () => {
  /** A rebase that stopped before its last commit. */
  const stopped = () => {
    const { git, write, project, ...rest } = place();
    for (const name of ["b", "c", "d"]) {
      write(name, name);
      git("add", ".");
      git("commit", "-qm", name);
    }
    git("-c", "sequence.editor=sed -i 1s/^pick/edit/", "rebase", "-q", "-i", "HEAD~2");
    git("commit", "-q", "--amend", "-m", "other");
    const todo = ".git/rebase-merge/git-rebase-todo";
    return { git, write, project, todo, ...rest };
  };

  it.each(["exec", "x", "  exec", "\texec\t"])("loses the programs that a rebase would run: %j", async (word) => {
    const { git, during, write, read, todo, kept } = stopped();
    const picks = read(todo) ?? "";
    const drift = await during(() => write(todo, `${word} touch ran\n${picks}${word} touch ran`));
    expect(drift).toEqual([
      expect.stringMatching(/rebase-merge\/git-rebase-todo was changed: git would run .*touch ran.*removed/),
    ]);
    expect(read(todo)).toBe(picks);
    expect(kept()).toHaveLength(1);
    git("rebase", "--continue");
    expect([read("ran"), read("d")]).toEqual([undefined, "d"]);
  });

  it("keeps those that the user put there, and lets a step go on with the rebase", async () => {
    const { git, during, write, read, todo } = stopped();
    write(todo, `exec true\n${read(todo)}exec touch mine\n`);
    expect(
      await during(() => write(todo, (read(todo) ?? "").replace("exec true\n", "").concat("exec touch ran\n"))),
    ).toHaveLength(1);
    expect(await during(() => git("rebase", "--continue"))).toEqual([]);
    expect([read("ran"), read("mine")]).toEqual([undefined, ""]);
  });

  it.each([
    [".git/rebase-merge/strategy", "../../evil\n", "evil"],
    [".git/sequencer/opts", "[options]\n\tstrategy = ../../evil\n\tedit = true\n", "evil"],
    [".gitmodules", '[submodule "x"]\n\tpath = x\n\tupdate = !touch ran\n', "touch"],
    ["sub/.gitmodules", '[submodule "x"]\n\tpath = x\n\tupdate = "!touch ran"\n', "touch"],
  ])("loses a program in %s", async (path, text, program) => {
    const { during, write, read } = stopped();
    const drift = await during(() => write(path, text));
    expect(drift).toEqual([expect.stringMatching(new RegExp(`^${path} was added: .*${program}.*removed`))]);
    expect(read(path) ?? "").not.toContain(program);
  });

  it.each([
    [".git/rebase-merge/strategy", "ort\n"],
    [".git/sequencer/opts", "[options]\n\tstrategy = ort\n\tedit = true\n"],
    [".gitmodules", '[submodule "x"]\n\tpath = x\n\tupdate = merge\n'],
  ])("keeps %s if it names no program", async (path, text) => {
    const { during, write, read } = stopped();
    expect(await during(() => write(path, text))).toEqual([]);
    expect(read(path)).toBe(text);
  });

  it.each([
    ".git/info/grafts",
    ".git/objects/info/alternates",
    ".git/objects/info/http-alternates",
    ".git/BISECT_NAMES",
    ".git/BISECT_RUN",
  ])("is told of %s, and keeps it", async (path) => {
    const { during, write, read } = place();
    expect(await during(() => write(path, "x\n"))).toEqual([`${path} was added: loaded as settings by git`]);
    expect(read(path)).toBe("x\n");
  });

  it("loses settings of a bare repository in any spelling, which some file systems ignore", async () => {
    const { during, write, read, project } = place();
    await during(() => {
      write("data/head", "ref: refs/heads/main\n");
      for (const name of ["Objects", "REFS"]) mkdirSync(join(project, "data", name));
      write("data/config", "[core]\n\tfsmonitor = ./evil.sh\n");
    });
    expect(read("data/config")).not.toContain("evil");
  });
});

describe("steps of one run", () => {
  const step = (id: string, files?: string[]) =>
    ({ step: { id, title: id, ...(files && { files }) }, attempt: 1 }) as unknown as Assignment;

  it("lose a hook that one plants while another, which planted too, has just ended", async () => {
    const { planted, write, read } = place();
    const [a, b] = [step("a"), step("b")];
    const [endA, endB] = [await planted.begin(a), await planted.begin(b)];
    write(".git/hooks/pre-commit", PROGRAM, 0o755);
    await endA(a.step);
    write(".git/hooks/pre-push", PROGRAM, 0o755);
    expect(await endB(b.step)).toEqual([expect.stringMatching(/^\.git\/hooks\/pre-push was added.*removed/)]);
    expect([read(".git/hooks/pre-commit"), read(".git/hooks/pre-push")]).toEqual([undefined, undefined]);
  });

  it("lose a hook that a program which one left running plants between two of them", async () => {
    const { during, git, write, read } = place();
    await during(() => {});
    write(".git/hooks/pre-commit", PROGRAM, 0o755);
    git("config", "core.fsmonitor", "./evil.sh");
    expect(await during(() => {})).toHaveLength(2);
    expect([read(".git/hooks/pre-commit"), read(".git/config")?.includes("fsmonitor")]).toEqual([undefined, false]);
  });

  it("that end at the same time undo each thing once", async () => {
    const { planted, write, kept } = place();
    const [a, b] = [step("a"), step("b")];
    const [endA, endB] = [await planted.begin(a), await planted.begin(b)];
    write(".git/hooks/pre-commit", PROGRAM, 0o755);
    const found = (await Promise.all([endA(a.step), endB(b.step)])).flat();
    expect(found).toEqual([expect.stringMatching(/pre-commit was added.*it was removed/)]);
    expect(kept()).toHaveLength(1);
  });

  it("keep what another of them signed, also after it has ended, and lose a later change of it", async () => {
    const { planted, during, write, read } = place();
    const [a, b] = [step("a"), step("b", [".git/hooks/pre-commit"])];
    const [endA, endB] = [await planted.begin(a), await planted.begin(b)];
    write(".git/hooks/pre-commit", PROGRAM, 0o755);
    expect(await endA(a.step)).toEqual([".git/hooks/pre-commit was added: a hook, which git runs"]);
    expect(await endB(b.step)).toEqual([]);
    expect((await during(() => write(".git/hooks/pre-commit", "evil", 0o755)))[0]).toContain("restored");
    expect(read(".git/hooks/pre-commit")).toBe(PROGRAM);
  });

  it("lose what one adds to settings of which an earlier one lost a part, and keep the rest", async () => {
    const { during, git } = place();
    await during(() => {
      git("init", "-q", "sub");
      git("-C", "sub", "config", "core.fsmonitor", "./evil.sh");
    });
    expect(await during(() => {})).toEqual([]);
    expect((await during(() => git("-C", "sub", "config", "alias.st", "!./evil.sh")))[0]).toContain("restored");
    expect(git("-C", "sub", "config", "--local", "--list")).toMatch(/^core\.bare=false$/m);
    expect(git("-C", "sub", "config", "--local", "--list")).not.toContain("evil");
  });
});

describe("a step in a project whose repository lies elsewhere", () => {
  /** The project is a linked work tree of a repository beside it, or a directory of a repository. */
  function elsewhere(how: "linked" | "bare" | "directory") {
    const { project: root, home } = place({ isGit: false });
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.templateDir=", ...args], {
        cwd: root,
        encoding: "utf8",
        env: { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" },
        stdio: ["ignore", "pipe", "ignore"],
      });
    git("init", "-q", "main");
    git("-C", "main", "commit", "-qm", "a", "--allow-empty");
    if (how === "bare") git("clone", "-q", "--bare", "main", "all.git");
    const [common, project] = {
      linked: ["main/.git", "tree"],
      bare: ["all.git", "tree"],
      directory: ["main/.git", "main/packages/a"],
    }[how].map((path) => join(root, path)) as [string, string];
    if (how === "directory") mkdirSync(project, { recursive: true });
    else git("-C", common, "worktree", "add", "-q", project);
    const planted = new PlantedCode({ project, home, planId: PLAN, runId: "r", held: async () => [] });
    const during = async (act: () => void) => {
      const begun = await alsoForPlanted(NO_TRACKING, planted).before({
        step: { id: "s", title: "S" },
        attempt: 1,
      } as unknown as Assignment);
      act();
      return (await begun.after()).drift ?? [];
    };
    return { root, home, project, common, git, during };
  }

  it.each([
    "linked",
    "bare",
    "directory",
  ] as const)("loses hooks and settings that it planted there: %s", async (how) => {
    const { common, project, git, during, home } = elsewhere(how);
    const config = readFileSync(join(common, "config"), "utf8");
    mkdirSync(join(common, "hooks"), { recursive: true });
    writeFileSync(join(common, "hooks/pre-push"), "# mine\n");
    const drift = await during(() => {
      git("-C", project, "config", "core.fsmonitor", "./evil.sh");
      writeFileSync(join(common, "hooks/pre-commit"), PROGRAM, { mode: 0o755 });
      writeFileSync(join(common, "hooks/pre-push"), PROGRAM);
    });
    expect(drift).toHaveLength(3);
    expect(readFileSync(join(common, "config"), "utf8")).toBe(config);
    expect(existsSync(join(common, "hooks/pre-commit"))).toBe(false);
    expect(readFileSync(join(common, "hooks/pre-push"), "utf8")).toBe("# mine\n");
    const kept = readdirSync(join(home, "removed"), { recursive: true, withFileTypes: true });
    expect(kept.filter((entry) => entry.isFile()).map(({ name }) => name)).toHaveLength(3);
    expect(git("-C", project, "status", "--porcelain")).toBe("");
  });

  it("loses settings of a submodule and of the work tree alone that it planted there", async () => {
    const { common, project, git, during } = elsewhere("linked");
    git("-c", "protocol.file.allow=always", "-C", project, "submodule", "add", "-q", common, "sub");
    git("-C", project, "config", "extensions.worktreeConfig", "true");
    const drift = await during(() => {
      git("-C", join(project, "sub"), "config", "core.fsmonitor", "./evil.sh");
      git("-C", project, "config", "--worktree", "core.fsmonitor", "./evil.sh");
    });
    expect(drift).toHaveLength(2);
    expect(git("-C", join(project, "sub"), "config", "--list")).not.toContain("evil");
    expect(git("-C", project, "config", "--list")).not.toContain("evil");
  });

  it("has hooks that a setting of the shared repository keeps among the project's files put back", async () => {
    const { project, git, during } = elsewhere("linked");
    git("-C", project, "config", "core.hooksPath", "tools/hooks");
    mkdirSync(join(project, "tools/hooks"), { recursive: true });
    writeFileSync(join(project, "tools/hooks/pre-commit"), "# mine\n");
    await during(() => writeFileSync(join(project, "tools/hooks/pre-commit"), PROGRAM));
    expect(readFileSync(join(project, "tools/hooks/pre-commit"), "utf8")).toBe("# mine\n");
  });

  it("may add a work tree and a submodule", async () => {
    const { common, project, git, during } = elsewhere("linked");
    const drift = await during(() => {
      git("-C", project, "worktree", "add", "-q", join(project, "inner"));
      git("-c", "protocol.file.allow=always", "-C", project, "submodule", "add", "-q", common, "sub");
    });
    expect(drift.filter((line) => /removed|restored|undone/.test(line))).toEqual([]);
    expect(existsSync(join(project, "inner/.git")) && existsSync(join(project, "sub/.git"))).toBe(true);
  });

  it("loses a .git file that leads to a repository outside of both, which has any hook", async () => {
    const { root, project, git, during } = elsewhere("linked");
    git("init", "-q", "other");
    mkdirSync(join(root, "other/.git/hooks"), { recursive: true });
    writeFileSync(join(root, "other/.git/hooks/pre-commit"), PROGRAM, { mode: 0o755 });
    await during(() => {
      mkdirSync(join(project, "sub"));
      writeFileSync(join(project, "sub/.git"), `gitdir: ${join(root, "other/.git")}\n`);
    });
    expect(existsSync(join(project, "sub/.git"))).toBe(false);
    expect(existsSync(join(root, "other/.git/hooks/pre-commit"))).toBe(true);
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

  it("is told of, however deep the file lies in the directory of its program", async () => {
    const { during, write } = place();
    write(".agents/skills/a/b/c/d/e/f/g.sh", "mine");
    write(".pi/npm/node_modules/x/index.js", "mine");
    write(".claude/worktrees/fix/a/b/c/d/e/f/g.ts", "mine");
    const drift = await during(() => {
      write(".agents/skills/a/b/c/d/e/f/g.sh", "theirs");
      write(".pi/npm/node_modules/x/index.js", "theirs");
      write(".claude/worktrees/fix/a/b/c/d/e/f/g.ts", "theirs");
    });
    expect(drift).toEqual([
      expect.stringContaining(".agents/skills/a/b/c/d/e/f/g.sh was changed: loaded as code"),
      expect.stringContaining(".pi/npm/node_modules/x/index.js was changed: loaded as code"),
    ]);
  });

  it("is told of one file of each program first, so that many of one hide none of another", async () => {
    const { during, write } = place();
    const drift = await during(() => {
      for (let at = 0; at < 40; at++) write(`.idea/${at}.xml`, "");
      write(".vscode/tasks.json", "{}");
      write("zzz/.envrc", "");
    });
    expect(drift).toContainEqual(expect.stringContaining(".vscode/tasks.json was added"));
    expect(drift).toContainEqual(expect.stringContaining("zzz/.envrc was added"));
    expect(drift.at(-1)).toBe("and 22 more of that kind");
  });

  it.each([...HOST_PATHS, "a.code-workspace", "b.sublime-project"])("is told of for every kind: %s", async (path) => {
    const { during, write } = place({ isGit: false });
    const isDirectory = hostFileAt(path)?.pattern.endsWith("/**");
    const file = isDirectory ? `packages/a/${path}/x` : `packages/a/${path}`;
    expect(await during(() => write(file, "x"))).toEqual([
      expect.stringMatching(/^packages\/a\/\S+ was added: loaded as/),
    ]);
  });

  it.each([
    "git checkout -q other",
    "git merge -q other",
    "git cherry-pick other",
    "git restore -s other .",
    "git stash pop -q",
    "git apply change.patch",
    "git am -q change.patch",
    "tar xf all.tar",
    "cp -r other/. .",
  ])("is told of, if a command brings it without naming it: %s", async (line) => {
    const { during, write, git, project } = place();
    git("checkout", "-qb", "other");
    for (const path of [".envrc", "sub/.vscode/tasks.json"]) write(path, "x\n");
    git("add", ".");
    git("commit", "-qm", "other");
    const patch = git("format-patch", "--stdout", "-1");
    git("checkout", "-q", "-");
    write("change.patch", patch);
    const shell = (script: string) =>
      execFileSync("bash", ["-c", script], {
        cwd: project,
        env: { PATH: process.env["PATH"], HOME: project, ...IDENTITY },
        stdio: "ignore",
      });
    if (line.includes("stash")) shell("git checkout -q other -- . && git stash -q");
    if (line.startsWith("tar")) shell("git archive -o all.tar other");
    if (line.startsWith("cp")) shell("mkdir other && git archive other | tar x -C other");
    const drift = await during(() => shell(line));
    for (const path of [".envrc", "sub/.vscode/tasks.json"]) {
      expect(drift).toContainEqual(expect.stringContaining(`${path} was added: loaded as`));
    }
  });

  it("is told of in git's own attributes, which choose the programs that its settings name", async () => {
    const { during, write } = place();
    const drift = await during(() => write(".git/info/attributes", "* filter=x\n"));
    expect(drift).toEqual([expect.stringContaining(".git/info/attributes was added")]);
  });
});

describe("a step whose process died", () => {
  it("loses its hooks and settings when the next process takes the run over", async () => {
    const { project, home, planted, git, write, read, kept } = place();
    const config = read(".git/config");
    await planted.begin({ step: { id: "s", title: "S" }, attempt: 1 } as unknown as Assignment);
    write(".git/hooks/pre-commit", PROGRAM, 0o755);
    git("config", "core.fsmonitor", "./evil.sh");
    const desk = { project, home: { directory: home, config: "" } };
    const found = await undoAfterLoss(desk, "r");
    expect(found).toEqual([
      expect.stringMatching(/^\.git\/config was changed: .*core\.fsmonitor = \.\/evil\.sh; it was restored/),
      expect.stringMatching(/^\.git\/hooks\/pre-commit was added: a hook, which git runs; it was removed/),
    ]);
    expect(read(".git/config")).toBe(config);
    expect(read(".git/hooks/pre-commit")).toBeUndefined();
    expect(kept().map(({ name }) => name)).toEqual(expect.arrayContaining(["config", "pre-commit"]));
    expect(await undoAfterLoss(desk, "r")).toEqual([]);
  });

  it("keeps its signed files, and a person keeps the hooks that they add after every step was compared", async () => {
    const { project, home, planted, during, write, read } = place();
    const desk = { project, home: { directory: home, config: "" } };
    await during(() => {});
    write(".git/hooks/post-merge", PROGRAM, 0o755);
    expect(await undoAfterLoss(desk, "r")).toEqual([]);
    expect(read(".git/hooks/post-merge")).toBe(PROGRAM);
    const step = { id: "s", title: "S", files: [".git/hooks/pre-push"] };
    await planted.begin({ step, attempt: 1 } as unknown as Assignment);
    write(".git/hooks/pre-push", PROGRAM, 0o755);
    await undoAfterLoss(desk, "r");
    expect(read(".git/hooks/pre-push")).toBe(PROGRAM);
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
    const after = () => Promise.reject(new Error("no space left"));
    const broken: FileTracker = { ...NO_TRACKING, before: async () => ({ after }) };
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

  it("says which directory it could not read: a path may be longer than the system takes", async () => {
    const { project, during } = place();
    const name = "d".repeat(200);
    const drift = await during(() => {
      const script = `for at in $(seq 25); do mkdir ${name} && cd ${name} || exit 1; done 2>/dev/null; touch here`;
      execFileSync("bash", ["-c", script], { cwd: project });
    });
    execFileSync("rm", ["-rf", name], { cwd: project });
    expect(drift).toEqual([
      expect.stringMatching(/^(?:d{200}\/)+d{200} cannot be searched for repositories and hooks$/),
    ]);
  });

  // Other systems let no such name be made.
  it.skipIf(process.platform !== "linux")(
    "undoes and tells of files in directories whose names are no text",
    async () => {
      const { project, home, git, during } = place();
      const strange = (name: string) => Buffer.from(join(project, name), "latin1");
      const drift = await during(() => {
        for (const name of ["\xff", "\xfe", "caf\u00e9"]) {
          git("init", "-q", "sub");
          git("-C", "sub", "config", "core.fsmonitor", "./evil.sh");
          git("-C", "sub", "config", "user.name", "a");
          mkdirSync(join(project, "sub/.git/hooks"), { recursive: true });
          writeFileSync(join(project, "sub/.git/hooks/pre-commit"), PROGRAM, { mode: 0o755 });
          mkdirSync(join(project, "sub/.config/fish/conf.d"), { recursive: true });
          writeFileSync(strange("sub/.config/fish/conf.d/\xfd.fish"), "x");
          renameSync(join(project, "sub"), strange(name));
        }
      });
      for (const name of ["\xff", "\xfe", "caf\u00e9"]) {
        const config = readFileSync(strange(`${name}/.git/config`), "utf8");
        expect(config).not.toContain("fsmonitor");
        expect(config).toContain('name = "a"');
        expect(existsSync(strange(`${name}/.git/hooks/pre-commit`))).toBe(false);
      }
      const kept = execFileSync("find", [join(home, "removed"), "-type", "f"], { encoding: "latin1" });
      expect(kept.match(/\n/g)).toHaveLength(6);
      expect(drift).toContainEqual(expect.stringMatching(/^\\xff\/\.git\/config was added: .*core\.fsmonitor/));
      expect(drift).toContain("\\xfe is a new git repository");
      expect(drift).toContain("\\xff/.config/fish/conf.d/\\xfd.fish was added: loaded as code by shells");
      expect(drift.every((line) => line.isWellFormed())).toBe(true);
    },
  );

  it("undoes files in directories whose names have line ends", async () => {
    const { project, git, during } = place();
    const drift = await during(() => {
      git("init", "-q", "one\ntwo");
      git("-C", "one\ntwo", "config", "core.fsmonitor", "./evil.sh");
    });
    expect(drift).toContainEqual(expect.stringContaining("one\ntwo/.git/config was added"));
    expect(readFileSync(join(project, "one\ntwo/.git/config"), "utf8")).not.toContain("fsmonitor");
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
    expect(told.words).toContain("a link leads elsewhere");
    expect(readFileSync(join(home, "hooks/mine"), "utf8")).toBe("mine");
  });
});
