import { type Argument, known, onlyValue } from "./argument.ts";
import type { CommandCall } from "./command.ts";
import { findCommand } from "./find-command.ts";
import { gitUnnamedWrites } from "./git-unnamed-writes.ts";
import type { Asks } from "./writes.ts";

/** What a command writes without naming it. */
export interface UnnamedWrites {
  /** Paths that programs load code or settings from, relative to the working directory or, with `~/`, to home. */
  loaded: readonly string[];
  /** It writes settings of the user or the machine, outside the project. */
  isElsewhere?: true;
  asks?: Asks;
}

/** Undefined if a command of this name is not known to write such a path with these words. */
export function unnamedWrites({ name, args }: CommandCall): UnnamedWrites | undefined {
  const own = writesOfWords([name, ...args]);
  if (own !== undefined || !mayRun(name.values[0], args)) return own;
  return writesBehind(args) ?? (runsUnknown(name.values[0], args) ? UNKNOWN : undefined);
}

/** What the first such command writes that a text for another program has in it: `os.system("git config …")`. */
export function unnamedWritesIn(text: string): UnnamedWrites | undefined {
  if (TYPES.test(text)) return { loaded: [], asks: "keyboard" };
  if (!MENTIONS.test(text)) return undefined;
  const words = text.slice(0, MOST_TEXT).split(TEXT_SEPARATORS).map(inText);
  return writesBehind(words, true);
}

/** The system call that puts characters into the input of a terminal. */
const TYPES = /\bTIOCSTI\b|\b0x5412\b|\b21522\b|\b0x80017472\b/;

const MOST_TEXT = 20_000;
const MOST_WORDS = 12;
const TEXT_SEPARATORS = /[\s;|&()"'`,[\]{}\\!<>]+/;

function inText(word: string): Argument {
  return known(word, { start: 0, end: 0, text: word });
}

/** What a command writes that stands among these words, wherever it begins: what a wrapper runs, known or not. */
function writesBehind(args: readonly Argument[], isText = false): UnnamedWrites | undefined {
  const firsts = isText ? [] : firstRuns(args);
  for (const [at, arg] of args.entries()) {
    const value = onlyValue(arg);
    if (value === undefined) continue;
    if (!isNamed(value)) continue;
    const isInside = isText ? isProse(value) : !firsts.includes(at);
    const found = writesOfWords(args.slice(at, isText ? at + MOST_WORDS : undefined), isInside);
    if (found !== undefined && (found.asks !== "program" || !isText)) return found;
  }
  return undefined;
}

/** Names of commands that are also words of a language. */
function isProse(word: string): boolean {
  return /^(?:at|batch|write|wall|patch|stow|unzip|dtach|uinput)$/i.test(word);
}

/** Where commands may stand that are run: by the command itself, and by each of its words that runs others. */
function firstRuns(args: readonly Argument[]): number[] {
  const runners = args.flatMap((arg, at) => (RUNNERS.has(programOf(onlyValue(arg))) ? [at + 1] : []));
  return [0, ...runners.slice(0, MOST_WORDS)].map((from) => from + firstRun(args.slice(from)));
}

/** Where the command stands that another one runs: behind its options and the words that say so. */
function firstRun(args: readonly Argument[]): number {
  return args.findIndex((arg, at) => {
    const word = onlyValue(arg) ?? "";
    const isValue = VALUED.test(onlyValue(args[at - 1]) ?? "");
    return !isValue && !word.startsWith("-") && !/^\w+=/.test(word) && !SAYS_RUN.has(word);
  });
}

/** `npx $x`, `npm exec $x`: a package that the line does not tell. */
function runsUnknown(name: string, args: readonly Argument[]): boolean {
  const at = firstRun(args);
  const isRun =
    /^(?:np|pnp|bun|uv)x$/.test(name) || args.slice(0, at).some((arg) => /^(?:exec|x|dlx)$/.test(onlyValue(arg) ?? ""));
  return isRun && at >= 0 && onlyValue(args[at]) === undefined;
}

const UNKNOWN: UnnamedWrites = { loaded: [], isElsewhere: true, asks: "program" };

const SAYS_RUN = new Set(["exec", "x", "dlx", "run", "tool"]);
const VALUED = /^-[ugUpC]$|^--(?:user|group|package|from|with|prefix|dir|cwd|filter|workspace)$/;

/** `isInside`: it may be a word that is no command, so only what it is used with tells. */
function writesOfWords(args: readonly Argument[], isInside = false): UnnamedWrites | undefined {
  const words = args.map(onlyValue);
  const name = programOf(words[0]);
  if (name === "git") return gitUnnamedWrites(args.slice(1));
  if (name.startsWith("git-")) return gitUnnamedWrites([named(args[0], name.slice(4)), ...args.slice(1)]);
  const module = /^(?:python|pypy)[\d.]*$/.test(name) ? words.indexOf("-m") + 1 : 0;
  if (module > 0)
    return writesOfWords([named(args[module], (words[module] ?? "").replaceAll("_", "-")), ...args.slice(module + 1)]);
  // A use that names what it writes must be certain.
  const row = ROWS.get(name)?.find(({ uses, writes }) =>
    uses.some((use) => (use.length > 0 || !isInside) && isUse(use, words, writes === undefined)),
  );
  return row?.writes;
}

/** `husky@9` is husky, `/usr/bin/crontab` crontab, `pip3.12` pip; some file systems ignore case. */
function programOf(word = ""): string {
  // `=git` is git for zsh.
  const name = word.slice(word.lastIndexOf("/") + 1).replace(/(?<=.)@.*$|^=/g, "");
  return name.toLowerCase().replace(/^pip[\d.]+$/, "pip");
}

function isNamed(word: string): boolean {
  const name = programOf(word);
  return name.startsWith("git") || ROWS.has(name) || /^(?:python|pypy)/.test(name);
}

function named(at: Argument | undefined, name: string): Argument {
  return known(name, at ?? { start: 0, end: 0, text: name });
}

/** Whether a command may run the words behind it: one that is known to, and one that is not known at all. */
function mayRun(name: string, args: readonly Argument[]): boolean {
  if (name === "ssh") return args.some((arg) => THIS_MACHINE.test(onlyValue(arg) ?? "localhost"));
  return RUNNERS.has(name) || findCommand(name) === undefined;
}

const THIS_MACHINE = /^(?:.*@)?(?:localhost|127\.[\d.]+|\[?::1\]?|0(?:\.0){0,3})$/;

const RUNNERS = new Set(
  (
    "sudo doas pkexec su runuser nohup setsid strace ltrace script dbus-run-session systemd-run flatpak-spawn npx pnpx bunx " +
    "npm pnpm yarn bun uvx uv pipx poetry pipenv bundle mise asdf direnv nice timeout gtimeout stdbuf time ionice taskset " +
    "find gfind fd fdfind caffeinate watch env xargs gxargs exec busybox toybox parallel perf valgrind bwrap flock chroot chrt entr unbuffer " +
    "unshare nsenter firejail proot fakeroot setpriv numactl prlimit xvfb-run hyperfine expect screen tmux start-stop-daemon"
  ).split(" "),
);

interface Row {
  /** Words that follow the name in this order, perhaps with others between; none: every use. */
  uses: readonly (readonly string[])[];
  writes: UnnamedWrites | undefined;
}

type Words = readonly (string | undefined)[];

/**
 * An operand must be the next one, but options may stand anywhere. `~word`: any operand, perhaps cut short. `*text`: any word
 * that contains it. `^x`: the first word is letters with this one among them. `#`: a number. `?`: an
 * unknown word. An unknown operand may be any.
 */
function isUse(use: readonly string[], words: Words, isCertain: boolean): boolean {
  const options = words.slice(1).filter((word) => word?.startsWith("-"));
  const operands = words.slice(1).filter((word) => !word?.startsWith("-"));
  // An option in front may have a value of its own.
  let most = words[1]?.startsWith("-") ? 1 : 0;
  let at = 0;
  // An unknown word may be the option of a use of which another word is there.
  const mayBeOption = !isCertain && operands.includes(undefined) && use.some((word) => operands.includes(word));
  if (mayBeOption) most++;
  return use.every((word) => {
    const rest = word.slice(1);
    if (word === "?") return operands.includes(undefined);
    if (word === "#") return operands.some((operand = "0") => /^\d+$/.test(operand));
    switch (word.charAt(0)) {
      case "-":
        return mayBeOption || options.some((option = "") => isOption(option, word));
      case "~":
        return operands.some((operand = rest) => operand === rest || (operand.length > 2 && rest.startsWith(operand)));
      case "*":
        return words.some((each = rest) => each.includes(rest));
      case "^":
        return /^[A-Za-z]+$/.test(words[1] ?? rest) && (words[1] ?? rest).includes(rest);
    }
    const known = operands.indexOf(word, at);
    const found = known < 0 && !isCertain ? operands.indexOf(undefined, at) : known;
    if (found < 0 || found > at + most) return false;
    most = 0;
    at = found + 1;
    return true;
  });
}

/** `-p`, `-p1`, `-fp`; `--pid`, `--pid=1`, `--pi`. */
function isOption(written: string, option: string): boolean {
  const [name = ""] = written.split("=", 1);
  if (name === option) return true;
  if (option.startsWith("--")) return name.length > 3 && option.startsWith(name);
  return (
    option.length === 2 && !name.startsWith("--") && (/^-[A-Za-z]+/.exec(name)?.[0].includes(option.charAt(1)) ?? false)
  );
}

const HOOKS = ".git/hooks";
const GIT_CONFIG = ".git/config";
const ELSEWHERE = "elsewhere";
const SETTINGS = "settings";
const KEYBOARD = "keyboard";
const CONTENTS = "contents";
/** A use that says what it writes. */
const NAMED = "named";

/** Names of commands, how they are used (`a b, c`; nothing: in every way), and what is written then. The first row counts. */
const TABLE: readonly (readonly [names: string, uses: string, place: string])[] = [
  ["pre-commit prek", "install, uninstall, init-templatedir, init-template-dir", HOOKS],
  ["pre-commit prek", "autoupdate, auto-update, migrate-config", ".pre-commit-config.yaml"],
  ["lefthook", "install, uninstall, add", HOOKS],
  ["overcommit", "--install, --uninstall, --sign, -i, -u, -s", HOOKS],
  ["husky", "add, set", NAMED],
  ["husky husky-init simple-git-hooks", "", GIT_CONFIG],
  ["captainhook dvc cargo-husky rusty-hook yorkie", "install, init", HOOKS],
  ["nbstripout", "--install, --uninstall", GIT_CONFIG],
  ["nbdime", "config-git, extensions", GIT_CONFIG],
  ["mise rtx", "generate git-pre-commit, gen git-pre-commit", HOOKS],
  ["gh", "auth setup-git, auth login", "~/.gitconfig"],
  [
    "gh",
    "alias set, alias import, extension install, extension upgrade, ext install, ext upgrade, extensions install, config set",
    SETTINGS,
  ],
  ["glab", "alias set, config set, auth login", SETTINGS],
  ["scalar", "register, clone, reconfigure, unregister", "~/.gitconfig"],
  ["hg", "config --edit, config --local, config --global, config -e", ".hg/hgrc"],
  ["sl", "config --edit, config --local, config --user", ".sl/config"],
  ["jj", "config set, config edit, config unset", ".jj/repo/config.toml"],

  ["direnv", "allow, permit, grant, edit", ".envrc"],
  ["mise rtx", "use, u, trust, set, unset, unuse, settings, alias, config set", "mise.toml"],
  ["mise rtx", "local, global, activate", ".tool-versions"],
  [
    "mise rtx",
    "plugins install, plugins link, plugin install, plugin link, p install, p link",
    "~/.config/mise/plugins",
  ],
  ["asdf", "local, global, set, plugin add, plugin update, plugin-add", ".tool-versions"],
  ["conda mamba micromamba", "init, shell init", "~/.bashrc"],
  ["conda mamba micromamba", "config", SETTINGS],
  ["pipx", "ensurepath", "~/.bashrc"],
  ["uv", "tool update-shell, python update-shell", "~/.bashrc"],
  ["volta pnpm", "setup", "~/.bashrc"],
  ["rustup", "toolchain link, override set, default", SETTINGS],
  ["pyenv rbenv nodenv goenv jenv", "global", SETTINGS],
  ["nvm fnm", "alias, default", SETTINGS],

  [
    "code code-insiders codium vscodium code-oss code-server code-tunnel",
    "--install-extension, --uninstall-extension, tunnel",
    "~/.vscode/extensions",
  ],
  ["code code-insiders codium vscodium code-oss", "--add-mcp", "~/.vscode/mcp.json"],
  ["cursor", "--install-extension, --uninstall-extension, --add-mcp", "~/.cursor/extensions"],
  ["cursor-agent", "mcp enable, mcp login, mcp add, install-shell-integration", "~/.cursor/mcp.json"],
  ["windsurf", "--install-extension, --uninstall-extension, --add-mcp", "~/.windsurf/extensions"],
  [
    "idea pycharm webstorm goland clion rider phpstorm rubymine studio",
    "installPlugins, installplugins",
    "~/.idea/plugins",
  ],
  ["pi", "install, remove, uninstall, update, config", "~/.pi/agent/settings.json"],
  [
    "claude",
    "mcp add, mcp add-json, mcp remove, mcp add-from-claude-desktop, config, plugin, install",
    "~/.claude.json",
  ],
  ["codex", "mcp add, mcp remove, features enable, features disable", "~/.codex/config.toml"],
  [
    "gemini qwen",
    "mcp add, mcp remove, extensions install, extensions link, extensions update",
    "~/.gemini/settings.json",
  ],
  ["opencode", "mcp add, plugin, agent create, auth login", "~/.opencode/opencode.json"],
  ["goose", "configure", "~/.goose/config.yaml"],
  ["copilot", "plugin install, plugin add, mcp add", "~/.copilot/mcp-config.json"],
  ["amp droid auggie kiro-cli q crush", "mcp add, mcp import, mcp add-json, plugin install", "~/.amp/settings.json"],

  ["crontab at batch", "", "/var/spool/cron/crontabs"],
  [
    "systemctl",
    "--user enable, --user disable, --user reenable, --user link, --user edit, --user mask, --user unmask, --user preset, --user set-property, --user revert, --user add-wants, --user add-requires, --user set-environment, --user import-environment",
    "~/.config/systemd/user",
  ],
  ["launchctl", "load, bootstrap, submit, enable, setenv, config", "~/Library/LaunchAgents"],
  ["brew", "services start, services restart, services run", "~/Library/LaunchAgents"],

  ["npm", "config set, config delete, config edit, config fix, c set, c delete, c edit, set", SETTINGS],
  ["pnpm", "config set, config delete, c set", SETTINGS],
  ["yarn", "config set, config unset, config delete, set version, plugin import", SETTINGS],
  ["pip", "config set, config unset, config edit", SETTINGS],
  ["poetry bundle composer", "config", SETTINGS],
  ["composer", "global", SETTINGS],
  ["go", "env -w, env -u", SETTINGS],
  ["docker podman", "context use, context create, context update, context import, plugin install", SETTINGS],
  [
    "kubectl",
    "config set, config set-credentials, config set-context, config use-context, config set-cluster",
    SETTINGS,
  ],
  ["kubectl", "krew install", SETTINGS],
  ["helm", "plugin install, plugin update", SETTINGS],
  ["aws", "configure set, configure import, configure sso", SETTINGS],
  ["gcloud", "config set, components install", SETTINGS],
  ["az", "extension add, config set, configure", SETTINGS],
  ["heroku", "plugins:install, plugins:link", SETTINGS],
  ["ssh-keygen", "-f", NAMED],
  ["ssh-keygen ssh-copy-id", "", "~/.ssh"],
  ["xdg-settings", "set", SETTINGS],
  ["xdg-mime", "default, install", SETTINGS],
  ["update-alternatives", "--set, --install, --config, --auto, --set-selections", SETTINGS],
  ["chsh", "", SETTINGS],
  ["loginctl", "enable-linger", SETTINGS],
  ["dconf", "write, load, reset", SETTINGS],
  ["gsettings", "set, reset, reset-recursively", SETTINGS],
  ["defaults", "write, delete, import, rename", SETTINGS],
  ["chezmoi yadm stow rcup rcdn home-manager", "", SETTINGS],
  ["fisher omf", "install, update", "~/.config/fish"],
  ["set", "-U, --universal", "~/.config/fish"],
  ["funcsave fish_config fish_add_path", "", "~/.config/fish"],
  ["cargo go gem pipx", "install", ELSEWHERE],
  ["uv", "tool install", ELSEWHERE],
  ["npm pnpm bun", "-g, --global", ELSEWHERE],
  ["corepack", "enable, install, prepare", ELSEWHERE],

  [
    "tmux",
    "~send-keys, ~send-prefix, ~paste-buffer, ~pasteb, ~pipe-pane, ~pipep, ~respawn-pane, ~respawnp, ~respawn-window, ~run-shell, ~if-shell, ~set-option, ~set-window-option, ~setw, ~set-hook, ~set-environment, ~setenv, ~bind-key, ~source-file, ~attach-session, ~display-popup, ~popup, ~confirm-before, ~command-prompt, ~if, -C",
    KEYBOARD,
  ],
  ["screen", "-X, -x, -r, -R, -D", KEYBOARD],
  [
    "xdotool ydotool dotool dotoolc wtype xte xvkbd kdotool xinput osascript evemu-event uinput ttyecho conspy",
    "",
    KEYBOARD,
  ],
  ["dtach abduco reptyr neercs retty writevt openvt chvt write wall", "", KEYBOARD],
  ["kitty kitten", "@, @send-text, @send-key", KEYBOARD],
  ["wezterm", "cli send-text, cli spawn, cli activate-pane", KEYBOARD],
  ["zellij", "action, ac, run, plugin, pipe", KEYBOARD],
  ["dbus-send gdbus busctl qdbus qdbus6 qdbus-qt5", "", KEYBOARD],
  ["gdb cgdb gdbtui", "-p, --pid, --attach, #, *attach, ?", KEYBOARD],
  ["lldb", "-p, -n, --attach-pid, --attach-name, *attach, ?", KEYBOARD],
  ["strace ltrace", "-p, --attach", KEYBOARD],
  ["rr", "attach", KEYBOARD],
  ["gcore pyrasite pyrasite-shell frida frida-trace injcode gdbserver py-spy", "", KEYBOARD],
  ["node nodejs", "inspect", KEYBOARD],
  // Node opens its debugger on this signal.
  ["kill pkill killall", "-USR1, -SIGUSR1, -10, -16, -30, -s USR1, -s SIGUSR1, -s 10, -n 10, --signal", KEYBOARD],
  ["nsenter", "", KEYBOARD],

  ["tar gtar bsdtar ar jar", "^x, -x, --extract, --get", CONTENTS],
  ["cpio", "-i, -p, --extract, --pass-through", CONTENTS],
  ["pax", "-r", CONTENTS],
  ["unzip unar patch gpatch", "", CONTENTS],
  ["7z 7za 7zr 7zz unrar rar", "x, e", CONTENTS],
  ["curl", "-J, --remote-header-name, -K, --config", CONTENTS],
  ["wget", "-i, -r, -m, -e, --input-file, --recursive, --mirror, --content-disposition, --config, --execute", CONTENTS],
  // Of Python: `python3 -m zipfile -e a.zip .`
  ["zipfile tarfile", "-e, --extract", CONTENTS],
];

const ROWS = Map.groupBy(
  TABLE.flatMap(([names, uses, place]) =>
    names.split(" ").map((name): Row & { name: string } => ({
      name,
      uses: uses.split(", ").map((use) => use.split(" ").filter((word) => word !== "")),
      writes: writesTo(place),
    })),
  ),
  ({ name }) => name,
);

/** A text without any of these names is not taken apart. */
const MENTIONS = new RegExp(`\\b(?:git|python|pypy|${[...ROWS.keys()].join("|")})`, "i");

function writesTo(place: string): UnnamedWrites | undefined {
  switch (place) {
    case NAMED:
      return undefined;
    case ELSEWHERE:
      return { loaded: [], isElsewhere: true };
    case SETTINGS:
      return { loaded: [], isElsewhere: true, asks: "settings" };
    case KEYBOARD:
      return { loaded: [], asks: "keyboard" };
    case CONTENTS:
      return { loaded: [], asks: "contents" };
    default:
      return { loaded: [place] };
  }
}
