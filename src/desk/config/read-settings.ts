import { checkShape, isObject, unknownKey } from "../../plan/check-shape.ts";
import { nearest } from "../../plan/nearest.ts";
import type { Problem } from "../../plan/problem.ts";
import { quoted } from "../../plan/quoted.ts";
import { type ConfigKey, KEYS } from "./keys.ts";
import { type JsonFile, readJsonFile } from "./read-json-file.ts";

/** The settings in one file as written, unchecked, and its problems as a file. */
export interface Settings {
  values: Map<ConfigKey, unknown>;
  problems: Problem[];
  /** Settings that it may hold in an unreadable form: all of them in a broken file, one under a misspelled name. */
  unclear: ReadonlySet<ConfigKey>;
  /** Adds line and column to a problem that has a path. */
  locate(problem: Problem): Problem;
}

/** A missing file has no settings; neither has one that cannot be read or parsed, but that is a problem. */
export function readSettings(file: string): Settings {
  const read = readJsonFile(file);
  return read === undefined ? { ...nothing([]), unclear: new Set() } : settings(read);
}

/** Settings that a program gives instead of a file. */
export function givenSettings(given: Readonly<Record<string, unknown>>): Settings {
  return settings({ value: given, problems: [], locate: (problem) => problem });
}

function settings({ value, problems: found, locate }: JsonFile): Settings {
  if (value === undefined) return nothing(found);
  if (!isObject(value)) return nothing(checkShape({ type: "object" }, value));
  const values = new Map<ConfigKey, unknown>();
  const problems = [...found];
  const unclear = new Set(found.flatMap(({ path = "" }) => keysNamed(path)));
  for (const [key, item] of Object.entries(value)) {
    if (key === "$schema") continue;
    const parts = PARTS.get(key);
    if (parts !== undefined) problems.push(...readParts(key, parts, item, values, unclear));
    else if (isKey(key) && !key.includes(".")) values.set(key, item);
    else {
      problems.push(noSetting(key, value));
      for (const meant of keysNamed(isKey(key) ? key : (nearest(key, NAMES) ?? ""))) unclear.add(meant);
    }
  }
  return { values, problems: problems.map(locate), unclear, locate };
}

/** The settings that are objects, and the names of their parts. */
const PARTS = new Map<string, string[]>();
for (const key of Object.keys(KEYS)) {
  const [outer = "", inner] = key.split(".");
  if (inner !== undefined) PARTS.set(outer, [...(PARTS.get(outer) ?? []), inner]);
}

function readParts(
  outer: string,
  known: string[],
  written: unknown,
  values: Map<ConfigKey, unknown>,
  unclear: Set<ConfigKey>,
): Problem[] {
  if (!isObject(written)) {
    for (const key of keysNamed(outer)) unclear.add(key);
    return checkShape({ type: "object" }, written, outer);
  }
  return Object.entries(written).flatMap(([inner, item]) => {
    const key = `${outer}.${inner}`;
    if (!isKey(key)) {
      for (const meant of keysNamed(`${outer}.${nearest(inner, known)}`)) unclear.add(meant);
      return [unknownKey(inner, known, written, outer)];
    }
    values.set(key, item);
    return [];
  });
}

function nothing(problems: Problem[]): Settings {
  return { values: new Map(), problems, unclear: new Set(ALL), locate: (problem) => problem };
}

const ALL = Object.keys(KEYS) as ConfigKey[];
const NAMES = [...new Set(ALL.map((key) => key.replace(/\..*/, "")))];

/** The setting of this name or around this path, or the parts of the object of this name. */
function keysNamed(name: string): ConfigKey[] {
  return ALL.filter(
    (key) =>
      key === name || key.startsWith(`${name}.`) || (/^[.[]/.test(name.slice(key.length)) && name.startsWith(key)),
  );
}

function isKey(key: string): key is ConfigKey {
  return Object.hasOwn(KEYS, key);
}

function noSetting(key: string, written: object): Problem {
  const [outer, inner] = isKey(key) ? key.split(".") : [];
  return {
    ...unknownKey(key, NAMES, written, ""),
    message: `${quoted(key)} is no setting`,
    ...(inner !== undefined && { hint: `write "${outer}": { "${inner}": … }` }),
  };
}
