import { checkShape, isObject, unknownKey } from "../../plan/check-shape.ts";
import type { Problem } from "../../plan/problem.ts";
import { quoted } from "../../plan/quoted.ts";
import { type ConfigKey, KEYS } from "./keys.ts";
import { type JsonFile, readJsonFile } from "./read-json-file.ts";

/** What one file says, and what is wrong with it as a file. Values are still as they were written. */
export interface Settings {
  values: Map<ConfigKey, unknown>;
  problems: Problem[];
  /** Adds line and column to a problem that has a path. */
  locate(problem: Problem): Problem;
}

/** A file that is missing says nothing; one that cannot be read or parsed says nothing either, but is a problem. */
export function readSettings(file: string): Settings {
  const read = readJsonFile(file);
  return read === undefined ? nothing([]) : settings(read);
}

/** What a program says instead of a file. */
export function givenSettings(given: Readonly<Record<string, unknown>>): Settings {
  return settings({ value: given, problems: [], locate: (problem) => problem });
}

function settings({ value, problems: found, locate }: JsonFile): Settings {
  if (value === undefined) return nothing(found);
  if (!isObject(value)) return nothing(checkShape({ type: "object" }, value));
  const values = new Map<ConfigKey, unknown>();
  const problems = [...found];
  for (const [key, item] of Object.entries(value)) {
    if (key === "$schema") continue;
    const parts = PARTS.get(key);
    if (parts !== undefined) problems.push(...readParts(key, parts, item, values));
    else if (isKey(key) && !key.includes(".")) values.set(key, item);
    else problems.push(noSetting(key, value));
  }
  return { values, problems: problems.map(locate), locate };
}

/** The objects among the settings, and the names of what is in them. */
const PARTS = new Map<string, string[]>();
for (const key of Object.keys(KEYS)) {
  const [outer = "", inner] = key.split(".");
  if (inner !== undefined) PARTS.set(outer, [...(PARTS.get(outer) ?? []), inner]);
}

function readParts(outer: string, known: string[], written: unknown, values: Map<ConfigKey, unknown>): Problem[] {
  if (!isObject(written)) return checkShape({ type: "object" }, written, outer);
  return Object.entries(written).flatMap(([inner, item]) => {
    const key = `${outer}.${inner}`;
    if (!isKey(key)) return [unknownKey(inner, known, written, outer)];
    values.set(key, item);
    return [];
  });
}

function nothing(problems: Problem[]): Settings {
  return { values: new Map(), problems, locate: (problem) => problem };
}

function isKey(key: string): key is ConfigKey {
  return Object.hasOwn(KEYS, key);
}

function noSetting(key: string, written: object): Problem {
  const names = [...new Set(Object.keys(KEYS).map((name) => name.replace(/\..*/, "")))];
  const [outer, inner] = isKey(key) ? key.split(".") : [];
  return {
    ...unknownKey(key, names, written, ""),
    message: `${quoted(key)} is no setting`,
    ...(inner !== undefined && { hint: `write "${outer}": { "${inner}": … }` }),
  };
}
