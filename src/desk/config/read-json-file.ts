import type { Problem } from "../../plan/problem.ts";
import { readBounded } from "../read-bounded.ts";
import { readJson } from "./read-json.ts";

/** The content of a settings file, and its problems as a file. */
export interface JsonFile {
  /** The written value; absent if the file cannot be read or parsed. */
  value: unknown;
  problems: Problem[];
  /** Adds line and column to a problem that has a path. */
  locate(problem: Problem): Problem;
}

const LARGEST = 1_000_000;

/** Undefined for a missing file. */
export function readJsonFile(file: string): JsonFile | undefined {
  const bytes = readBounded(file, LARGEST);
  if (bytes === undefined) return undefined;
  if (typeof bytes === "string")
    return unreadable({ kind: "config_unreadable", message: `the settings cannot be read: ${bytes}` });
  const text = bytes.toString("utf8");
  const json = readJson(text);
  if ("error" in json)
    return unreadable({ kind: "config_syntax", message: json.error, ...position(text, json.offset) });
  const locate = (problem: Problem): Problem => {
    const offset = problem.path === undefined ? undefined : json.offsets.get(problem.path);
    return offset === undefined ? problem : { ...problem, ...position(text, offset) };
  };
  return { value: json.value, problems: json.repeated.map(repeatedKey).map(locate), locate };
}

function unreadable(problem: Omit<Problem, "severity">): JsonFile {
  return { value: undefined, problems: [{ severity: "error", ...problem }], locate: (other) => other };
}

function repeatedKey(path: string): Problem {
  const message = `${path} is written more than once`;
  return { severity: "error", kind: "repeated_key", message, path, hint: "keep one of them" };
}

function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").replace("\uFEFF", "").length + 1 };
}
