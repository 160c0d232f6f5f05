import { comparablePath } from "./comparable-path.ts";

/**
 * A glob of `files`, for the question whether a path could match two of them. It matches at least what the glob matches:
 * letters are compared as the most forgiving file system compares them, and what is not read exactly counts as anything.
 */
export interface PathPattern {
  /** As it was written. */
  glob: string;
  /** One path, or everything below it if that is a directory. */
  isLiteral: boolean;
  /** Each a list of names; a path has to match one of them. Undefined: any path. */
  alternatives: readonly Names[] | undefined;
}

type Names = readonly Name[];
/** Any number of names, or a name: texts with anything between them. */
type Name = typeof ANY_NAMES | readonly string[];

const ANY_NAMES = "**";
const ANY_NAME: Name = ["", ""];

export function pathPattern(glob: string): PathPattern {
  const isLiteral = !/[*?[\]{}()|\\]/.test(glob);
  const expanded = isAnywhere(glob) ? undefined : withoutBraces(glob);
  // Braces may hide a way up, as in `{.,}.`.
  const alternatives = expanded?.some(isAnywhere) ? undefined : expanded?.map((one) => namesOf(one, isLiteral));
  return { glob, isLiteral, alternatives };
}

/** All paths below a directory of the project, which is named exactly. */
export function patternBelow(directory: string): PathPattern {
  const names = directory.split("/").filter((name) => name !== "");
  return {
    glob: `${directory}/**`,
    isLiteral: false,
    alternatives: [[...names.map((name): Name => [folded(name)]), ANY_NAMES]],
  };
}

/** Whether a path could match both. Never false if one does. */
export function mayMeet(a: PathPattern, b: PathPattern): boolean {
  if (a.alternatives === undefined || b.alternatives === undefined) return true;
  return a.alternatives.some((one) => b.alternatives?.some((other) => doMeet(one, other)));
}

/** A glob that goes up or leaves the project after a wildcard may match anywhere; an escape or a group may hide a slash. */
function isAnywhere(glob: string): boolean {
  if (/^[/~]|\\|\$\{/.test(glob) || glob.split(/[/{},()|[\]!@+]/).includes("..")) return true;
  let depth = 0;
  for (const char of glob) {
    if (char === "(") depth += 1;
    else if (char === ")") depth = Math.max(0, depth - 1);
    else if (char === "/" && depth > 0) return true;
  }
  return false;
}

const MOST_ALTERNATIVES = 32;

/** `{a,b}/c` as `a/c` and `b/c`. Undefined if there are too many, or a brace is not closed. */
function withoutBraces(glob: string): string[] | undefined {
  const open = glob.indexOf("{");
  if (open === -1) return glob.includes("}") ? undefined : [glob];
  const parts: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < glob.length; at++) {
    const char = glob[at];
    if (char === "{") depth += 1;
    if (char === "," && depth === 1) parts.push(glob.slice(from, at));
    if (char === "," && depth === 1) from = at + 1;
    if (char === "}") depth -= 1;
    if (char !== "}" || depth > 0) continue;
    parts.push(glob.slice(from, at));
    const [before, after] = [glob.slice(0, open), glob.slice(at + 1)];
    // Without a comma it is a range, or means itself.
    if (parts.length === 1) return parts[0]?.includes("/") ? undefined : withoutBraces(`${before}*${after}`);
    return allOf(parts.map((part) => withoutBraces(`${before}${part}${after}`)));
  }
  return undefined;
}

function allOf(lists: readonly (string[] | undefined)[]): string[] | undefined {
  const all: string[] = [];
  for (const list of lists) {
    if (list === undefined || all.length + list.length > MOST_ALTERNATIVES) return undefined;
    all.push(...list);
  }
  return all;
}

function namesOf(glob: string, isLiteral: boolean): Names {
  const names = glob
    .split("/")
    .filter((name) => name !== "" && name !== ".")
    .map(nameOf);
  return isLiteral ? [...names, ANY_NAMES] : names;
}

function nameOf(text: string): Name {
  if (text === "**") return ANY_NAMES;
  // A class, a group, or a stream or short name of Windows, also in other forms of these letters: not read exactly.
  if (/[[\]()|:/]|~\d|~[*?]/.test(text.normalize("NFKC"))) return ANY_NAME;
  const pieces = text.split(/[*?]+/);
  if (pieces.length === 1) return [folded(text)];
  return pieces.map((piece) => folded(piece).replace(/[. ]+$/, ""));
}

/** Without marks, so that `e*` and `é` meet, and with one form of each letter: a sigma has another one at an end. */
function folded(name: string): string {
  return comparablePath(name).normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ς", "σ");
}

/** Whether a list of names could match both. */
function doMeet(a: Names, b: Names): boolean {
  // By position in both: whether the rests meet is asked again and again where both have `**`.
  const known = new Map<number, boolean>();
  const from = (i: number, j: number): boolean => {
    const key = i * (b.length + 1) + j;
    const found = known.get(key) ?? look(i, j);
    known.set(key, found);
    return found;
  };
  const look = (i: number, j: number): boolean => {
    const [one, other] = [a[i], b[j]];
    if (one === ANY_NAMES) return from(i + 1, j) || (j < b.length && from(i, j + 1));
    if (other === ANY_NAMES) return from(i, j + 1) || (i < a.length && from(i + 1, j));
    if (one === undefined || other === undefined) return one === other;
    return doNamesMeet(one, other) && from(i + 1, j + 1);
  };
  return from(0, 0);
}

/** Whether a name could match both. */
function doNamesMeet(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [a[0] ?? "", b[0] ?? ""];
  if (a.length === 1 && b.length === 1) return one === other;
  if (a.length === 1) return isNameLike(one, b);
  if (b.length === 1) return isNameLike(other, a);
  // Both have a gap: what is between the first and the last texts can be anything that has all of it.
  const [end, otherEnd] = [a.at(-1) ?? "", b.at(-1) ?? ""];
  return (one.startsWith(other) || other.startsWith(one)) && (end.endsWith(otherEnd) || otherEnd.endsWith(end));
}

/** Whether the name has these texts in this order, the first at its beginning and the last at its end. */
function isNameLike(name: string, pieces: readonly string[]): boolean {
  const [first = "", ...rest] = pieces;
  const last = rest.pop() ?? "";
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= name.length - last.length;
}
