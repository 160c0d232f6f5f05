import { isProcessFile, namesProcessFile } from "../process-files.ts";
import type { ShellFacts } from "./analysis.ts";
import type { Argument } from "./argument.ts";
import type { CommandCall } from "./command.ts";
import { isHidden, isPlain, MANY, matches, type Part, partsOf, textOf, variantsOf } from "./path-pattern.ts";
import { TooMuchToLookAt } from "./patient-world.ts";
import { isOtherName, isProcessFileName, reachesProcess } from "./process-pattern.ts";
import type { Visit } from "./visit.ts";

type Reader = Pick<Visit, "facts" | "directories" | "find" | "mentions">;

/** What a command does with its words, and what must not be read by it. */
interface Look extends Reader {
  secrets: readonly Secret[];
  isRecursive: boolean;
  /** The name at the end of the word is certain, and not that of a file which tells of a process. */
  isOther?: true;
}

/**
 * Nothing that may not be read is named, nothing above it is searched through, and no pattern matches the way to it.
 * Links are followed where a path is written out; those that a pattern or a search meets are not seen.
 */
export function findUnreadable(call: CommandCall, isRecursive: boolean, reader: Reader): void {
  const { facts, directories, mentions } = reader;
  // In the sandbox there are no other processes, and no secret in the environment.
  if (facts.sandboxed) return;
  const find: Reader["find"] = (...said) => reader.find(...said);
  const look = { facts, directories, mentions, find, isRecursive, secrets: secretsOf(facts.unreadable) };
  for (const operand of call.args) if (mayBePath(operand) && isSaid(operand, look)) return;
  // One that is not told where looks where it stands.
  if (isRecursive || isLister(call)) isSaid({ ...call.name, values: ["."] }, look);
}

/** A text that is handed to somebody who reads: a here-document, a list. It need not be a word of any command. */
export function namesUnreadable(source: string, { unreadable, sandboxed }: ShellFacts): boolean {
  if (sandboxed) return false;
  const text = source.replace(/['"\\]/g, "");
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

/** Whether something had to be said about this word. */
function isSaid(word: Argument, look: Look): boolean {
  if (/^~[^/]/.test(word.text) && !names(word, look)) {
    look.find(word, "not_understood", `where ${word.text} leads cannot be told`, "write the directory out");
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
    look.find(word, "not_understood", `where ${word.text} leads cannot be told: ${because}`);
  }
  return true;
}

function sayKeys(word: Argument, look: Look): void {
  look.find(word, "unreadable", `${word.text} leads to Countersign's own keys, which no agent may read`);
}

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
  return secrets.some(({ tail }) => text.includes(tail) || values.some((value) => value.includes(tail)));
}

function leadsThere(word: Argument, look: Look): boolean {
  const { values, prefix, text } = word;
  if (values !== undefined) return values.some((value) => pathsIn(value).some((path) => isReached(path, [], look)));
  const [head = ""] = /^(?:-[^/=]*|\w+)=/.exec(prefix) ?? [];
  const written = text.startsWith(head) ? text.slice(head.length).replaceAll("{}", "$_") : "$_";
  const variants = variantsOf(written, look.facts.home).map((raw) => withDeepPatterns(partsOf(raw), look));
  // What find and xargs put in the place of a text cannot be seen in it.
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

/** `--file=x`, `-f/x`, `if=x`: a path may be a part of a word. */
function pathsIn(value: string): string[] {
  const at = value.startsWith("-") ? value.search(/[/=]/) : /^\w+=/.test(value) ? value.indexOf("=") : -1;
  const inside = at < 0 ? "" : value.slice(value[at] === "=" ? at + 1 : at);
  const all = value.startsWith("-") ? [inside] : [value, inside];
  return all.filter((path) => path !== "" && path.length <= 4096 && !path.includes("\n"));
}

/** A word of which only the pattern is known: `~/.p*`, `"$x/a"`. */
function isPatternReached(parts: readonly Part[], prefix: string, look: Look): boolean {
  const [plain, rest] = split(parts, ({ marks }) => !isPlain(marks));
  const [pattern, behind] = split(rest, ({ isOpen }) => isOpen);
  const [first, ...more] = behind;
  if (first === undefined) {
    // Up again from wherever a link led that the pattern met.
    const up = pattern.findLastIndex(({ marks }) => marks.join("") === "..");
    return isReached(textOf(plain), pattern, look) || (up >= 0 && isReachedBehind(pattern.slice(up + 1), look));
  }
  // What stands in a variable may be known to some extent.
  const cut = prefix.lastIndexOf("/") + 1;
  const known = isDeep(first) ? first : ({ marks: [...prefix.slice(cut), MANY], isOpen: true } as const);
  const isFound =
    pattern.length > 0
      ? isReached(textOf(plain), [...pattern, first], look)
      : isReached(prefix.slice(0, cut), [known], look);
  return isFound || isReachedBehind(more, look);
}

/** Behind what is unknown the way may go on from any directory, if enough of it is written there. */
function isReachedBehind(parts: readonly Part[], look: Look): boolean {
  if (isProcessFileName(parts.at(-1))) return true;
  const [plain, pattern] = split(parts, ({ marks }) => !isPlain(marks));
  const [shown] = split(parts, ({ isOpen }) => isOpen);
  const steps = shown.filter(({ marks }) => marks.some((mark) => typeof mark === "string")).length;
  if (plain.length === 0 || steps < (look.directories.length === 0 ? 1 : 2)) return false;
  return onTheWay(textOf(plain), 0, look).some(([path, from]) => isReachedFrom(path, from, pattern, look));
}

function split(parts: readonly Part[], isThere: (part: Part) => boolean): [readonly Part[], readonly Part[]] {
  const at = parts.findIndex(isThere);
  return at < 0 ? [parts, []] : [parts.slice(0, at), parts.slice(at)];
}

/** Whether a path, and a pattern below it, lead to a secret from where the command may run. */
function isReached(path: string, pattern: readonly Part[], look: Look): boolean {
  if (path.startsWith("/")) return isReachedFrom(path, "/", pattern, look);
  const { directories, facts } = look;
  const from = directories.length > 0 ? directories : [facts.cwd];
  if (from.some((directory) => isReachedFrom(path, directory, pattern, look))) return true;
  // Somewhere unknown may be any directory, for those who seem to know the way on from it.
  if (directories.length > 0) return false;
  if (isProcessFileName(pattern.at(-1) ?? partsOf(path).at(-1))) return true;
  const ways = onTheWay(path, undefined, look);
  return ways.some(([more, directory]) => isReachedFrom(more, directory, pattern, look));
}

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
  if (!look.isOther && reachesProcess(above, below, look.isRecursive || isListed(false, look))) return true;
  return look.secrets.some(({ parts }) => isOnIt(parts, above, below, isBare, look));
}

/** Directories a line goes to need not exist, and are no good start then: from the root that is found out sooner. */
function resolved(path: string, from: string, { facts: { cwd, world } }: Look): string {
  return from === cwd || path.startsWith("/") ? world.resolve(path, from) : world.resolve(`${from}/${path}`, "/");
}

function isRelated(path: string, secret: string): boolean {
  const [short, long] = path.length < secret.length ? [path, secret] : [secret, path];
  return long.startsWith(short);
}

/** Whether a directory and the pattern of what follows are a secret, in one, or on the way to one and go on. */
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
  // Patterns leave hidden names out, unless the shell was told otherwise; one that goes deeper is not given the benefit.
  const isNarrow = below.length === left.length && !look.isRecursive && !look.mentions.hiddenNames;
  for (const [at, name] of left.entries()) {
    const part = below[at];
    if (part !== undefined && !part.isOpen) {
      if (!matches(part.marks, name) || (isNarrow && isHidden(part.marks, name))) return false;
      continue;
    }
    const depth = shared + at;
    const home = homeDepth(secret, look);
    // Many a line says `$x` at home; below home only one that looks for something there.
    if (isBare) return depth > home;
    if (part !== undefined && depth >= home) return true;
    if (part !== undefined && !matches(part.marks, name)) return false;
    return look.isRecursive || isListed(shared > home, look);
  }
  return true;
}

/** Names are printed, which may be handed to something that reads; whoever looks for them below home means to. */
function isListed(isNear: boolean, { mentions }: Look): boolean {
  return (isNear && mentions.search) || mentions.namesHandedOn;
}

// Secrets.

interface Secret {
  path: string;
  parts: readonly string[];
  /** Its name and that of its directory: who writes that means it. */
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
