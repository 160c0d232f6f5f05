import { symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judge } from "../../src/policy/judge.ts";
import type { ToolCall } from "../../src/policy/tool.ts";
import { disk } from "./disk.ts";
import { bash, call, executing, planning, situation } from "./situation.ts";

const { facts, at } = disk();
const write = (path: unknown) => call("write", { path, content: "" }, "pi");
const read = (path: unknown) => call("read", { path }, "pi");
const verdict = (it: ToolCall) => {
  const { verdict: found, code } = judge(it, situation({ facts }));
  return found === "deny" ? code : found;
};

symlinkSync(at("project/.pi/plans"), at("project/shortcut"));
symlinkSync("../.pi/agent", at("project/agent"));
symlinkSync(at("project/.git/hooks/pre-commit"), at("project/innocent.txt"));
symlinkSync("loop", at("project/loop"));
writeFileSync(at(".pi/agent/countersign/keys/current"), "secret");

describe("no tool may write", () => {
  it.each([
    [".pi/plans/PLAN-0000abcd.md"],
    [".pi/plans/not/there/yet.jsonl"],
    [".pi/plans"],
    [".pi/plans.json"],
    [".git/hooks/pre-commit"],
    [".git/config"],
    [".git/config.worktree"],
    [".git/info/attributes"],
    [".git/modules/sub/config"],
    [".git/modules/sub/hooks/post-checkout"],
    [".git/worktrees/one/config.worktree"],
    ["vendor/nested/.git/config"],
    ["vendor/nested/.git"],
    ["src/../.pi/plans.json"],
    ["src/new/../../.git/hooks/x"],
    ["./.git//hooks///x"],
    [".GIT/Hooks/pre-push"],
    [".Pi/PLANS.json"],
    [".git./config"],
    [".git /config"],
    [".g\u200cit/config"],
    ["git~1/hooks/x"],
    [".git/config::$DATA"],
    ["@.git/config"],
    [" .git/config"],
    ["shortcut/PLAN-0000abcd.md"],
    ["shortcut/new/file"],
    ["innocent.txt"],
    ["~/.gitconfig"],
    ["~/.config/git/config"],
    ["~/.pi/agent/plans.json"],
    ["agent/plans.json"],
  ])("%j", (path) => {
    expect(verdict(write(path))).toBe("PROTECTED_PATH");
    expect(verdict(call("Edit", { file_path: path }, "claude-code"))).toBe("PROTECTED_PATH");
  });

  it("a place by its absolute path or by an address", () => {
    expect(verdict(write(at("project/.git/config")))).toBe("PROTECTED_PATH");
    expect(verdict(write(`file://${at("project/.git/config")}`))).toBe("PROTECTED_PATH");
    expect(verdict(write(`file://${at("project/%2Egit/config")}`))).toBe("PROTECTED_PATH");
    expect(verdict(write(`FILE:${at("project/.git/config")}`))).toBe("PROTECTED_PATH");
  });

  it("a place that only the host knows of", () => {
    const moved = { ...facts, alsoProtected: [at("elsewhere.git")] };
    const { code } = judge(write(at("elsewhere.git/config")), situation({ facts: moved }));
    expect(code).toBe("PROTECTED_PATH");
  });

  it.each(["Add File", "Update File", "Delete File", "Move to"])("through a patch: %s", (what) => {
    const input = `*** Begin Patch\n*** Update File: src/a.ts\n*** ${what}: .git/hooks/pre-commit\n+x\n*** End Patch`;
    expect(verdict(call("apply_patch", { input }, "codex"))).toBe("PROTECTED_PATH");
    expect(verdict(call("apply_patch", { command: ["apply_patch", input] }, "codex"))).toBe("PROTECTED_PATH");
    expect(verdict(call("somebodys_patch", { text: input }))).toBe("PROTECTED_PATH");
  });

  it.each(["\u2028", "\u2029", "\r", "\v", "\u0085"])("through a patch whose path has the line end %j in it", (end) => {
    for (const path of [
      `foo${end}/../.git/hooks/pre-commit`,
      `.git/config${end}/../../x`,
      `x${end}/../.git/config\r`,
    ]) {
      for (const what of ["*** Add File:", "*** Move to:", "+++"]) {
        const input = `*** Begin Patch\n*** Update File: src/a.ts\n${what} ${path}\n+x\n*** End Patch`;
        expect(verdict(call("apply_patch", { input }, "codex")), `${what} ${path}`).toBe("PROTECTED_PATH");
      }
    }
  });

  it("through a patch that stands where none is expected, or that names no file", () => {
    const patch = "*** Begin Patch\n*** Add File: .git/hooks/pre-commit\n+x\n*** End Patch";
    const fine = "*** Begin Patch\n*** Add File: src/b.ts\n+x\n*** End Patch";
    for (const input of [
      { other: patch },
      { input: fine, other: patch },
      { input: { patch } },
      { input: { patch: fine } },
      { input: [fine, { patch }] },
      { input: "no patch" },
      { input: 7 },
      {},
    ]) {
      expect(verdict(call("apply_patch", input, "codex")), JSON.stringify(input)).toBe("PROTECTED_PATH");
    }
    expect(verdict(call("apply_patch", { input: fine }, "codex"))).toBe("allow");
    expect(verdict(call("apply_patch", { command: ["apply_patch", fine] }, "codex"))).toBe("allow");
  });

  it("through a tool nobody knows, wherever in its input the path stands", () => {
    expect(verdict(call("mcp__files__move", { from: "a", to: [{ name: ".pi/plans.json" }] }))).toBe("PROTECTED_PATH");
    expect(verdict(call("mcp__files__move", { from: "a", to: [{ name: "b" }] }))).toBe("allow");
  });
});

describe("every tool may write", () => {
  it.each(["src/a.ts", ".gitignore", ".gitmodules", ".github/x.yml", "config", "hooks/x", "a.git"])("%j", (path) => {
    expect(verdict(write(path))).toBe("allow");
  });
});

describe("no tool may read our own directory", () => {
  it.each([
    "~/.pi/agent/countersign/keys/current",
    "agent/countersign/keys/current",
    "../.pi/agent/countersign",
    "@~/.pi/agent/countersign/home.db",
    "~/.pi/agent/Countersign/home.db",
  ])("%j", (path) => {
    expect(verdict(read(path))).toBe("PROTECTED_PATH");
    expect(verdict(call("ls", { path }, "pi"))).toBe("PROTECTED_PATH");
  });

  it("by its absolute path", () => {
    expect(verdict(read(at(".pi/agent/countersign/keys/current")))).toBe("PROTECTED_PATH");
    expect(verdict(call("WebFetch", { url: `file://${at(".pi/agent/countersign/home.db")}` }, "claude-code"))).toBe(
      "PROTECTED_PATH",
    );
  });

  it.each(["~", "~/.pi", "/", "..", "agent"])("by a search below %j", (path) => {
    expect(verdict(call("grep", { pattern: "x", path }, "pi"))).toBe("PROTECTED_PATH");
    expect(verdict(call("Grep", { pattern: "x", path }, "claude-code"))).toBe("PROTECTED_PATH");
  });

  it("by a search from a directory above, where none is named", () => {
    const above = situation({ facts: { ...facts, cwd: facts.home } });
    expect(judge(call("grep", { pattern: "x" }, "pi"), above).code).toBe("PROTECTED_PATH");
    expect(verdict(call("grep", { pattern: "x" }, "pi"))).toBe("allow");
  });

  it.each([
    "/**",
    "../**/*.key",
    "~/.pi/**",
    "{src,/home}/**",
    "src/{a,../../..}/**",
    "*/../../**",
    "agent/**",
  ])("by the glob %j", (pattern) => {
    expect(verdict(call("Glob", { pattern }, "claude-code"))).toBe("PROTECTED_PATH");
  });

  it("and ordinary globs and reads are as before", () => {
    expect(verdict(call("Glob", { pattern: "src/**/*.{ts,tsx}" }, "claude-code"))).toBe("allow");
    expect(verdict(call("find", { pattern: "*.md", path: "src" }, "pi"))).toBe("allow");
    expect(verdict(read(".pi/plans/PLAN-0000abcd.md"))).toBe("allow");
    expect(verdict(read(".git/config"))).toBe("allow");
  });
});

describe("a path that cannot be told", () => {
  it.each([["\0"], [7], [{ path: "a" }], ["loop/x"], ["file:///%zz"]])("is refused: %j", (path) => {
    expect(verdict(write(path))).toBe("PROTECTED_PATH");
    expect(verdict(read(path))).toBe("PROTECTED_PATH");
  });
});

describe("a command", () => {
  it.each([
    "echo x > .git/config",
    "echo x >> .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit",
    "cp evil .git/hooks/post-checkout",
    "tee .pi/plans.json < x",
    "dd if=x of=.git/config",
    "sort -o.pi/plans.json x",
    "cd .pi && rm -r plans",
    "git -C .git/hooks init",
    "rm -rf .git",
    "mv .pi /tmp/x",
    "cp x shortcut/y",
    "echo x > innocent.txt",
    "bash -c 'echo x > .git/config'",
    'python3 -c \'open(".git/config", "w")\'',
    "eval 'cp x .git/hooks/y'",
  ])("that names a protected place and may write is refused without a sandbox: %s", (line) => {
    expect(verdict(bash(line))).toBe("PROTECTED_PATH");
  });

  it.each([
    "npm test",
    "cat .git/config",
    "git commit -m 'the plans in .pi/plans'",
    "git add .pi/plans",
    "make",
    "echo 'a",
  ])("that does not is as before: %s", (line) => {
    expect(verdict(bash(line))).toBe("allow");
  });

  it("cannot name our own directory, not even to look, not even in a sandbox", () => {
    for (const line of [
      "cat ~/.pi/agent/countersign/keys/current",
      "cat agent/countersign/home.db",
      "rm -r agent/countersign",
    ]) {
      expect(verdict(bash(line))).toBe("PROTECTED_PATH");
      const sandboxed = executing({ tools: ["bash"] }, { facts: { ...facts, sandbox: "on" } });
      expect(judge(bash(line), sandboxed).code).toBe("PROTECTED_PATH");
    }
  });

  it("is left to the sandbox where there is one", () => {
    const sandboxed = executing({ tools: ["bash"] }, { facts: { ...facts, sandbox: "on" } });
    expect(judge(bash("cp x .git/hooks/y"), sandboxed).verdict).toBe("allow");
  });
});

describe("what a process keeps to itself", () => {
  it.each([
    "/proc/self/environ",
    `/proc/${process.pid}/environ`,
    "/proc/thread-self/environ",
    "/proc/self/task/../environ",
    "/dev/../proc/self/environ",
    "/dev/fd/../environ",
    "/proc/self/root/proc/self/environ",
    "/proc/self/mem",
  ])("is read by no tool, in any mode: %s", (path) => {
    for (const here of [situation({ facts }), planning({ facts }), executing({}, { facts })]) {
      expect(judge(read(path), here)).toMatchObject({ verdict: "deny", code: "PROTECTED_PATH" });
    }
    expect(verdict(call("some_tool", { where: { file: path } }))).toBe("PROTECTED_PATH");
  });

  it.each(["/proc", "/proc/self", "/proc/self/task"])("is found by no search: %s", (path) => {
    expect(verdict(call("grep", { pattern: "KEY", path }, "pi"))).toBe("PROTECTED_PATH");
    expect(verdict(call("ls", { path }, "pi"))).toBe("allow");
  });

  it.each(["cat /proc/self/environ", "cat /proc/*/environ", "ps eww"])("is shown by no command: %s", (line) => {
    expect(verdict(bash(line))).toBe("PROTECTED_PATH");
    expect(judge(bash(line), situation({ facts })).reason).toContain("the environment or the memory of a process");
  });

  it.each(["/proc/cpuinfo", "/proc/self/status", "/proc/meminfo", "src/environ"])("is not all there is: %s", (path) => {
    expect(verdict(read(path))).toBe("allow");
  });
});

describe("a command that reads everything below a directory", () => {
  const { facts } = disk();
  const verdictOf = (line: string) => judge(bash(line), situation({ facts }));

  it.each([
    "cp -a ~ x",
    "cp -r $HOME/. y",
    "cp --rec ~ x",
    "cp -t x -r ~",
    "cp -r ~/.p* x",
    "mv ~ x",
    "ln -s ~ x",
    "tar c ~",
    "tar -cf x.tar -C ~ .",
    "tar -C ~ -cf x.tar .pi",
    "tar --create -f x ~",
    "rsync -a ~/ z",
    "scp -r ~ host:",
    "zip -r x.zip ~",
    "7z a x.7z ~",
    "cd ~ && cp -r . /tmp/x",
    "cd && tar c .",
    "cp -r / x",
    "docker run -v $HOME:/h image",
    "docker run -v/:/h image",
    "docker run --mount type=bind,src=/,dst=/h image",
    "docker build -f x ~",
    "python3 -m http.server -d ~",
    "find ~ -type f | cpio -o > x",
    "sudo cp -a ~ x",
    "bash -c 'cp -a ~ x'",
  ])("is denied if Countersign's directory is there: %s", (line) => {
    expect(verdictOf(line)).toMatchObject({ verdict: "deny", code: "PROTECTED_PATH" });
  });

  it.each(['cp -a "$(echo ~)" x', "cp -r $d x", 'tar c "$d"'])("is asked about if it may be: %s", (line) => {
    expect(verdictOf(line)).toMatchObject({ verdict: "confirm", rule: "protected-paths" });
    const step = executing({ tools: ["bash"] }, { facts, settings: { scope: "full", yolo: true } });
    expect(judge(bash(line), step).verdict).toBe("confirm");
  });

  it.each([
    "cp -r src ~/backup",
    "cp -r src ~",
    "rsync -a src/ ~/www",
    "tar cf ~/x.tar src",
    "cp -r . /tmp/x",
    "cp -r ../other x",
    "cp -r src/* x",
    "for d in src test; do cp -r $d x; done",
    "mv src ~",
    "ln -s ../x y",
    "docker run -v $PWD:/app image",
    "docker build .",
    "zip -r x.zip src",
  ])("is as before elsewhere: %s", (line) => {
    expect(verdictOf(line).verdict).toBe("allow");
  });
});
