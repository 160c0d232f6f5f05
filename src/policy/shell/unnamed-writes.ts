import { type Argument, onlyValue } from "./argument.ts";
import type { CommandCall } from "./command.ts";
import { gitUnnamedWrites } from "./git-unnamed-writes.ts";

/** Paths that a command writes without naming them. */
export interface UnnamedWrites {
  /** Paths that programs load code or settings from, relative to the working directory or, with `~/`, to home. */
  loaded: readonly string[];
  /** It writes settings of the user or the machine, outside the project. */
  isElsewhere?: true;
}

/** Undefined if a command of this name is not known to write such a path with these words. */
export function unnamedWrites({ name, args }: CommandCall): UnnamedWrites | undefined {
  return writesOfWords([name.values[0], ...args.map(onlyValue)], [name, ...args]);
}

type Words = readonly (string | undefined)[];

function writesOfWords(words: Words, args: readonly Argument[], depth = 0): UnnamedWrites | undefined {
  const name = programOf(words[0]);
  if (name === "git") return gitUnnamedWrites(args.slice(1));
  if (name.startsWith("git-")) return gitUnnamedWrites([namedAs(args[0], name.slice(4)), ...args.slice(1)]);
  const row = ROWS.get(name)?.find(({ uses }) => uses.some((use) => isUse(use, words)));
  if (row !== undefined) return row.writes;
  const at = RUNNERS.has(name) && depth < DEEPEST ? runBy(words) : 0;
  return at > 0 ? writesOfWords(words.slice(at), args.slice(at), depth + 1) : undefined;
}

const DEEPEST = 3;

/** `husky@9` is husky, `/usr/bin/crontab` crontab. */
function programOf(word = ""): string {
  return word.slice(word.lastIndexOf("/") + 1).replace(/(?<=.)@.*$/, "");
}

function namedAs(at: Argument | undefined, name: string): Argument {
  return { start: 0, end: 0, text: name, ...at, values: [name], prefix: name, count: "one" };
}

/** Where the command stands that another one runs: behind its options and the words that say so; 0 if there is none. */
function runBy(words: Words): number {
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? "";
    if (VALUED.test(word)) at++;
    else if (!word.startsWith("-") && !/^\w+=/.test(word) && !SAYS_RUN.has(word)) return at;
  }
  return 0;
}

const RUNNERS = new Set(
  (
    "sudo doas pkexec nohup setsid strace ltrace script dbus-run-session systemd-run flatpak-spawn npx pnpx bunx npm pnpm " +
    "yarn bun uvx uv pipx poetry pipenv bundle mise asdf direnv"
  ).split(" "),
);
const SAYS_RUN = new Set(["exec", "x", "dlx", "run", "tool"]);
const VALUED = /^-[ugUpC]$|^--(?:user|group|package|from|with|prefix|dir|cwd|filter|workspace)$/;

interface Row {
  /** Words that follow the name in this order, perhaps with others between; none: every use. */
  uses: readonly (readonly string[])[];
  writes: UnnamedWrites | undefined;
}

/** An operand must be the next one; options may stand anywhere. A word that is not known may be any. */
function isUse(use: readonly string[], words: Words): boolean {
  const options = words.slice(1).filter((word) => word?.startsWith("-"));
  const operands = words.slice(1).filter((word) => !word?.startsWith("-"));
  // An option in front may have a value of its own.
  let most = words[1]?.startsWith("-") ? 1 : 0;
  let at = 0;
  return use.every((word) => {
    if (word.startsWith("-")) return options.some((option) => option?.replace(/=.*/s, "") === word);
    const found = operands.findIndex((operand, index) => index >= at && (operand ?? word) === word);
    if (found < 0 || found > at + most) return false;
    most = 0;
    at = found + 1;
    return true;
  });
}

const HOOKS = ".git/hooks";
const GIT_CONFIG = ".git/config";
const ELSEWHERE = "elsewhere";
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
  ["captainhook dvc", "install", HOOKS],
  ["nbstripout", "--install, --uninstall", GIT_CONFIG],
  ["nbdime", "config-git, extensions", GIT_CONFIG],
  ["gh", "auth setup-git, auth login", "~/.gitconfig"],
  ["gh", "alias set, alias import, extension install, config set", ELSEWHERE],
  ["glab", "alias set, config set, auth login", ELSEWHERE],
  ["scalar", "register, clone, reconfigure, unregister", "~/.gitconfig"],
  ["hg", "config --edit, config --local, config --global, config -e", ".hg/hgrc"],
  ["sl", "config --edit, config --local, config --user", ".sl/config"],
  ["jj", "config set, config edit, config unset", ".jj/repo/config.toml"],

  ["direnv", "allow, permit, grant, edit", ".envrc"],
  ["mise rtx", "use, u, trust, set, unset, unuse, settings, alias, config set", "mise.toml"],
  ["mise rtx", "local, global, activate", ".tool-versions"],
  ["asdf", "local, global, set", ".tool-versions"],
  ["conda mamba micromamba", "init, shell init", "~/.bashrc"],
  ["conda mamba micromamba", "config", ELSEWHERE],
  ["pipx", "ensurepath", "~/.bashrc"],
  ["uv", "tool update-shell", "~/.bashrc"],

  ["code code-insiders codium vscodium code-oss", "--install-extension, --uninstall-extension", "~/.vscode/extensions"],
  ["code code-insiders codium vscodium code-oss", "--add-mcp", "~/.vscode/mcp.json"],
  ["cursor", "--install-extension, --uninstall-extension, --add-mcp", "~/.cursor/extensions"],
  ["windsurf", "--install-extension, --uninstall-extension, --add-mcp", "~/.windsurf/extensions"],
  ["pi", "install, remove, uninstall, update, config", "~/.pi/agent/settings.json"],
  [
    "claude",
    "mcp add, mcp add-json, mcp remove, mcp add-from-claude-desktop, config, plugin, install",
    "~/.claude.json",
  ],
  ["codex", "mcp add, mcp remove", "~/.codex/config.toml"],
  [
    "gemini qwen",
    "mcp add, mcp remove, extensions install, extensions link, extensions update",
    "~/.gemini/settings.json",
  ],
  ["opencode", "mcp add, plugin, agent create, auth login", "~/.opencode/opencode.json"],
  ["goose", "configure", "~/.goose/config.yaml"],

  ["crontab at batch", "", "/var/spool/cron/crontabs"],
  [
    "systemctl",
    "--user enable, --user disable, --user reenable, --user link, --user edit, --user mask, --user unmask, --user preset, --user set-property, --user revert, --user add-wants, --user add-requires",
    "~/.config/systemd/user",
  ],

  ["npm", "config set, config delete, config edit, config fix, c set, c delete, c edit, set", ELSEWHERE],
  ["pnpm", "config set, config delete, c set, setup", ELSEWHERE],
  ["yarn", "config set, config unset, config delete", ELSEWHERE],
  ["pip pip3", "config set, config unset, config edit", ELSEWHERE],
  ["poetry bundle", "config", ELSEWHERE],
  ["go", "env -w, env -u", ELSEWHERE],
  ["chezmoi yadm stow rcup rcdn dconf gsettings defaults", "", ELSEWHERE],
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

function writesTo(place: string): UnnamedWrites | undefined {
  if (place === NAMED) return undefined;
  return place === ELSEWHERE ? { loaded: [], isElsewhere: true } : { loaded: [place] };
}
