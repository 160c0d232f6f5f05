import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judge } from "../../src/policy/judge.ts";
import type { ToolCall } from "../../src/policy/tool.ts";
import { disk } from "./disk.ts";
import { bash, call, executing, planning, situation } from "./situation.ts";

const { facts, at } = disk();
for (const directory of [".vscode", ".claude", "editor", "packages/a/.idea"]) {
  mkdirSync(at("project", directory), { recursive: true });
}
mkdirSync(at("project/template/.vscode"), { recursive: true });
writeFileSync(at("project/lefthook.yml"), "");
symlinkSync("editor", at("project/.zed"));
symlinkSync(".vscode", at("project/shortcut"));
symlinkSync("../.vscode/settings.json", at("project/src/innocent.json"));

const write = (path: unknown) => call("write", { path, content: "" }, "pi");
const edit = (path: unknown) => call("edit", { path, edits: [] }, "pi");
const outside = (it: ToolCall, more = {}) => judge(it, situation({ facts, ...more }));
const inStep = (it: ToolCall, files?: readonly string[], more = {}) =>
  judge(
    it,
    executing({ tools: ["write", "edit", "bash", "apply_patch", "mcp"], ...(files && { files }) }, { facts, ...more }),
  );

const PATHS = [
  ".pi/extensions/evil.ts",
  ".pi/settings.json",
  ".claude/settings.json",
  ".claude",
  ".codex/config.toml",
  ".cursor/mcp.json",
  ".vscode/settings.json",
  ".idea/workspace.xml",
  ".mcp.json",
  ".envrc",
  ".husky/pre-commit",
  "lefthook.yml",
  "app.code-workspace",
  "packages/a/.vscode/settings.json",
  "sub/.pi/extensions/evil.ts",
  "src/../.vscode/settings.json",
  "./.VSCode//Settings.json",
  "@.vscode/settings.json",
  "~/.bashrc",
  "~/.config/fish/config.fish",
  // Through links: to such a place, from such a name, and to such a file.
  "shortcut/tasks.json",
  ".zed/tasks.json",
  "src/innocent.json",
];

describe("a tool that writes what a host loads", () => {
  it.each(PATHS)("needs a person's word outside plan mode: %s", (path) => {
    for (const it of [write(path), edit(path), call("Write", { file_path: path }, "claude-code")]) {
      expect(outside(it)).toMatchObject({ verdict: "confirm", code: "CONFIRMATION_NEEDED", rule: "protected-paths" });
    }
  });

  it.each(PATHS)("is refused in a step that does not name it: %s", (path) => {
    for (const files of [undefined, ["**"], [".*/**"], [".vscode", ".claude/", ".vscode/*"]]) {
      expect(inStep(write(path), files).verdict, JSON.stringify(files)).toBe("deny");
    }
    expect(inStep(write(path), undefined, { settings: { scope: "full" } }).verdict).toBe("deny");
    expect(inStep(write(path), undefined, { settings: { level: "log" } }).verdict).toBe("deny");
  });

  it("is refused while planning, as every other", () => {
    const { verdict, rule } = judge(write(".vscode/settings.json"), planning({ facts }));
    expect({ verdict, rule }).toEqual({ verdict: "deny", rule: "plan-mode" });
  });

  it("runs in a step that names its literal path", () => {
    expect(inStep(write(".vscode/settings.json"), [".vscode/settings.json"]).verdict).toBe("allow");
    expect(inStep(write(".vscode/settings.json"), ["src/**", ".vscode/settings.json"]).verdict).toBe("allow");
    expect(inStep(write("src/../.vscode/settings.json"), [".vscode/settings.json"]).verdict).toBe("allow");
    expect(inStep(write("packages/a/.envrc"), ["packages/a/.envrc"]).verdict).toBe("allow");
    expect(inStep(write(".vscode/settings.json"), ["./.vscode/settings.json"]).verdict).toBe("allow");
  });

  it("runs only there: not beside it, not below it, not in the same file of another package", () => {
    const files = ["**", ".vscode/settings.json", ".claude/hooks"];
    for (const path of [
      ".vscode/tasks.json",
      ".vscode/settings.json/x",
      ".vscode",
      "a/.vscode/settings.json",
      ".claude/hooks/x",
    ]) {
      expect(inStep(write(path), files).verdict, path).toBe("deny");
    }
  });

  it("is never allowed the whole directory, even by name", () => {
    expect(inStep(write(".vscode"), [".vscode"]).verdict).toBe("deny");
    expect(inStep(bash("rm -rf .vscode"), [".vscode"]).verdict).toBe("deny");
  });

  it("is not spared the question by settings that waive questions", () => {
    for (const settings of [{ yolo: true }, { tool_ignore: ["write"] }]) {
      expect(outside(write(".vscode/settings.json"), { settings }).verdict).toBe("confirm");
    }
    expect(outside(write(".vscode/settings.json"), { templateTools: ["write"] }).verdict).toBe("confirm");
  });

  it("says which host loads it, and how a plan may have it", () => {
    expect(outside(write(".vscode/settings.json")).reason).toBe(
      '".vscode/settings.json": VS Code and its relatives would load it as settings, without being asked.',
    );
    const { reason, hint } = inStep(write(".vscode/settings.json"));
    expect(reason).toContain("VS Code");
    expect(hint).toContain("literal path");
  });

  it.each(["Add File", "Update File", "Delete File", "Move to"])("by a patch: %s", (what) => {
    const input = `*** Begin Patch\n*** Update File: src/a.ts\n*** ${what}: .vscode/tasks.json\n+x\n*** End Patch`;
    expect(outside(call("apply_patch", { input }, "codex")).verdict).toBe("confirm");
    expect(inStep(call("apply_patch", { input }, "codex"), ["**"]).verdict).toBe("deny");
    const files = ["src/a.ts", ".vscode/tasks.json"];
    expect(inStep(call("apply_patch", { input }, "codex"), files).verdict).toBe("allow");
  });

  it("by a tool that nobody knows, wherever its path stands", () => {
    expect(outside(call("mcp__files__write", { to: { file: ".vscode/tasks.json" } })).verdict).toBe("confirm");
    expect(outside(call("mcp__files__move", { from: "a", to: ["sub/.pi/extensions"] })).verdict).toBe("confirm");
    expect(inStep(call("mcp", { path: ".envrc" }), ["**"]).verdict).toBe("deny");
  });

  it("and one that nobody knows is not asked about because a sentence names such a file", () => {
    expect(outside(call("mcp__chat__say", { text: "Look at src/.vscode/settings.json first" })).verdict).toBe("allow");
    expect(outside(call("Task", { prompt: "Read packages/a/.vscode/x.json" }, "claude-code")).verdict).toBe("allow");
  });

  it("what is denied to every tool stays denied, whatever a step names", () => {
    for (const path of [".pi/plans/PLAN-0000abcd.md", ".pi/plans.json", ".git/hooks/pre-commit", ".git/config"]) {
      const { verdict, rulings } = inStep(write(path), [path]);
      expect(verdict).toBe("deny");
      expect(rulings).toContainEqual(expect.objectContaining({ rule: "protected-paths", says: "deny" }));
      expect(outside(write(path)).code).toBe("PROTECTED_PATH");
    }
  });
});

describe("a tool that reads what a host loads", () => {
  it.each(PATHS)("is as before: %s", (path) => {
    expect(outside(call("read", { path }, "pi")).verdict).toBe("allow");
  });

  it("and notes of a host are as before", () => {
    expect(outside(call("Write", { file_path: "~/.claude/plans/one.md" }, "claude-code")).verdict).toBe("allow");
  });
});

const LINES = [
  "echo x > .vscode/settings.json",
  "cp evil.ts .pi/extensions/evil.ts",
  "mkdir -p .pi/extensions",
  "mv evil .vscode",
  "mv evil .config",
  "ln -s ../evil .claude",
  "tee packages/a/.vscode/tasks.json < x",
  "cd .claude && cp ../x settings.json",
  "sed -i s/a/b/ .envrc",
  "npx husky add .husky/pre-commit 'npm test'",
  "git checkout other -- .vscode/settings.json",
  "git show other:.vscode/tasks.json > .vscode/tasks.json",
  "tar xf a.tar .vscode/tasks.json",
  "patch .envrc < x",
  "echo x >> ~/.bashrc",
  "dd of=.mcp.json",
  "cp x shortcut/y",
  "cp x .zed/y",
  "echo x > src/innocent.json",
  "bash -c 'echo x > .vscode/settings.json'",
  'python3 -c \'open(".vscode/settings.json", "w").write("x")\'',
  "node -e 'fs.writeFileSync(`.envrc`, ``)'",
  // Patterns that may match one.
  "tee .vsco?e/tasks.json < x",
  "echo x > .pi/exten*/evil.ts",
  "cp x .v*",
  "cp x .@(vscode|x)/y",
  "cp x .[v]scode/y",
  "cp x .{vscode,idea}/y",
  "mv x .vs{c,d}ode/y",
  "dd of=.vsc?de/tasks.json",
  "cp --target-directory=.vsc?de x",
  "ln -s y .en?rc",
  "cd .vsc* && touch tasks.json",
  "echo x > ~/.bash[r]c",
  "echo x > ~/.config/f*/config.fish",
  "sed -i s/a/b/ lefth*.yml",
  "rm *.yml",
  "shopt -s dotglob; cp x *code/tasks.json",
  "git checkout other -- '.vsc*'",
  "git checkout other -- ':(top).vsc*'",
  "git mv .vsc* y",
  // Directories that have one in them.
  "cp -r template .",
  "cp -a template/. .",
  "rsync -a template/ .",
];

/** Words of which a part is unknown, and may lead to one. */
const GUESSED = [
  'echo x > "$d/hooks/pre-commit"',
  "cp x $(printf .gi%st)/hooks/pre-commit",
  'cp x "$(echo .vsc)ode/tasks.json"',
  'cp x ".$name"',
  "cp x $d/plans/y",
];

describe("a command that names what a host loads, without a sandbox", () => {
  it.each(LINES)("needs a person's word outside plan mode: %s", (line) => {
    expect(outside(bash(line))).toMatchObject({ verdict: "confirm", rule: "protected-paths" });
  });

  it.each(LINES)("is refused in a step that does not name it: %s", (line) => {
    expect(inStep(bash(line)).verdict).toBe("deny");
    expect(inStep(bash(line), ["**"]).verdict).toBe("deny");
  });

  it.each(GUESSED)("is a person's to allow where only an unknown value may lead there: %s", (line) => {
    expect(outside(bash(line))).toMatchObject({ verdict: "confirm", rule: "protected-paths" });
    expect(inStep(bash(line), ["**"], { settings: { yolo: true } }).verdict).toBe("confirm");
  });

  it.each([
    "cp x .gi*/hooks/pre-commit",
    'd=.gi; echo x > "${d}t/hooks/pre-commit"',
    "mv x .{git,foo}/hooks/y",
    "cp x .g[i]t/config",
    "install x .git/h*/pre-commit",
    "echo x > .pi/[p]lans/x",
    "rm -rf .gi*",
    "rm -rf .*",
  ])("is denied to every tool if a pattern may match what is: %s", (line) => {
    expect(outside(bash(line))).toMatchObject({ verdict: "deny", code: "PROTECTED_PATH" });
    expect(inStep(bash(line)).verdict).toBe("deny");
  });

  it("is judged by the rest of the rules in a step that names its literal path", () => {
    const { rulings } = inStep(bash("echo x > .vscode/settings.json"), [".vscode/settings.json"]);
    expect(rulings.map(({ rule }) => rule)).not.toContain("protected-paths");
  });

  const rulesOn = (line: string, files: string[]) => inStep(bash(line), files).rulings.map(({ rule }) => rule);

  it.each([
    "mkdir -p .vscode && echo x > .vscode/tasks.json",
    "mkdir .vscode; cp x .vscode/tasks.json",
    "sed -i s/a/b/ .vscode/tasks.json",
    "npx prettier --write ./.vscode/tasks.json",
    "git checkout other -- .vscode/tasks.json",
    "cat > .vscode/tasks.json <<'EOF'\n{}\nEOF\n",
  ])("may make the directory of a file that its step names: %j", (line) => {
    expect(rulesOn(line, [".vscode/tasks.json"])).not.toContain("protected-paths");
    expect(rulesOn(line, ["./.vscode/tasks.json"])).not.toContain("protected-paths");
    expect(rulesOn(line, [".vscode/settings.json"])).toContain("protected-paths");
  });

  it.each([
    "mkdir -p .vscode && cp -r evil .vscode",
    "mkdir -p .vscode && tar xf a.tar -C .vscode",
    "mkdir -p .vscode && cd .vscode && tar xf ../a.tar",
    "mkdir -p .vscode && cd $_ && tar xf ../a.tar",
    "mkdir -p .vscode && node gen.js --out=.vscode",
    "mkdir -p .vscode; rm -rf .vsco'de'",
    "mkdir -p .vscode .zed",
    "mkdir -p .vscode/x",
  ])("may do nothing else with that directory: %s", (line) => {
    expect(inStep(bash(line), [".vscode/tasks.json"]).verdict).toBe("deny");
  });

  it("is denied all the same where it also names a place that is protected always", () => {
    expect(outside(bash("cp .vscode/x .git/hooks/pre-commit")).code).toBe("PROTECTED_PATH");
  });

  it.each([
    "cat .vscode/settings.json",
    "git diff -- .vscode",
    "git add .vscode/settings.json",
    "npm test",
    "git commit -m 'Describe .vscode/settings.json'",
    "npm test && git commit -qm 'Describe .vscode/settings.json and the like'",
    "mv a .vscodeignore",
    "rm -rf build/*",
    "rm -f *.o",
    "sed -i s/a/b/ *.json",
    "rm -rf packages/*/dist/*",
    'echo x > "$out"',
    'echo x > "$dir/file.txt"',
    'for f in *.ts; do mv "$f" "${f%.ts}.js"; done',
    "mkdir -p {a,b}/c",
    "cp .env.* x",
    "rm -rf .next/cache/*",
    "git rm -r --cached '*.pyc'",
    "cp -r src build",
    "cp -r . ../copy",
    "rm -rf .github/workflows",
    "source ~/.nvm/nvm.sh && npm test",
    ". ~/.bashrc; npm test",
    "bash .husky/pre-commit",
    "python3 .claude/skills/pdf/fill.py a.pdf",
    ".claude/skills/pdf/run.sh a.pdf",
  ])("is as before where it cannot write there: %s", (line) => {
    expect(outside(bash(line)).verdict).toBe("allow");
  });

  it.each([
    "bash .envrc; cp x .envrc",
    "bash .envrc; cp x ./.envrc",
    "bash .envrc > .envrc",
    "bash .envrc; cp x $_",
    "hash -p /usr/bin/tee bash; echo x | bash .envrc",
    "PATH=.; bash .envrc",
    "cp bash .envrc",
    "tee .envrc",
    "bash x .envrc",
    "source() { tee .envrc; }; source .envrc",
    "cd .husky; bash pre-commit; cp ../x pre-commit",
  ])("is asked about where a part of the line may write the file that another part runs: %s", (line) => {
    expect(outside(bash(line)).verdict).toBe("confirm");
    expect(inStep(bash(line)).verdict).toBe("deny");
  });

  it("may not run what no agent may read, nor a hook of git", () => {
    expect(outside(bash("bash ~/.pi/agent/countersign/keys/current")).verdict).toBe("deny");
    expect(outside(bash("bash .git/hooks/pre-commit")).verdict).toBe("deny");
  });

  it("is left to the sandbox where there is one", () => {
    const sandboxed = { facts: { ...facts, sandbox: "on" as const } };
    expect(inStep(bash("echo x > .vscode/settings.json"), undefined, sandboxed).verdict).toBe("allow");
  });
});
