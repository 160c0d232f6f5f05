import { holdsProcessFiles, isProcessFile, namesProcessFile } from "../process-files.ts";
import type { ShellFacts } from "./analysis.ts";
import { type Argument, onlyValue } from "./argument.ts";
import { TooMuchToLookAt } from "./bounded-world.ts";
import type { CommandCall } from "./command.ts";
import { rolesOf } from "./operand-roles.ts";
import { isHidden, isPlain, MANY, matches, type Part, partsOf, textOf, variantsOf } from "./path-pattern.ts";
import { isOtherName, isProcessFileName, reachesProcess } from "./process-pattern.ts";
import { treesRead } from "./tree-reads.ts";
import { NAME_FILES } from "./unknown-values.ts";
import type { Visit } from "./visit.ts";

type Reader = Pick<Visit, "facts" | "places" | "isDeeper" | "find" | "mentions">;

/** The roles of a command's words, and the paths that it must not read. */
interface Look extends Reader {
  secrets: readonly Secret[];
  isRecursive: boolean;
  /** The last name of the word is certain, and not that of a file that reveals a process. */
  isOther?: true;
}

/**
 * No forbidden path is named, no directory above one is searched, and no pattern matches the way to one. Links are
 * followed where a path is written out; those that a pattern or a search finds are not seen.
 */
export function findForbiddenReads(call: CommandCall, isRecursive: boolean, reader: Reader): void {
  const { facts, places } = reader;
  // In the sandbox there are no other processes, and no secret in the environment.
  if (facts.sandboxed) return;
  const look = lookOf(reader, isRecursive);
  const trees = treesRead(call);
  const inTrees = { ...look, isRecursive: true };
  if (trees.some((word) => mayBePath(word) && isSaid(word, inTrees))) return;
  const unknown = trees.find((word) => word.values === undefined && mayLeadToSecret(word, reader));
  if (unknown !== undefined) {
    const reason = `${unknown.text} may be any directory, also one that no agent may read`;
    look.find(unknown, "dynamic", reason, NAME_FILES, { paths: [], isAll: false, asks: "tree" });
  }
  // From anywhere a path may lead anywhere, and a text is only a text.
  const roles = places === undefined ? rolesOf(call) : [];
  const here = { ...look, places: [facts.cwd], isDeeper: true };
  for (const [at, operand] of call.args.entries())
    if (mayBePath(operand) && isSaid(operand, roles[at] === "text" ? here : look)) return;
  const top = isRecursive ? call.args.find(({ prefix }) => AT_TOP.test(prefix)) : undefined;
  if (top !== undefined && holdsSecret(topsOf(startsOf(call, reader), facts), "", facts)) {
    sayKeys(top, look);
    return;
  }
  // Without a path it reads in the current directory.
  if (isRecursive || isLister(call)) isSaid({ ...call.name, values: ["."] }, look);
}

function lookOf(reader: Reader, isRecursive: boolean): Look {
  const { facts, places, isDeeper, mentions } = reader;
  const find: Reader["find"] = (...said) => reader.find(...said);
  return { facts, places, isDeeper, mentions, find, isRecursive, secrets: secretsOf(facts.unreadable) };
}

/** For git these words begin at the top of the repository. */
const AT_TOP = /^:(?:\/|\([^)]*\btop\b)/;

/** Where git looks for its repository: each `-C` goes on from there. */
function startsOf({ args }: CommandCall, { facts, places = [facts.cwd] }: Reader): readonly string[] {
  let from = places;
  for (const [at, arg] of args.entries()) {
    const target = onlyValue(args[at + 1]);
    if (onlyValue(arg) === "-C" && target !== undefined)
      from = from.map((directory) => facts.world.resolve(target, directory));
  }
  return from;
}

/**
 * Whether an otherwise unknown name below may lead to a secret: if a directory that contains one is the repository,
 * every list of names may include it. The matches of a pattern are checked separately.
 */
export function mayLeadToSecret(
  { below, isListed, prefix, count }: Argument,
  { facts, places: from, isDeeper }: Pick<Reader, "facts" | "places" | "isDeeper">,
): boolean {
  if (below === undefined) return true;
  if (from === undefined || (isDeeper && UP.test(prefix))) return true;
  if (below === "top") return holdsSecret([...from, ...topsOf(from, facts)], "", facts);
  if (!isListed) return false;
  // Of several words only the first begins like this.
  const beginnings = count === "any" ? ["", ...beginningsOf(prefix)] : beginningsOf(prefix);
  return beginnings.some((beginning) => {
    const cut = beginning.lastIndexOf("/") + 1;
    const starts = cut === 0 ? from : from.map((directory) => facts.world.resolve(beginning.slice(0, cut), directory));
    return holdsSecret(starts, beginning.slice(cut), facts);
  });
}

/** The beginning of a path that may be part of the word: `--file=a`, `x=a`. Unknown for `-fa`. */
function beginningsOf(prefix: string): string[] {
  const [head = ""] = SETTING.exec(prefix) ?? [];
  if (prefix.startsWith("-")) return [prefix.slice(head.length || prefix.length)];
  return head === "" ? [prefix] : [prefix, prefix.slice(head.length)];
}

/** Whether no secret lies below a directory, or is it. */
export function isApart(directory: string, facts: ShellFacts): boolean {
  return !holdsSecret([directory], "", facts) && !holdsProcessFiles(directory);
}

/** Whether a secret lies below one of these directories, under a name that begins like this. */
function holdsSecret(directories: readonly string[], beginning: string, { unreadable }: ShellFacts): boolean {
  return secretsOf(unreadable).some(({ parts }) =>
    directories.some((directory) => {
      const above = namesIn(directory);
      const next = parts[above.length] ?? "";
      return above.every((name, at) => name === parts[at]) && next.toLowerCase().startsWith(beginning.toLowerCase());
    }),
  );
}

/** The tops of the repositories that git may find there. */
function topsOf(directories: readonly string[], { world }: ShellFacts): string[] {
  return directories
    .flatMap((directory) => world.find(directory, [".git"]))
    .map((path) => path.replace(/\/\.git$/, "/"));
}

/** A text for another reader: a here-document, a list. It need not be a word of any command. */
export function namesUnreadable(source: string, { unreadable, sandboxed }: ShellFacts): boolean {
  if (sandboxed) return false;
  const text = normalised(source.replace(/['"\\]/g, ""));
  if (/\benviron\b/.test(text) && PROC.test(text)) return true;
  return secretsOf(unreadable).some(({ tail }) => text.includes(tail));
}

const PROC = /(?<![\w.*?~}-]\/|[\w.-])proc(?![\w.-])/;

/** `find` and its like without a directory in front. */
function isLister({ name, args: [first] }: CommandCall): boolean {
  const isFd = /^fd(?:find)?$/.test(name.values[0]);
  return isFd || (/^(?:g?find|du|tree)$/.test(name.values[0]) && (first?.prefix.startsWith("-") ?? true));
}

function mayBePath({ prefix }: Argument): boolean {
  return !prefix.startsWith("-") || /[/=]/.test(prefix);
}

/** Whether something was reported about this word. */
function isSaid(word: Argument, look: Look): boolean {
  if (/^~[^/]/.test(word.text) && !names(word, look)) {
    look.find(word, "not_understood", `where ${word.text} leads is unknown`, "write the directory out");
    return true;
  }
  try {
    if (namesProcess(word)) sayProcess(word, look);
    else if (names(word, look)) sayKeys(word, look);
    else if (!leadsThere(word, look)) return false;
    else if (leadsThere(word, { ...look, secrets: [] })) sayProcess(word, look);
    else sayKeys(word, look);
  } catch (error) {
    if (error instanceof TooMuchToLookAt) throw error;
    const because = error instanceof Error ? error.message : String(error);
    look.find(word, "not_understood", `where ${word.text} leads is unknown: ${because}`);
  }
  return true;
}

function sayKeys(word: Argument, look: Look): void {
  const [leads, hint] = look.places === undefined || look.isDeeper ? UNCLEAR : CLEAR;
  look.find(word, "unreadable", `${word.text} ${leads} to Countersign's own keys, which no agent may read`, hint);
}

const CLEAR = ["leads", undefined] as const;
const UNCLEAR = ["may lead", "go to a directory that is written out, or name the file from the root"] as const;

function sayProcess(word: Argument, look: Look): void {
  const reason = `${word.text} may lead to the environment or the memory of a process, which no agent may read`;
  const hint = word.count === "any" ? "put it in double quotes, and name a file such as status" : "name another file";
  look.find(word, "process", reason, hint);
}

function namesProcess({ text, values = [] }: Argument): boolean {
  return namesProcessFile(text) || values.some(namesProcessFile);
}

/** Somewhere in it, as in a program for sed. */
function names({ text, values = [] }: Argument, { secrets }: Look): boolean {
  const all = [text, ...values].filter((each) => each.includes("/")).map(normalised);
  return secrets.some(({ tail }) => all.some((each) => each.includes(tail)));
}

/** A text in which paths go no detours, by `//`, `/./` or `x/../`. */
function normalised(text: string): string {
  let [before, after] = ["", text];
  // Once for each nested detour, up to a depth that no real command has.
  for (let round = 0; round < MOST_DETOURS && before !== after; round++) {
    before = after;
    after = before.replace(/\/(?:\.?\/)+/g, "/").replace(/\/(?!\.\.\/)[^/\s]+\/\.\.(?=\/)/g, "");
  }
  return after;
}

const MOST_DETOURS = 20;

function leadsThere(word: Argument, look: Look): boolean {
  const { values, prefix, text } = word;
  if (values !== undefined)
    return values.some((value) => pathsIn(value, look).some((path) => isReached(path, [], look)));
  const [head = ""] = SETTING.exec(prefix) ?? [];
  const written = text.startsWith(head) ? text.slice(head.length).replaceAll("{}", "$_") : "$_";
  const variants = variantsOf(written, look.facts.home).map((raw) => withDeepPatterns(partsOf(raw), look));
  // Names that find and xargs insert cannot be seen in the text.
  if (variants.length === 1 && variants[0]?.every(({ marks }) => isPlain(marks))) variants.push(partsOf("$_"));
  return variants.some((parts) => {
    const isOther = word.count !== "any" && !look.isRecursive && isOtherName(parts.at(-1));
    return isPatternReached(parts, prefix.slice(head.length), isOther ? { ...look, isOther } : look);
  });
}

/** `**` goes down as far as there is something, if the shell was told so. */
function withDeepPatterns(parts: readonly Part[], { mentions }: Look): readonly Part[] {
  if (!mentions.globstar) return parts;
  return parts.map((part) => (isDeep(part) ? { ...part, isOpen: true } : part));
}

function isDeep({ marks }: Part): boolean {
  return marks.length === 2 && marks.every((mark) => mark === MANY);
}

/** `--file=`, `if=`, `mailmap.file=` */
const SETTING = /^(?:-[^/=]*|[\w.-]+)=/;

/** `--file=x`, `-f/x`, `if=x`: a path may be a part of a word. So may one in a program, if it says the name of a secret. */
function pathsIn(value: string, { secrets }: Look): string[] {
  const at = value.startsWith("-") ? value.search(/[/=]/) : SETTING.test(value) ? value.indexOf("=") : -1;
  const inside = at < 0 ? "" : value.slice(value[at] === "=" ? at + 1 : at);
  const all = value.startsWith("-") ? [inside] : [value, inside];
  const isNamed = secrets.some(({ parts }) => value.toLowerCase().includes((parts.at(-1) ?? "").toLowerCase()));
  if (isNamed) all.push(...value.split(/['"`(),;:=<>|\s]+/, MOST_PATHS));
  return all.filter((path) => path !== "" && path.length <= 4096 && !path.includes("\n"));
}

/** A word of which only the pattern is known: `~/.p*`, `"$x/a"`. */
function isPatternReached(parts: readonly Part[], prefix: string, look: Look): boolean {
  const [plain, rest] = split(parts, ({ marks }) => !isPlain(marks));
  const [pattern, behind] = split(rest, ({ isOpen }) => isOpen);
  const [first, ...more] = behind;
  if (first === undefined) {
    // Up again from the target of a link that the pattern matched.
    const up = pattern.findLastIndex(({ marks }) => marks.join("") === "..");
    return isReached(textOf(plain), pattern, look) || (up >= 0 && isReachedBehind(pattern.slice(up + 1), look));
  }
  // The value of a variable may be known in part.
  const cut = prefix.lastIndexOf("/") + 1;
  const known = isDeep(first) ? first : ({ marks: [...prefix.slice(cut), MANY], isOpen: true } as const);
  const isFound =
    pattern.length > 0
      ? isReached(textOf(plain), [...pattern, first], look)
      : isReached(prefix.slice(0, cut), [known], look);
  return isFound || isReachedBehind(more, look);
}

/** After an unknown part the path may continue from any directory, if enough of it is written. */
function isReachedBehind(parts: readonly Part[], look: Look): boolean {
  if (isProcessFileName(parts.at(-1))) return true;
  const [plain, pattern] = split(parts, ({ marks }) => !isPlain(marks));
  const [shown] = split(parts, ({ isOpen }) => isOpen);
  const steps = shown.filter(({ marks }) => marks.some((mark) => typeof mark === "string")).length;
  if (plain.length === 0 || steps < (look.isDeeper ? 1 : 2)) return false;
  return onTheWay(textOf(plain), 0, look).some(([path, from]) => isReachedFrom(path, from, pattern, look));
}

function split(parts: readonly Part[], isThere: (part: Part) => boolean): [readonly Part[], readonly Part[]] {
  const at = parts.findIndex(isThere);
  return at < 0 ? [parts, []] : [parts.slice(0, at), parts.slice(at)];
}

/** Whether a path, and a pattern below it, lead to a secret from where the command may run. */
function isReached(path: string, pattern: readonly Part[], look: Look): boolean {
  if (path.startsWith("/")) return isReachedFrom(path, "/", pattern, look);
  const { places, isDeeper } = look;
  // For those who ask about keys, and not about processes alone.
  if (places === undefined) return look.secrets.length > 0;
  if (places.some((directory) => isReachedFrom(path, directory, pattern, look))) return true;
  // Somewhere below, up again may be any directory, and a link may have led on the way to a secret.
  if (!isDeeper) return false;
  if (UP.test(path)) return look.secrets.length > 0;
  if (isProcessFileName(pattern.at(-1) ?? partsOf(path).at(-1))) return true;
  const ways = onTheWay(path, undefined, look);
  return ways.some(([more, directory]) => isReachedFrom(more, directory, pattern, look));
}

/** In one word. */
const MOST_PATHS = 50;

const UP = /(?:^|\/)\.\.(?:\/|$)/;

/** The directories on the way to a secret, from home on or from a depth, from which a path goes the next step. */
function onTheWay(path: string, least: number | undefined, look: Look): [string, string][] {
  const more = path.replace(/^(?:\.{0,2}\/+)+/, "");
  const first = (more.split("/", 1)[0] ?? "").toLowerCase();
  const ways: [string, string][] = [];
  for (const { parts } of look.secrets) {
    for (const [depth, part] of parts.entries()) {
      if (part.toLowerCase() !== first || depth < (least ?? homeDepth(parts, look))) continue;
      ways.push([more, `/${parts.slice(0, depth).join("/")}`]);
    }
  }
  return ways;
}

function isReachedFrom(path: string, from: string, pattern: readonly Part[], look: Look): boolean {
  const [first] = pattern;
  const isBare = path === "" && pattern.length === 1 && first?.isOpen === true && !isDeep(first);
  const found = isBare ? from : resolved(path === "" ? "." : path, from, look);
  if (pattern.length === 0 && isProcessFile(found)) return true;
  const isNear = isRelated(found, "/proc") || look.secrets.some(({ path: secret }) => isRelated(found, secret));
  if (pattern.length === 0 && !isNear) return false;
  const above = namesIn(found);
  const below: Part[] = [];
  for (const part of pattern) {
    const text = isPlain(part.marks) ? part.marks.join("") : undefined;
    if (text === ".." && !part.isOpen) (below.length > 0 ? below : above).pop();
    else if (part.isOpen || (text !== "" && text !== ".")) below.push(part);
  }
  const isDeepRead = look.isRecursive || isListed(false, look);
  // What the command itself has open: `<(ls)`.
  const isOwn = below.length === 1 && OWN_FILES.test(path);
  if (!isOwn && reachesProcess(above, below, { isDeep: isDeepRead, isOther: look.isOther === true })) return true;
  return look.secrets.some(({ parts }) => isOnIt(parts, above, below, isBare, look));
}

const OWN_FILES = /^\/dev\/fd\/?$/;

/** Directories that a line changes to need not exist: then starting at the root finds that sooner. */
function resolved(path: string, from: string, { facts: { cwd, world } }: Look): string {
  return from === cwd || path.startsWith("/") ? world.resolve(path, from) : world.resolve(`${from}/${path}`, "/");
}

function isRelated(path: string, secret: string): boolean {
  const [short, long] = path.length < secret.length ? [path, secret] : [secret, path];
  return long.startsWith(short);
}

/** Whether a directory and the pattern after it are a secret, inside one, or on the way to one. */
function isOnIt(
  secret: readonly string[],
  above: readonly string[],
  below: readonly Part[],
  isBare: boolean,
  look: Look,
): boolean {
  const shared = Math.min(above.length, secret.length);
  for (let at = 0; at < shared; at++) if (above[at] !== secret[at]) return false;
  const left = secret.slice(shared);
  // Patterns skip hidden names, unless the shell was told otherwise; a pattern that goes deeper is assumed not to.
  const isNarrow = below.length === left.length && !look.isRecursive && !look.mentions.hiddenNames;
  for (const [at, name] of left.entries()) {
    const part = below[at];
    if (part !== undefined && !part.isOpen) {
      if (!matches(part.marks, name) || (isNarrow && isHidden(part.marks, name))) return false;
      continue;
    }
    const depth = shared + at;
    const home = homeDepth(secret, look);
    // Many lines have `$x` at home; below home only a search counts.
    if (isBare) return depth > home;
    if (part !== undefined && depth >= home) return true;
    if (part !== undefined && !matches(part.marks, name)) return false;
    return look.isRecursive || isListed(shared > home, look);
  }
  return true;
}

/** Printed names may be passed to a command that reads them; a search below home counts as meant. */
function isListed(isNear: boolean, { mentions }: Look): boolean {
  return (isNear && mentions.search) || mentions.namesHandedOn;
}

// Secrets.

interface Secret {
  path: string;
  parts: readonly string[];
  /** Its name and that of its directory: a line with both means it. */
  tail: string;
}

const known = new WeakMap<readonly string[], readonly Secret[]>();

function secretsOf(unreadable: readonly string[]): readonly Secret[] {
  const before = known.get(unreadable);
  if (before !== undefined) return before;
  const secrets = unreadable.map((path) => {
    const parts = namesIn(path);
    return { path, parts, tail: parts.length > 1 ? parts.slice(-2).join("/") : path };
  });
  known.set(unreadable, secrets);
  return secrets;
}

/** How far down the home directory is on the way to a secret; where it is not, the way begins at the root. */
function homeDepth(secret: readonly string[], { facts }: Look): number {
  const home = namesIn(facts.world.resolve(facts.home, "/"));
  return home.length < secret.length && home.every((part, at) => part === secret[at]) ? home.length : 0;
}

function namesIn(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}
