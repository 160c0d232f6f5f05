import { describe, expect, it } from "vitest";
import { judge } from "../../src/policy/judge.ts";
import { repositoryChange } from "../../src/policy/repository-change.ts";
import { toolOf } from "../../src/policy/tool-of.ts";
import { bash, call, executing } from "./situation.ts";

function changeIn(command: string, sandbox: "on" | "off" = "off"): string | undefined {
  const situation = executing({ tools: ["bash"] }, { facts: { sandbox } });
  const tool = toolOf(bash(command), situation);
  return tool && repositoryChange(bash(command), tool, situation);
}

const SURE = [
  "git commit -m x",
  "git add -A",
  "git stash",
  "git stash pop",
  "git checkout -b other",
  "git -C . commit --amend",
  "git -c user.name=x -c user.email=x@example.org commit -m x",
  "git --work-tree=. add a",
  "git --work-tree . --namespace=x push",
  "git --config-env=user.name=X commit -m x",
  "git --bare fetch",
  "npm test && git tag v1",
  "git branch new",
  "git fetch",
  "git config user.name x",
  "git reset --hard HEAD~1",
  "git gc --prune=now",
  "git update-ref -d refs/heads/main",
  "bash -c 'git commit -m x'",
  "env A=1 git rebase main",
  "make; git worktree add ../x",
];

const WITHOUT_A_SANDBOX = [
  "rm -rf .git/objects/?? .git/refs/countersign",
  "cd .git && rm -rf objects",
  "echo x > .git/HEAD",
  "make --directory=.git",
  "touch ./sub/.GIT/x",
  "git $WORD",
  "git unknown-alias",
  "git log --output=.git/HEAD",
];

const NEITHER = [
  "git status",
  "git diff --stat && npm test",
  "git log -3; make",
  "git -c user.name=x log",
  "git --work-tree . status",
  "cat .git/HEAD",
  "git apply x.patch",
  "git clean -fd build",
  "git clone https://example.org/x",
  "rsync -a --exclude=.git a b",
  "rm .gitignore",
  "npm run git-thing",
];

describe("a command changes the git repository", () => {
  it.each(SURE)("%s", (command) => {
    expect(changeIn(command)).toBeDefined();
    expect(changeIn(command, "on")).toBeDefined();
  });

  it.each(WITHOUT_A_SANDBOX)("as far as is known, if no sandbox keeps it from that: %s", (command) => {
    expect(changeIn(command)).toBeDefined();
    expect(changeIn(command, "on")).toBeUndefined();
  });

  it.each(NEITHER)("not so: %s", (command) => {
    expect(changeIn(command)).toBeUndefined();
    expect(changeIn(command, "on")).toBeUndefined();
  });
});

describe("a step", () => {
  it("changes the repository only if that was signed, and the refusal says what is missing", () => {
    const { verdict, code, reason } = judge(bash("git commit -m x"), executing({ tools: ["bash"] }));
    expect([verdict, code]).toEqual(["deny", "OUT_OF_SCOPE"]);
    expect(reason).toBe('"git commit" changes the git repository, and step one has no "commits: true".');
    const held = { facts: { sandbox: "on" } } as const;
    expect(judge(bash("git commit -m x"), executing({ tools: ["bash"], commits: true }, held)).verdict).toBe("allow");
  });

  it("writes into .git with no tool either, and hooks and configuration not even with leave to commit", () => {
    const write = (path: string) => call("write", { path, content: "x" }, "pi");
    for (const path of [".git/HEAD", ".git/refs/heads/main", "a/../.GIT/index", "sub/.git/objects/x"]) {
      expect(judge(write(path), executing()).verdict).toBe("deny");
      expect(judge(write(path), executing({ files: ["**"] })).verdict).toBe("deny");
      expect(judge(write(path), executing({ commits: true })).verdict).toBe("allow");
    }
    for (const path of [".git/hooks/pre-commit", ".git/config", ".git/info/attributes"])
      expect(judge(write(path), executing({ commits: true })).code).toBe("PROTECTED_PATH");
    expect(judge(write(".github/x.yml"), executing()).verdict).toBe("allow");
  });
});
