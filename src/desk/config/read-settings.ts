import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { checkShape, isObject, unknownKey } from "../../plan/check-shape.ts";
import type { Problem } from "../../plan/problem.ts";
import { quoted } from "../../plan/quoted.ts";
import { type ConfigKey, KEYS } from "./keys.ts";
import { type JsonText, readJson } from "./read-json.ts";

/** What one file says, and what is wrong with it as a file. Values are still as they were written. */
export interface Settings {
  values: Map<ConfigKey, unknown>;
  problems: Problem[];
  /** Adds line and column to a problem that has a path. */
  locate(problem: Problem): Problem;
}

const LARGEST = 1_000_000;

/** A file that is missing says nothing; one that cannot be read or parsed says nothing either, but is a problem. */
export function readSettings(file: string): Settings {
  const text = readText(file);
  if (text === undefined) return nothing([]);
  if (typeof text !== "string") return nothing([text]);
  const json = readJson(text);
  if ("error" in json) {
    return nothing([{ severity: "error", kind: "config_syntax", message: json.error, ...position(text, json.offset) }]);
  }
  return settings(text, json);
}

function settings(text: string, { value, offsets, repeated }: JsonText): Settings {
  const locate = (problem: Problem): Problem => {
    const offset = problem.path === undefined ? undefined : offsets.get(problem.path);
    return offset === undefined ? problem : { ...problem, ...position(text, offset) };
  };
  if (!isObject(value)) return nothing(checkShape({ type: "object" }, value));
  const values = new Map<ConfigKey, unknown>();
  const problems = repeated.map(repeatedKey);
  for (const [key, item] of Object.entries(value)) {
    if (isKey(key)) values.set(key, item);
    else if (key !== "$schema") problems.push(noSetting(key, value));
  }
  return { values, problems: problems.map(locate), locate };
}

function nothing(problems: Problem[]): Settings {
  return { values: new Map(), problems, locate: (problem) => problem };
}

function isKey(key: string): key is ConfigKey {
  return Object.hasOwn(KEYS, key);
}

function noSetting(key: string, written: object): Problem {
  return { ...unknownKey(key, Object.keys(KEYS), written, ""), message: `${quoted(key)} is no setting` };
}

function repeatedKey(path: string): Problem {
  const message = `${path} is written more than once`;
  return { severity: "error", kind: "repeated_key", message, path, hint: "keep one of them" };
}

/** Bounded, and never waiting: the file of a cloned project may be a link to a device or a pipe. */
function readText(file: string): string | Problem | undefined {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!fstatSync(descriptor).isFile()) return unreadable("it is not a file");
      const buffer = Buffer.alloc(Math.min(fstatSync(descriptor).size, LARGEST) + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length < buffer.length; length += read) {
        read = readSync(descriptor, buffer, length, buffer.length - length, null);
      }
      return length > LARGEST ? unreadable("it is larger than 1 MB") : buffer.toString("utf8", 0, length);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "") throw error;
    return unreadable(`the system says ${code}`);
  }
}

function unreadable(reason: string): Problem {
  return { severity: "error", kind: "config_unreadable", message: `the settings cannot be read: ${reason}` };
}

function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").replace("\uFEFF", "").length + 1 };
}
