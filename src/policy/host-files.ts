import { comparablePath } from "./comparable-path.ts";
import { withoutDots } from "./lexical-path.ts";

/**
 * Files that a program on the user's machine loads code or settings from without being asked: because a directory is
 * opened or entered, an agent, editor or shell starts, or git does its work.
 *
 * Not listed, because ordinary work changes it every day, and it takes effect only when a person builds, tests or runs
 * the project: `package.json`, `Makefile`, `.npmrc`, `.yarnrc.yml`, `.pnpmfile.cjs`, `.cargo/config.toml`, `.bazelrc`,
 * `.env`, the settings of compilers and linters (also those that a language server reads in an editor). Not listed
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
      const isHere = parts.every((part, index) => fits(part, names[at + index]));
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
  // Every absolute path begins with an empty name.
  if (name === "") return false;
  return (
    BEGINNING.has(name) ||
    MACHINE.has(name) ||
    (ENDING.get(endingOf(name)) ?? NONE).some(({ parts: [first] }) => fits(first, name))
  );
}

/**
 * Whether a path that ends with this name, a comparable one, may be a host file although the directory that it lies in is
 * not one as a whole. For searches: most names are none.
 */
export function mayEndHostFile(name: string): boolean {
  return LAST.has(name) || (LAST_WITH_STAR.get(endingOf(name)) ?? NONE).some(({ parts }) => fits(parts.at(-1), name));
}

/** Whether it is the directory of a pattern itself. Naming it means everything below it. */
export function isWholeHostDirectory(path: string, { pattern }: HostFile): boolean {
  return pattern.endsWith("/**") && `/${namesOf(path).join("/")}/**`.endsWith(`/${pattern.toLowerCase()}`);
}

const AGENTS = "coding agents";
const EDITORS = "editors";
const SHELLS = "shells";
const DESKTOPS = "the user's session";
const ENTERED = "shells that enter the directory";
const INTERPRETERS = "interpreters and debuggers";
const PROGRAMS = "command-line programs";

/**
 * `name/**` is a directory and all below it, `*` any part of one name, `{a,b}` either; all of them at any depth. A
 * pattern that begins with `/` is a place of the machine.
 */
const PATTERNS: readonly (readonly [patterns: string, host: string, loads: HostFile["loads"]])[] = [
  [".pi/** .agents/**", "pi", "code"],
  [".claude/** .claude.json .mcp.json", "Claude Code", "hooks"],
  [".codex/**", "Codex", "settings"],
  [".cursor/** .config/Cursor/**", "Cursor", "settings"],
  [".opencode/** opencode.json opencode.jsonc .config/opencode/**", "OpenCode", "code"],
  [".gemini/** .qwen/** .windsurf/** .codeium/** .continue/** .continuerc.json .roo/** .roomodes", AGENTS, "settings"],
  [".cline/** .clinerules/hooks/** .kilocode/** .kilocodemodes .agent/** .antigravity/**", AGENTS, "settings"],
  [".kiro/** .amazonq/** .augment/** .trae/** .factory/** .junie/** .amp/** .warp/** .goose/**", AGENTS, "settings"],
  [
    ".openhands/** .crush/** {,.}crush.json .tunacode/** .copilot/** .aider.{conf,model.settings}.yml",
    AGENTS,
    "settings",
  ],
  [".tabnine/** .qodo/** .zencoder/** .codebuddy/** .lingma/** .rovodev/** .iflow/** .kimi/**", AGENTS, "settings"],
  [".vibe/** .grok/** .letta/** .conductor/** .config/{crush,goose,amp,github-copilot}/**", AGENTS, "settings"],
  [".github/{hooks/**,copilot/**,mcp.json}", "Copilot", "hooks"],

  [".vscode/** .vscode-{server,insiders,oss}/** *.code-workspace", "VS Code and its relatives", "settings"],
  [".devcontainer/** .devcontainer.json .theia/** .config/{Code,VSCodium}/**", "VS Code and its relatives", "settings"],
  [".idea/** .fleet/** .ideavimrc *.{ipr,iws}", "JetBrains' editors", "settings"],
  [".project .classpath .factorypath .settings/** .externalToolBuilders/**", "Eclipse and its relatives", "settings"],
  [".vs/** .zed/** .helix/** .nova/** .lapce/** .atom/** .pulsar/** .kateproject", EDITORS, "settings"],
  ["*.sublime-{project,workspace} .nanorc .kakrc.local", EDITORS, "settings"],
  [".config/{helix,zed,kak,kak-lsp,micro,nano,sublime-text,sublime-text-3}/**", EDITORS, "settings"],
  ["{.,_}{,g}vimrc {.,_}exrc .nvimrc .nvim.lua .lvimrc .local.vimrc .vimrc.local .lazy.lua", "vim and neovim", "code"],
  [".vim/** .nvim/** .config/{nvim,vim,lvim}/** .local/share/nvim/**", "vim and neovim", "code"],
  [".dir-locals.el .dir-locals-2.el .emacs{,.el,.elc} .emacs.d/** .config/{emacs,doom}/**", "Emacs", "code"],
  [".doom.d/** .spacemacs .spacemacs.d/** .gnus{,.el}", "Emacs", "code"],

  [".husky/** .huskyrc{,.json,.js} husky.config.js .config/husky/**", "git", "hooks"],
  [".githooks/** .git-hooks/** .git-hooks.yml .lefthook/** .overcommit.yml hk.pkl", "git", "hooks"],
  [".pre-commit-config.{yaml,yml} prek.toml captainhook.json grumphp.yml .rusty-hook.toml", "git", "hooks"],
  ["{,.}lefthook{,-local}.{yml,yaml,json,toml} .config/lefthook.{yml,yaml,json,toml}", "git", "hooks"],
  [".gitconfig .config/git/** .tigrc .config/{tig,lazygit,gh}/**", "git", "settings"],
  [".hg/{hgrc,hgrc-not-shared,sharedpath} .hgrc .config/hg/**", "Mercurial", "hooks"],
  [
    ".sl/config .jj/repo/config.toml .jj/{workspace-,}config.toml .jjconfig.toml .config/jj/**",
    "Sapling and Jujutsu",
    "hooks",
  ],
  [".subversion/**", "Subversion", "settings"],

  [".envrc .direnv/** .config/direnv/** .shadowenv.d/** .autoenv .autoenv.{zsh,leave} .rvmrc", ENTERED, "code"],
  ["{,.}mise{,.*}.toml .mise/** mise/config{,.*}.toml mise/conf.d/** .miserc.toml .rtx.toml", ENTERED, "code"],
  [".config/mise/** .config/mise{,.*}.toml .tool-versions .asdfrc", ENTERED, "code"],
  [".bashrc .bashrc.d/** .bash_{profile,login,logout,aliases,functions,completion,env}", SHELLS, "code"],
  [".profile .profile.d/** .inputrc .editrc .shrc .kshrc .mkshrc .cshrc .tcshrc .login .logout", SHELLS, "code"],
  [".zshrc .zshrc.{local,d/**} .zshenv .zprofile .zlogin .zlogout .p10k.zsh *.zwc .zcompdump", SHELLS, "code"],
  [".zsh/** .zsh.d/** .oh-my-zsh/** .zprezto/** .zpreztorc .zim/** .zimrc .zinit/** .zfunc/**", SHELLS, "code"],
  [".config/{fish,zsh,nushell,elvish,xonsh,powershell,blesh}/** .xonshrc .elvish/** .blerc", SHELLS, "code"],
  [".local/share/{fish,bash-completion}/** .config/starship.toml Microsoft.PowerShell_profile.ps1", SHELLS, "code"],
  [".local/bin/** .nvm/** .sdkman/** .asdf/** .pyenv/** .rbenv/**", SHELLS, "code"],
  [".x{profile,initrc,session,sessionrc,serverrc,inputrc,bindkeysrc} .X{resources,defaults}", DESKTOPS, "code"],
  [".gnomerc .pam_environment .vnc/** .config/{autostart,autostart-scripts,plasma-workspace}/**", DESKTOPS, "code"],
  [".config/{systemd,environment.d,user-tmpfiles.d,containers/systemd}/** .local/share/systemd/**", DESKTOPS, "code"],
  [".local/share/{applications,dbus-1,gnome-shell,plasma,nautilus-python}/** LaunchAgents/**", DESKTOPS, "code"],
  [".config/{sway,i3,hypr,river,niri,labwc,wayfire,bspwm,awesome,qtile,xmonad,openbox}/**", DESKTOPS, "code"],
  [".config/{herbstluftwm,leftwm,sxhkd,waybar,polybar,eww,dunst,autorandr,lxsession,xfce4}/**", DESKTOPS, "code"],
  [".sway/** .i3/** .xmonad/** .fluxbox/** .fvwm/** .icewm/** .stumpwmrc .ratpoisonrc .jwmrc", DESKTOPS, "code"],
  [".hammerspoon/** .yabairc .skhdrc .aerospace.toml .config/{yabai,skhd,aerospace,karabiner}/**", DESKTOPS, "code"],
  [".tmux.conf .tmux.conf.local .tmux/** .screenrc .byobu/** .wezterm.lua .alacritty.{toml,yml}", "terminals", "code"],
  [".config/{tmux,wezterm,kitty,alacritty,ghostty,foot,zellij,byobu}/**", "terminals", "code"],
  ["spool/cron/** /etc/{crontab,cron.d/**,cron.hourly/**,cron.daily/**,cron.weekly/**}", "cron", "code"],
  ["/etc/{profile,profile.d/**,bash.bashrc,bashrc,bash_completion.d/**,inputrc,environment}", SHELLS, "code"],
  ["/etc/{zshenv,zshrc,zprofile,zsh/**,fish/**,csh.cshrc,csh.login,ld.so.preload,sudoers.d/**}", SHELLS, "code"],
  ["/etc/{xdg/**,X11/**,systemd/**,init.d/**,rc.local,udev/**,pam.d/**}", "the machine", "code"],
  [".ssh/** /etc/ssh/**", "ssh", "settings"],
  [".gnupg/**", "gpg", "settings"],

  [".gdbinit .gdbearlyinit .config/gdb/** .lldbinit .radare2rc .rizinrc .pdbrc .perldb", INTERPRETERS, "code"],
  [".pythonrc{,.py} .pythonstartup{,.py} {site,user}customize.py .ipython/** .jupyter/**", INTERPRETERS, "code"],
  [".irbrc _irbrc irb.rc .pryrc .byebugrc .rdebugrc .psysh.php .ghci .iex.exs .erlang", INTERPRETERS, "code"],
  [".Rprofile .Renviron .RData .radian_profile .octaverc .julia/config/** .juliarc.jl .gnuplot", INTERPRETERS, "code"],
  [".ocamlinit .utoprc .sbclrc .eclrc .clisprc.lisp .guile .racketrc .tclshrc .wishrc", INTERPRETERS, "code"],
  [".gradle/{init.d/**,init.gradle,init.gradle.kts} .m2/{settings,extensions}.xml", "Gradle and Maven", "code"],
  [".psqlrc .sqliterc .duckdbrc .usqlrc .my.cnf .mongorc.js .mongoshrc.js", PROGRAMS, "settings"],
  [".curlrc .wgetrc .ripgreprc .lesskey .lessfilter .mailcap .muttrc .procmailrc .forward", PROGRAMS, "settings"],
  [".docker/{config.json,cli-plugins/**} .kube/config .aws/{config,credentials,cli/**}", PROGRAMS, "settings"],
  [".terraformrc .terraform.d/** .config/{nix,mutt,neomutt,ranger,yazi,lf}/**", PROGRAMS, "settings"],
];

/** Notes that hosts keep, and work trees that they make for their agents: a project of its own is in each. */
const RECORDS = new Set([
  ...[".claude/plans", ".claude/projects", ".claude/todos"],
  ...[".claude/worktrees", ".codex/worktrees", ".cursor/worktrees", ".kilocode/worktrees", ".windsurf/worktrees"],
]);

function isRecord(names: readonly string[], at: number): boolean {
  return RECORDS.has(`${names[at]}/${names[at + 1]}`) && names.length > at + 2;
}

interface Entry {
  /** As programs spell it. */
  path: string;
  /** As comparable names. */
  parts: readonly string[];
  isDirectory: boolean;
  file: HostFile;
}

const ENTRIES: readonly Entry[] = PATTERNS.flatMap(([patterns, host, loads]) =>
  patterns
    .split(" ")
    .flatMap(expanded)
    .map((pattern) => {
      const isDirectory = pattern.endsWith("/**");
      const path = isDirectory ? pattern.slice(0, -3) : pattern;
      return { path, parts: path.toLowerCase().split("/"), isDirectory, file: { pattern, host, loads } };
    }),
);

/** `a{b,c}` is `ab` and `ac`. */
function expanded(pattern: string): string[] {
  const [, before, choices, after] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  if (choices === undefined) return [pattern];
  return choices.split(",").flatMap((choice) => expanded(`${before}${choice}${after}`));
}

function fits(part = "", name: string | undefined): boolean {
  const star = part.indexOf("*");
  if (star < 0 || name === undefined) return part === name;
  const [before, after] = [part.slice(0, star), part.slice(star + 1)];
  return name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after);
}

/** The path of each in a directory that a host opens; patterns that do not spell it out, and the machine's, are left out. */
export const HOST_PATHS: readonly string[] = ENTRIES.map(({ path }) => path).filter(
  (path) => !path.includes("*") && !path.startsWith("/"),
);

const NONE: readonly Entry[] = [];
const BEGINNING = Map.groupBy(ENTRIES, ({ parts: [first = ""] }) => first);
const ENDING = Map.groupBy(
  ENTRIES.filter(({ parts: [first = ""] }) => first.includes("*")),
  ({ parts: [first = ""] }) => endingOf(first),
);

const MACHINE = new Set(BEGINNING.get("")?.map(({ parts }) => parts[1]));
const lastOf = ({ parts }: Entry) => parts.at(-1) ?? "";
const LAST = new Set([
  ...ENTRIES.map(lastOf),
  // Of git: see `GIT_FILE`.
  ...[".git", "config", "config.worktree", "config.lock", "commondir", "gitdir", "attributes", "hooks"],
]);
const LAST_WITH_STAR = Map.groupBy(
  ENTRIES.filter((entry) => lastOf(entry).includes("*")),
  (entry) => endingOf(lastOf(entry)),
);

/** With its dot; undefined if there is none. */
function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot);
}

/** Everyday work removes them. */
const CACHES = new Set([".gradle", ".m2"]);

/** Directories with distinctive names: a project's `mise` or `library` is its own. */
const HELD = new Map(
  ENTRIES.filter(
    ({ parts: [first = "", second] }) => second !== undefined && first.startsWith(".") && !CACHES.has(first),
  ).flatMap(({ parts, file }) =>
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
