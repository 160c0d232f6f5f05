import { describe, expect, it } from "vitest";
import { comparablePath } from "../../src/policy/comparable-path.ts";
import { hostFileAt, mayBeHostFile, mayEndHostFile } from "../../src/policy/host-files.ts";

/** A search asks for each directory as a whole, and only for some names in the others. */
function isFoundBySearch(path: string): boolean {
  const [directory, name] = [path.slice(0, path.lastIndexOf("/") + 1), path.slice(path.lastIndexOf("/") + 1)];
  return hostFileAt(`${directory}any`) !== undefined || mayEndHostFile(comparablePath(name));
}

describe("a file that a host loads", () => {
  it.each([
    [".pi/extensions/evil.ts", "pi", "code"],
    [".pi/settings.json", "pi", "code"],
    [".pi", "pi", "code"],
    [".agents/skills/one/SKILL.md", "pi", "code"],
    [".claude/settings.json", "Claude Code", "hooks"],
    [".claude/agents/one.md", "Claude Code", "hooks"],
    [".mcp.json", "Claude Code", "hooks"],
    [".codex/config.toml", "Codex", "settings"],
    [".cursor/mcp.json", "Cursor", "settings"],
    [".opencode/plugin/one.ts", "OpenCode", "code"],
    [".gemini/settings.json", "coding agents", "settings"],
    [".windsurf/hooks.json", "coding agents", "settings"],
    [".github/hooks/one.json", "Copilot", "hooks"],
    [".vscode/settings.json", "VS Code and its relatives", "settings"],
    ["app.code-workspace", "VS Code and its relatives", "settings"],
    [".devcontainer/devcontainer.json", "VS Code and its relatives", "settings"],
    [".devcontainer.json", "VS Code and its relatives", "settings"],
    [".idea/workspace.xml", "JetBrains' editors", "settings"],
    [".zed/tasks.json", "editors", "settings"],
    [".nvim.lua", "vim and neovim", "code"],
    [".exrc", "vim and neovim", "code"],
    [".dir-locals.el", "Emacs", "code"],
    [".husky/pre-commit", "git", "hooks"],
    [".githooks/pre-push", "git", "hooks"],
    ["lefthook.yml", "git", "hooks"],
    [".pre-commit-config.yaml", "git", "hooks"],
    [".hg/hgrc", "Mercurial", "hooks"],
    [".envrc", "shells that enter the directory", "code"],
    [".direnv/flake-profile.rc", "shells that enter the directory", "code"],
    ["mise.toml", "shells that enter the directory", "code"],
    [".tool-versions", "shells that enter the directory", "code"],
    [".bashrc", "shells", "code"],
    [".zshenv", "shells", "code"],
    [".config/fish/conf.d/one.fish", "shells", "code"],
    [".config/systemd/user/one.service", "the user's session", "code"],
    ["Library/LaunchAgents/one.plist", "the user's session", "code"],
    [".ssh/config", "ssh", "settings"],
    [".Rprofile", "interpreters and debuggers", "code"],
    [".RData", "interpreters and debuggers", "code"],
    [".Renviron", "interpreters and debuggers", "code"],
    [".gdbearlyinit", "interpreters and debuggers", "code"],
    [".octaverc", "interpreters and debuggers", "code"],
    [".ocamlinit", "interpreters and debuggers", "code"],
    ["lib/python3.13/site-packages/sitecustomize.py", "interpreters and debuggers", "code"],
    [".ipython/profile_default/startup/one.py", "interpreters and debuggers", "code"],
    [".gradle/init.d/one.gradle", "Gradle and Maven", "code"],
    [".clinerules/hooks/PreToolUse", "coding agents", "settings"],
    [".roomodes", "coding agents", "settings"],
    [".kilocode/mcp.json", "coding agents", "settings"],
    [".agent/workflows/one.md", "coding agents", "settings"],
    [".config/opencode/plugin/one.ts", "OpenCode", "code"],
    [".aider.model.settings.yml", "coding agents", "settings"],
    [".project", "Eclipse and its relatives", "settings"],
    [".externalToolBuilders/one.launch", "Eclipse and its relatives", "settings"],
    [".vscode-server/data/Machine/settings.json", "VS Code and its relatives", "settings"],
    ["app.ipr", "JetBrains' editors", "settings"],
    ["_exrc", "vim and neovim", "code"],
    [".config/kak/kakrc", "editors", "settings"],
    [".nanorc", "editors", "settings"],
    [".spacemacs", "Emacs", "code"],
    [".huskyrc.json", "git", "hooks"],
    [".lefthook-local.toml", "git", "hooks"],
    [".config/lefthook.yaml", "git", "hooks"],
    ["captainhook.json", "git", "hooks"],
    [".jj/workspace-config.toml", "Sapling and Jujutsu", "hooks"],
    ["mise.production.toml", "shells that enter the directory", "code"],
    [".config/mise.ci.toml", "shells that enter the directory", "code"],
    ["mise/conf.d/one.toml", "shells that enter the directory", "code"],
    [".rvmrc", "shells that enter the directory", "code"],
    [".asdfrc", "shells that enter the directory", "code"],
    [".bashrc.d/one.sh", "shells", "code"],
    [".bash_completion", "shells", "code"],
    [".zshrc.zwc", "shells", "code"],
    [".zcompdump", "shells", "code"],
    [".config/zsh/.zimrc", "shells", "code"],
    [".config/starship.toml", "shells", "code"],
    [".local/bin/git", "shells", "code"],
    [".config/sway/config", "the user's session", "code"],
    [".config/i3/config", "the user's session", "code"],
    [".config/hypr/hyprland.conf", "the user's session", "code"],
    [".config/containers/systemd/one.container", "the user's session", "code"],
    [".local/share/applications/one.desktop", "the user's session", "code"],
    [".local/share/dbus-1/services/one.service", "the user's session", "code"],
    [".Xresources", "the user's session", "code"],
    [".tmux/plugins/one/one.tmux", "terminals", "code"],
    [".gnupg/gpg-agent.conf", "gpg", "settings"],
    [".docker/cli-plugins/docker-one", "command-line programs", "settings"],
    [".aws/config", "command-line programs", "settings"],
    [".ripgreprc", "command-line programs", "settings"],
  ])("%s is loaded by %s", (path, host, loads) => {
    expect(hostFileAt(path)).toMatchObject({ host, loads });
    expect(hostFileAt(`packages/a/${path}`), "in a directory").toMatchObject({ host });
    expect(hostFileAt(`/home/ann/${path}`), "by its absolute path").toMatchObject({ host });
    expect(hostFileAt(path.toUpperCase()), "where case does not count").toMatchObject({ host });
    expect(isFoundBySearch(path), "by a search").toBe(true);
  });

  it.each([
    ["/etc/profile.d/one.sh", "shells"],
    ["/etc/ld.so.preload", "shells"],
    ["/etc/cron.d/one", "cron"],
    ["/etc/X11/Xsession.d/one", "the machine"],
  ])("of the machine, %s, is one only at the top of the file system", (path, host) => {
    expect(hostFileAt(path)).toMatchObject({ host });
    expect(hostFileAt(`/src/image${path}`)).toBeUndefined();
    expect(path.toLowerCase().split("/").some(mayBeHostFile)).toBe(true);
    expect(hostFileAt(path.slice(1))).toBeUndefined();
  });

  it.each([
    ".VSCode/settings.json",
    ".vscode./settings.json",
    ".vscode /settings.json",
    ".vs\u200ccode/settings.json",
    ".vscode::$INDEX_ALLOCATION/settings.json",
    "./.vscode//settings.json",
  ])("is known in another spelling: %j", (path) => {
    expect(hostFileAt(path)).toMatchObject({ pattern: ".vscode/**" });
  });

  it.each([
    ".git/hooks/pre-commit",
    ".git/config",
    ".git/config.worktree",
    ".git/info/attributes",
    ".git/modules/sub/hooks/post-checkout",
    "vendor/nested/.git",
    "GIT~1/hooks/x",
  ])("of git itself is never allowed: %s", (path) => {
    expect(hostFileAt(path)).toMatchObject({ host: "git", isNeverAllowed: true });
    expect(isFoundBySearch(path)).toBe(true);
  });
});

describe("a name in a path", () => {
  it("may begin a host file only if a pattern begins with it: not every absolute path, and no comment", () => {
    expect([".vscode", "mise.ci.toml", "a.code-workspace", "etc"].map(mayBeHostFile)).toEqual([true, true, true, true]);
    expect(["", "src", "app.toml", "usr"].map(mayBeHostFile)).toEqual([false, false, false, false]);
  });
});

describe("a file that no host loads without being asked", () => {
  it.each([
    "",
    "src/a.ts",
    "package.json",
    "Makefile",
    "Dockerfile",
    ".npmrc",
    ".yarnrc.yml",
    "tsconfig.json",
    "vite.config.ts",
    ".editorconfig",
    ".env",
    ".nvmrc",
    "CLAUDE.md",
    "AGENTS.md",
    ".cursorrules",
    ".gitignore",
    ".gitattributes",
    ".gitmodules",
    ".git/index",
    ".git/refs/heads/main",
    ".github/workflows/ci.yml",
    ".config/app.json",
    ".vscodeignore",
    "vscode/settings.json",
    "a.vscode/settings.json",
    "code-workspace",
    "mise/readme.md",
    "src/hooks/use-one.ts",
    "docs/profile",
    "~/.claude/plans/quick-fox.md",
    "~/.claude/projects/one/memory/MEMORY.md",
    "/home/ann/.cursor/worktrees/app/src/a.ts",
    ".claude/worktrees/fix/src/a.ts",
    ".cargo/config.toml",
    ".bazelrc",
    ".pnpmfile.cjs",
    ".gradle/caches/x",
    ".docker/php/Dockerfile",
    ".azure/dev/config.json",
    "app.iml",
    "app.toml",
    "mise.toml.md",
    "misery.toml",
    "weights.pth",
    "packaging/app.desktop",
    "/etc/hosts",
  ])("%j", (path) => {
    expect(hostFileAt(path)).toBeUndefined();
  });

  it("is not the whole directory of what a host notes down", () => {
    expect(hostFileAt(".claude/plans")).toMatchObject({ host: "Claude Code" });
    expect(hostFileAt(".claude/plans/../settings.json")).toMatchObject({ host: "Claude Code" });
    expect(hostFileAt(".claude/worktrees/fix/.claude/settings.json")).toMatchObject({ host: "Claude Code" });
    expect(hostFileAt(".cursor/worktrees.json")).toMatchObject({ host: "Cursor" });
  });
});
