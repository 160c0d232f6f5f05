import { comparablePath } from "./comparable-path.ts";
import { withoutDots } from "./lexical-path.ts";

/**
 * Files that a program on the user's machine loads code or settings from without being asked: because a directory is
 * opened or entered, an agent, editor or shell starts, or git does its work.
 *
 * Not listed, because ordinary work changes it every day, and it takes effect only when a person builds, tests or runs
 * the project: `package.json`, `Makefile`, `.npmrc`, `.yarnrc.yml`, the settings of compilers and linters. Not listed
 * either: text that only models read (`CLAUDE.md`, `AGENTS.md`), jobs of other machines (`.github/workflows`),
 * `.gitattributes` and `.gitmodules` (git runs only the programs that its configuration names), and what a listed file
 * calls in turn.
 */
export interface HostFile {
  /** Of the table below. */
  pattern: string;
  /** The programs that load it. */
  host: string;
  loads: "code" | "settings" | "hooks";
  /** Git's own: no signature and no answer of a person lets an agent write it. */
  isNeverAllowed?: true;
}

/**
 * The programs that load the file at this path, at any depth: relative to a project, or absolute. Links are not
 * followed.
 */
export function hostFileAt(path: string): HostFile | undefined {
  const names = namesOf(path);
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? "";
    for (const { parts, isDirectory, file } of BEGINNING.get(name) ?? ENDING.get(endingOf(name)) ?? NONE) {
      const isHere = parts.every((part, index) => index === 0 || names[at + index] === part);
      if (isHere && (isDirectory || names.length === at + parts.length) && !isRecord(names, at)) return file;
    }
  }
  return isGitFile(names) ? GIT : undefined;
}

/** The host file that a directory contains: `.config` contains `.config/fish`. */
export function hostFileBelow(directory: string): HostFile | undefined {
  const names = namesOf(directory).slice(-2);
  return HELD.get(names.join("/")) ?? HELD.get(names.at(-1) ?? "");
}

/** Whether a name in a path begins a pattern, or is a directory that contains one; both as comparable paths. */
export function mayBeHostFile(name: string): boolean {
  return BEGINNING.has(name) || ENDING.has(endingOf(name));
}

/** Whether it is the directory of a pattern itself. Naming it means everything below it. */
export function isWholeHostDirectory(path: string, { pattern }: HostFile): boolean {
  return pattern.endsWith("/**") && `/${namesOf(path).join("/")}/**`.endsWith(`/${pattern}`);
}

const AGENTS = "coding agents";
const SHELLS = "shells";
const DESKTOPS = "the user's session";
const ENTERED = "shells that enter the directory";
const HOOKS = "git";
const INTERPRETERS = "interpreters and debuggers";

/** `name/**` is a directory and all below it, `*.x` every file with that ending; all of them at any depth. */
const PATTERNS: readonly (readonly [patterns: string, host: string, loads: HostFile["loads"]])[] = [
  [".pi/** .agents/**", "pi", "code"],
  [".claude/** .claude.json .mcp.json", "Claude Code", "hooks"],
  [".codex/**", "Codex", "settings"],
  [".cursor/**", "Cursor", "settings"],
  [".opencode/** opencode.json opencode.jsonc", "OpenCode", "code"],
  [".gemini/** .qwen/** .windsurf/** .codeium/** .continue/** .continuerc.json .roo/** .cline/**", AGENTS, "settings"],
  [".kiro/** .amazonq/** .augment/** .trae/** .factory/** .junie/** .amp/** .warp/** .goose/**", AGENTS, "settings"],
  [".openhands/** .crush/** .crush.json crush.json .tunacode/** .copilot/** .aider.conf.yml", AGENTS, "settings"],
  [".github/hooks/**", "Copilot", "hooks"],

  [".vscode/** *.code-workspace .devcontainer/** .devcontainer.json", "VS Code and its relatives", "settings"],
  [".idea/** .fleet/**", "JetBrains' editors", "settings"],
  [".vs/** .zed/** .helix/** .nova/** .lapce/** *.sublime-project *.sublime-workspace", "editors", "settings"],
  [".vimrc _vimrc .gvimrc .exrc .nvimrc .nvim.lua .lvimrc .local.vimrc .vim/** .nvim/**", "vim and neovim", "code"],
  [".dir-locals.el .dir-locals-2.el .emacs .emacs.d/**", "Emacs", "code"],
  [".config/nvim/** .config/helix/** .config/zed/** .config/emacs/** .config/code/user/**", "editors", "settings"],

  [".husky/** .githooks/** .git-hooks/** .lefthook/** .overcommit.yml .git-hooks.yml", HOOKS, "hooks"],
  [".pre-commit-config.yaml .pre-commit-config.yml prek.toml", HOOKS, "hooks"],
  ["lefthook.yml lefthook.yaml lefthook.json lefthook.toml", HOOKS, "hooks"],
  [".lefthook.yml .lefthook.yaml .lefthook.json .lefthook.toml", HOOKS, "hooks"],
  ["lefthook-local.yml lefthook-local.yaml lefthook-local.json lefthook-local.toml", HOOKS, "hooks"],
  [".lefthook-local.yml .lefthook-local.yaml .lefthook-local.json .lefthook-local.toml", HOOKS, "hooks"],
  [".config/lefthook.yml .config/lefthook.yaml .config/lefthook.json .config/lefthook.toml", HOOKS, "hooks"],
  [".gitconfig .config/git/**", "git", "settings"],
  [".hg/hgrc .hg/hgrc-not-shared .hgrc .sl/config .jj/repo/config.toml", "Mercurial, Sapling and Jujutsu", "hooks"],

  [".envrc .direnv/** .config/direnv/** .shadowenv.d/** .autoenv .autoenv.zsh .autoenv.leave", ENTERED, "code"],
  ["mise.toml .mise.toml mise.local.toml .mise.local.toml .mise/** mise/config.toml .tool-versions", ENTERED, "code"],
  [".config/mise/** .config/mise.toml .miserc.toml .rtx.toml", ENTERED, "code"],
  [
    ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .inputrc .shrc .kshrc .mkshrc",
    SHELLS,
    "code",
  ],
  [".zshrc .zshenv .zprofile .zlogin .zlogout .zsh/** .oh-my-zsh/** .cshrc .tcshrc .login .logout", SHELLS, "code"],
  [".config/fish/** .config/nushell/** .config/elvish/** .config/xonsh/** .xonshrc", SHELLS, "code"],
  [".xprofile .xinitrc .xsession .xsessionrc .pam_environment .config/autostart/**", DESKTOPS, "code"],
  [".config/systemd/** .local/share/systemd/** .config/environment.d/** launchagents/**", DESKTOPS, "code"],
  [".tmux.conf .config/tmux/** .screenrc .wezterm.lua .config/wezterm/** .config/kitty/**", "terminals", "code"],
  ["spool/cron/**", "cron", "code"],
  [".ssh/**", "ssh", "settings"],
  [".gdbinit .lldbinit .pdbrc .irbrc .pryrc .rprofile .ghci .iex.exs .erlang", INTERPRETERS, "code"],
  [".psqlrc .sqliterc .curlrc .wgetrc", "command-line programs", "settings"],
];

/** Notes that hosts keep: no code and no settings. */
const RECORDS = new Set([".claude/plans", ".claude/projects", ".claude/todos"]);

function isRecord(names: readonly string[], at: number): boolean {
  return RECORDS.has(`${names[at]}/${names[at + 1]}`) && names.length > at + 2;
}

interface Entry {
  parts: readonly string[];
  isDirectory: boolean;
  file: HostFile;
}

const ENTRIES: readonly Entry[] = PATTERNS.flatMap(([patterns, host, loads]) =>
  patterns.split(" ").map((pattern) => {
    const parts = pattern.split("/");
    const isDirectory = parts.at(-1) === "**";
    return { parts: isDirectory ? parts.slice(0, -1) : parts, isDirectory, file: { pattern, host, loads } };
  }),
);

/** The path of each in a directory that a host opens; patterns for endings are left out. */
export const HOST_PATHS: readonly string[] = ENTRIES.map(({ parts }) => parts.join("/")).filter(
  (path) => !path.includes("*"),
);

const NONE: readonly Entry[] = [];
const BEGINNING = Map.groupBy(ENTRIES, ({ parts: [first = ""] }) => first);
const ENDING = Map.groupBy(
  ENTRIES.filter(({ parts: [first = ""] }) => first.startsWith("*")),
  ({ parts: [first = ""] }) => endingOf(first),
);

/** With its dot; undefined if there is none. */
function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot);
}

/** Directories with distinctive names: a project's `mise` or `library` is its own. */
const HELD = new Map(
  ENTRIES.filter(({ parts }) => parts.length > 1 && parts[0]?.startsWith(".")).flatMap(({ parts, file }) =>
    parts.slice(0, -1).map((_, index) => [parts.slice(0, index + 1).join("/"), file] as const),
  ),
);

function namesOf(path: string): string[] {
  const names = comparablePath(path).split("/");
  return names.some((name) => name === "." || name === "..") ? withoutDots(names) : names;
}

const GIT: HostFile = { pattern: ".git", host: "git", loads: "hooks", isNeverAllowed: true };

// `.git` itself may be a file that names another directory; submodules and worktrees have theirs below it.
const GIT_FILE =
  /\/\.git(?:$|\/(?:(?:modules|worktrees)\/.*)?(?:config|config\.worktree|config\.lock|commondir|gitdir|info\/attributes|hooks)(?:\/|$))/;

function isGitFile(names: readonly string[]): boolean {
  return names.includes(".git") && GIT_FILE.test(`/${names.join("/")}`);
}
