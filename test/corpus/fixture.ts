import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { FIXTURE_ARCHIVES, FIXTURE_COMMITS, type FixtureCommit } from "./fixture-files.ts";

/**
 * Builds the small repository in which the commands of the corpus are at home: three commits, a branch, a tag, an
 * uncommitted change, an untracked file. Its configuration is harmless. `vendor/` is ignored and holds what an
 * attacker would leave there: repositories with a hostile configuration, and files whose names are options.
 */
export function buildFixture(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const git = gitIn(directory);
  git(["init", "--quiet", "--initial-branch=main", "."]);
  git(["config", "user.name", "Ada Winter"]);
  git(["config", "user.email", "ada@example.com"]);
  git(["config", "commit.gpgSign", "false"]);
  FIXTURE_COMMITS.forEach((commit, index) => {
    write(directory, commit.files);
    if (index === FIXTURE_COMMITS.length - 1) writeUncommon(directory);
    commitAll(git, commit);
    if (index === 1) git(["branch", "feature/search"]);
  });
  git(["tag", "v1.4.0"]);
  git(["remote", "add", "origin", "https://example.invalid/orchard.git"]);
  git(["update-ref", "refs/remotes/origin/main", "HEAD"]);
  write(directory, {
    "b.txt": "apple\nbanana\ndate\nelderberry\n",
    "notes.local": "ignored\n",
    "draft.md": "# Draft\n",
  });
  plantHostile(join(directory, "vendor"));
}

type Git = (args: string[], date?: string) => void;

/** Nothing of the machine's or the user's git configuration gets in. */
function gitIn(directory: string): Git {
  return (args, date = "2025-03-03T09:00:00+0000") => {
    execFileSync("git", args, {
      cwd: directory,
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        PATH: process.env["PATH"],
        HOME: directory,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_TEMPLATE_DIR: "",
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
      },
    });
  };
}

function commitAll(git: Git, commit: FixtureCommit): void {
  git(["add", "--all"]);
  git(["commit", "--quiet", "--no-verify", `--author=${commit.author}`, `--message=${commit.subject}`], commit.date);
}

function write(directory: string, files: Record<string, string | Buffer>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
}

function writeUncommon(directory: string): void {
  for (const [path, base64] of Object.entries(FIXTURE_ARCHIVES)) {
    write(directory, { [path]: Buffer.from(base64, "base64") });
  }
  symlinkSync("a.txt", join(directory, "link-to-a"));
  for (const script of ["scripts/mark.sh", "scripts/pre.sh"]) chmodSync(join(directory, script), 0o755);
}

/** Every payload touches `marker` and hurts nothing. */
function plantHostile(vendor: string): void {
  const mark = "#!/bin/sh\ntouch marker\ncat 2>/dev/null\n";
  const hostile = join(vendor, "hostile");
  write(hostile, { "mark.sh": mark, "a.bin": "data\n", ".gitattributes": "*.bin diff=mark filter=mark\n" });
  const git = gitIn(hostile);
  git(["init", "--quiet", "--initial-branch=main", "."]);
  git(["add", "--all"]);
  git(["-c", "user.name=Eve", "-c", "user.email=eve@example.com", "commit", "--quiet", "--message=Bait"]);
  write(hostile, { "a.bin": "changed\n" });
  for (const [key, value] of [
    ["core.fsmonitor", "touch marker"],
    ["diff.mark.textconv", "touch marker; cat"],
    ["filter.mark.clean", "touch marker; cat"],
  ] as const) {
    git(["config", key, value]);
  }

  // A directory that git takes for a repository although nothing is named .git.
  const bare = join(vendor, "bare");
  write(bare, {
    HEAD: "ref: refs/heads/main\n",
    config: "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = touch marker\n",
    "mark.sh": mark,
    "refs/keep": "",
    "objects/keep": "",
  });

  // Globs turn these names into options.
  write(join(vendor, "names"), { "-omarker": "", "a.txt": "b\na\n" });
}
