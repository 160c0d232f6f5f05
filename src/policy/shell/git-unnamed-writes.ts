import { isHarmlessSetting } from "../harmless-git-setting.ts";
import { type Argument, known, onlyValue } from "./argument.ts";
import { type UnnamedWrites, unnamedWritesIn } from "./unnamed-writes.ts";

/**
 * What git writes with these words besides files of the project: hooks, and settings that may run a program or
 * redirect git. Other settings (`user.name`, the address of a remote) are as ordinary as a commit.
 */
export function gitUnnamedWrites(args: readonly Argument[]): UnnamedWrites | undefined {
  const { settings, words } = withoutGlobalOptions(args);
  const [sub, ...rest] = words;
  if (sub === undefined) return undefined;
  // An alias, or a file that may have one.
  const alias = settings.find(({ prefix }) => /^(?:alias|include|includeif)\.|^$/i.test(prefix));
  if (alias !== undefined) return byAlias(onlyValue(alias), rest);
  switch (onlyValue(sub)) {
    case undefined:
      return UNKNOWN;
    case "config":
      return byConfig(rest);
    case "remote":
    case "submodule":
      return byAddress(rest) ?? byNewRepository([], settings) ?? byScript(rest);
    case "init":
    case "init-db":
    case "clone":
      return byNewRepository(rest, settings);
    case "rebase":
    case "bisect":
    case "filter-branch":
    case "difftool":
      return byScript(rest);
    case "for-each-repo":
      return gitUnnamedWrites(rest);
    case "apply":
      return given(rest, "--stat --numstat --summary --check") && !given(rest, "--apply") ? undefined : BROUGHT;
    case "update-index":
      return given(rest, "--index-info --stdin") ? BROUGHT : undefined;
    case "am":
    case "fast-import":
    case "read-tree":
    case "checkout-index":
      return BROUGHT;
    case "lfs":
      return says(rest, "install uninstall update") ? LOADED_HOOKS : undefined;
    case "annex":
    case "crypt":
      return says(rest, "init reinit enableremote lock unlock") ? LOADED_HOOKS : undefined;
    case "secrets":
      return says(rest, "--install --add --add-provider --register-aws --register-azure") ? LOADED_HOOKS : undefined;
    case "maintenance":
      return says(rest, "start stop register unregister") ? USERS : undefined;
    case "alias":
      return USERS;
    case "credential-manager":
    case "credential-manager-core":
      return says(rest, "configure unconfigure") ? USERS : undefined;
    case "credential":
    case "credential-store":
    case "credential-cache":
      return SOMEWHERE;
  }
  return undefined;
}

/** `git -c alias.x='config core.hooksPath' x y`: git puts the words behind it. */
function byAlias(setting: string | undefined, rest: readonly Argument[]): UnnamedWrites | undefined {
  const [, text] = /^alias\.[^=]*=(.*)$/is.exec(setting ?? "") ?? [];
  if (text === undefined) return UNKNOWN;
  if (text.startsWith("!")) return unnamedWritesIn([text, ...rest.map(({ text: word }) => word)].join(" "));
  const words = text.split(/\s+/).map((word) => known(word, { start: 0, end: 0, text: word }));
  return gitUnnamedWrites([...words, ...rest]);
}

const CONFIG: UnnamedWrites = { loaded: [".git/config"] };
const LOADED_HOOKS: UnnamedWrites = { loaded: [".git/hooks"] };
const USERS: UnnamedWrites = { loaded: ["~/.gitconfig"] };
const SOMEWHERE: UnnamedWrites = { loaded: [], isElsewhere: true };
const UNKNOWN: UnnamedWrites = { loaded: [], isElsewhere: true, asks: "program" };
const BROUGHT: UnnamedWrites = { loaded: [], asks: "contents" };

/** What stands in front of the sub-command: settings for this call, as `name=value`. */
function withoutGlobalOptions(args: readonly Argument[]): { settings: Argument[]; words: readonly Argument[] } {
  const settings: Argument[] = [];
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.prefix ?? "";
    if (!text.startsWith("-")) return { settings, words: args.slice(at) };
    const value = args[at + 1];
    if (text === "-c" && value !== undefined) settings.push(value);
    // Its value stands in the environment.
    if (text.startsWith("--config-env")) settings.push(cut(text.includes("=") ? args[at] : value));
    if (/^(?:-[cC]|--(?:git-dir|work-tree|namespace|super-prefix|config|config-env|attr-source|exec-path))$/.test(text))
      at++;
  }
  return { settings, words: [] };
}

/** `git config`: options end at the name, and every word behind it is a value. Options may be cut short: `--glob`. */
function byConfig(args: readonly Argument[]): UnnamedWrites | undefined {
  const { given, operands, verb } = readConfig(args);
  const has = (...options: string[]) => given.some(({ name }) => options.some((option) => isShortFor(name, option)));
  if (verb === "get" || verb === "list" || has("--list", "-l") || given.some(({ name }) => name.startsWith("--get")))
    return undefined;
  const file = given.find(({ name }) => isShortFor(name, "--file") || name.startsWith("-f"));
  // Its name is a word of the line, and judged as one.
  if (file !== undefined) return onlyValue(file.value) === undefined ? SOMEWHERE : undefined;
  const isOther =
    verb === "edit" || verb?.endsWith("-section") || has("--edit", "--rename-section", "--remove-section");
  const [key, value] = operands;
  // Without a section it is no setting, and git writes nothing.
  if (!isOther && !(key?.values ?? ["."]).some((each) => each.includes("."))) return undefined;
  const newValue = verb === "unset" || has("--unset", "--unset-all") ? OFF : value;
  const isHarmless = !isOther && key !== undefined && isHarmlessChange(key, newValue);
  if (has("--system")) return isHarmless ? SOMEWHERE : { loaded: ["/etc/gitconfig"] };
  if (has("--global")) return isHarmless ? SOMEWHERE : USERS;
  if (isHarmless) return undefined;
  return has("--worktree") ? { loaded: [".git/config.worktree"] } : CONFIG;
}

interface GivenOption {
  name: string;
  value?: Argument | undefined;
}

interface ReadConfig {
  given: readonly GivenOption[];
  operands: readonly Argument[];
  /** Newer versions have sub-commands, with options of their own. */
  verb?: string;
}

function readConfig(args: readonly Argument[]): ReadConfig {
  const { given, operands } = readGiven(args);
  const verb = onlyValue(operands[0]) ?? "";
  if (!/^(?:set|unset|edit|get|list|(?:rename|remove)-section)$/.test(verb)) return { given, operands };
  const more = readGiven(operands.slice(1));
  return { given: [...given, ...more.given], operands: more.operands, verb };
}

function readGiven(args: readonly Argument[]): ReadConfig {
  const given: GivenOption[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as Argument;
    if (onlyValue(arg) === "--") return { given, operands: args.slice(at + 1) };
    if (!arg.prefix.startsWith("-")) return { given, operands: args.slice(at) };
    const [name = "", attached] = arg.prefix.split(/=(.*)/s);
    const isApart = attached === undefined && TAKES_VALUE.some((option) => isShortFor(name, option));
    given.push({ name, value: isApart ? args[at + 1] : arg });
    if (isApart) at++;
  }
  return { given, operands: [] };
}

const TAKES_VALUE = ["-f", "--file", "--blob", "--type", "--default", "--comment", "--value", "--url"];

/** Git takes the beginning of an option for the whole. */
function isShortFor(written: string, option: string): boolean {
  return written === option || (written.length > 3 && option.startsWith(written));
}

/** Whether every possible value of the words is harmless; an unknown value counts as the worst. */
function isHarmlessChange({ values: keys }: Argument, value: Argument | undefined): boolean {
  const values = value === undefined ? ["true"] : (value.values ?? [WORST]);
  return keys?.every((key) => values.every((each) => isHarmlessSetting({ name: nameOf(key), value: each }))) ?? false;
}

/** No value passes where the table of harmless settings checks it. */
const WORST = "ext::%G signature";

const OFF: Argument = { values: ["false"], prefix: "false", count: "one", start: 0, end: 0, text: "false" };

/** `Remote.origin.URL` → `remote.*.url`. */
function nameOf(key: string): string {
  const first = key.indexOf(".");
  const last = key.lastIndexOf(".");
  const [section, name] = [key.slice(0, first).toLowerCase(), key.slice(last + 1).toLowerCase()];
  return first === last ? `${section}.${name}` : `${section}.*.${name}`;
}

/** `git remote add x address`: one that names a program (`ext::…`) is a setting that runs it. */
function byAddress(args: readonly Argument[]): UnnamedWrites | undefined {
  if (!says(args, "add set-url") && onlyValue(args[0]) !== undefined) return undefined;
  const isAddress = ({ values, prefix }: Argument) =>
    (values ?? [prefix.includes("://") ? `${prefix}x` : WORST]).every(
      (value) => value.startsWith("-") || isHarmlessSetting({ name: "remote.*.url", value }),
    );
  return args.every(isAddress) ? undefined : CONFIG;
}

/** Hooks come from a template; settings from the call; another git directory brings both. */
function byNewRepository(args: readonly Argument[], settings: readonly Argument[]): UnnamedWrites | undefined {
  if (settings.some(({ prefix }) => /^(?:init\.templatedir=.|$)/i.test(prefix))) return LOADED_HOOKS;
  for (const [at, arg] of args.entries()) {
    const [name = "", attached] = arg.prefix.split(/=(.*)/s);
    const next = args[at + 1];
    if (isShortFor(name, "--template") && name.length > 3 && (attached !== "" || arg.values === undefined))
      return LOADED_HOOKS;
    if (isShortFor(name, "--separate-git-dir")) return { loaded: [".git"] };
    const isApart = name === "-c" || (name.length > 4 && isShortFor(name, "--config") && attached === undefined);
    const isAttached = (name.length > 4 && isShortFor(name, "--config")) || /^-c./.test(name);
    const setting = isApart ? next : isAttached ? arg : undefined;
    if (setting !== undefined && !isHarmlessText(setting)) return CONFIG;
  }
  return undefined;
}

/** `name=value`, perhaps with the option in front of it. */
function isHarmlessText({ values }: Argument): boolean {
  return (
    values?.every((text) => {
      const [key = "", value = "true"] = text.replace(/^(?:--co[a-z]*=|-c(?=.))/, "").split(/=(.*)/s);
      return isHarmlessSetting({ name: nameOf(key), value });
    }) ?? false
  );
}

/** Commands that git runs: all words behind `foreach` and `run`, or the value of an option. */
function byScript(args: readonly Argument[]): UnnamedWrites | undefined {
  const run = args.findIndex((arg) => /^(?:foreach|run)$/.test(onlyValue(arg) ?? "")) + 1;
  const values = args.flatMap((arg, at) => {
    if (RUN_OPTION.test(arg.prefix)) return args.slice(at + 1, at + 2);
    return RUN_ATTACHED.test(arg.prefix) ? [arg] : [];
  });
  const scripts = [...(run > 0 ? args.slice(run) : []), ...values];
  if (scripts.some((script) => onlyValue(script) === undefined)) return UNKNOWN;
  return unnamedWritesIn(scripts.map((script) => onlyValue(script)?.replace(RUN_ATTACHED, "")).join(" "));
}

/** They may be cut short: `--ex`. */
const RUN_OPTION = /^(?:-x|--e(?:x(?:e|ec|t|tc|tcm|tcmd)?)?|--[a-z]+-filter|--setup)$/;
const RUN_ATTACHED = /^(?:-x|--e(?:x(?:e|ec|t|tc|tcm|tcmd)?)?=|--[a-z]+-filter=)(?=.)/s;

/** `name=VARIABLE` with an unknown value. */
function cut(arg: Argument | undefined): Argument {
  const text = (arg?.prefix ?? "").replace(/^--config-env=/, "");
  return { start: 0, end: 0, text, count: "one", prefix: text };
}

function given(args: readonly Argument[], options: string): boolean {
  const listed = options.split(" ");
  return args.some(({ prefix }) => listed.some((option) => isShortFor(prefix, option)));
}

function says(args: readonly Argument[], words: string): boolean {
  const listed = words.split(" ");
  return args.some(({ values = [] }) => values.some((value) => listed.includes(value)));
}
