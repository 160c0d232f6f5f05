import { possiblePaths } from "./possible-paths.ts";
import type { Facts } from "./situation.ts";
import type { Tool, ToolCall } from "./tool.ts";

/** A path that a call would read or write. */
export interface TouchedPath {
  /** As the call names it. */
  text: string;
  /** Every reading of the text by some host, before links are followed. */
  spellings: readonly string[];
  /** The resolved path of each reading. */
  places: readonly string[];
  /** It also reads below the path. */
  isRecursive: boolean;
  /** The tool's description does not say that the text is a path. */
  isGuessed?: true;
}

/** A path that cannot be determined or resolved: it is refused. */
export interface UnclearPath {
  text: string;
  because: string;
}

/** Every path in the input of a known tool. A tool without a path works in the current directory. */
export function pathsOf(call: ToolCall, tool: Tool, facts: Facts): (TouchedPath | UnclearPath)[] {
  const isRecursive = tool.recursive === true;
  const named = (tool.paths ?? []).flatMap((field) => textsIn(call.input[field], field));
  const patched = tool.patches === undefined ? [] : patchedPaths(call, tool.patches);
  const globbed = (tool.globs ?? []).flatMap((field) => textsIn(call.input[field], field)).map(fixedPart);
  if (isRecursive && named.length === 0) named.push(".");
  // A glob is relative to the tool's directory, or to the current one.
  const from = [facts.cwd, ...named.filter((text) => typeof text === "string")];
  return [
    ...[...named, ...patched].map((text) => touched(text, [facts.cwd], isRecursive, facts)),
    ...globbed.map((text) => touched(text, from, true, facts)),
  ];
}

/** One path in all its readings. */
export function touched(
  text: string | UnclearPath,
  from: readonly string[],
  isRecursive: boolean,
  facts: Facts,
): TouchedPath | UnclearPath {
  if (typeof text !== "string") return text;
  const spellings = possiblePaths(text, facts.home);
  if (!spellings) return { text, because: "it is not a path" };
  try {
    const bases = from.flatMap((base) => possiblePaths(base, facts.home) ?? []);
    const resolved = bases.map((base) => facts.world.resolve(base, facts.cwd));
    const places = resolved.flatMap((base) => spellings.map((spelling) => facts.world.resolve(spelling, base)));
    if (places.some((place) => !place.startsWith("/"))) return { text, because: "it does not lead anywhere" };
    return { text, spellings, places: [...new Set(places)], isRecursive };
  } catch {
    return { text, because: "it cannot be found out where it leads" };
  }
}

/** The paths a patch names, in the format of `apply_patch` and in unified diffs. */
export function patchPaths(patch: string): string[] {
  // A line ends at \n, but some hosts also end it elsewhere: a path is also the part before another line end.
  const own = patch.matchAll(/^[^\S\n\r\u2028\u2029]*\*\*\* (?:(?:Add|Update|Delete) File|Move to):([^\n]*)/gim);
  const unified = patch.matchAll(/^(?:---|\+\+\+|rename (?:from|to)|copy (?:from|to)) (?:[ab]\/)?([^\t\n]*)/gm);
  const paths = [...own, ...unified].flatMap(([, path = ""]) => [path, path.split(LINE_END, 1)[0] ?? ""]);
  return [...new Set(paths.map((path) => path.trim()))].filter((path) => path !== "");
}

const LINE_END = /[\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

/** A patch counts anywhere in the input; a call that names a file without one is not understood. */
function patchedPaths(call: ToolCall, fields: readonly string[]): (string | UnclearPath)[] {
  const found: (string | UnclearPath)[] = [];
  for (const text of everyText(call.input)) {
    if (typeof text === "string") found.push(...patchPaths(text));
    else found.push(text);
  }
  const odd = fields.find((field) => !isText(call.input[field]));
  if (odd !== undefined) return [...found, { text: odd, because: "it is not a text" }];
  return found.length > 0 ? found : [{ text: call.tool, because: "no patch that names a file was found" }];
}

function isText(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === "string") return true;
  return Array.isArray(value) && value.every((part) => typeof part === "string");
}

function everyText(value: unknown, depth = 0): (string | UnclearPath)[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  if (depth > 8) return [{ text: "the input", because: "it is nested too deeply" }];
  return Object.values(value).flatMap((item) => everyText(item, depth + 1));
}

function textsIn(value: unknown, field: string): (string | UnclearPath)[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, field));
  return [{ text: field, because: "it is not a text" }];
}

/** The part before the first wildcard. Alternatives that lead up or to the root may lead anywhere. */
function fixedPart(glob: string | UnclearPath): string | UnclearPath {
  if (typeof glob !== "string") return glob;
  if (/[{(|,](?:\/|~|\.\.)/.test(glob) || /^[^*?[{(]*[*?[{(].*\.\.(?:\/|$)/s.test(glob)) return "/";
  const fixed = glob.slice(0, glob.search(/[*?[\]{}()!+\\]|$/));
  return fixed.includes("/") ? fixed.slice(0, fixed.lastIndexOf("/") + 1) : ".";
}
