import { existsSync, readFileSync } from "node:fs";
import { isObject } from "../plan/check-shape.ts";
import type { ConfigKey } from "./config/keys.ts";
import { readJsonFile } from "./config/read-json-file.ts";
import { no, type Outcome, yes } from "./outcome.ts";
import { replaceFile } from "./replace-file.ts";

/** Writes one setting into a user's file, and keeps the rest of it. Only for an act of a person. */
export function writeSetting(file: string, key: ConfigKey, value: boolean): Outcome<void> {
  const read = readJsonFile(file);
  const before = read === undefined ? {} : read.value;
  if (!isObject(before) || (read?.problems ?? []).length > 0) {
    return no("wrong_configuration", `${file} has an error, so Countersign does not change it.`, {
      hint: `Correct it, and set "${key}" to ${value} there.`,
    });
  }
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const indent = /^[{\s]*\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
  replaceFile(file, `${JSON.stringify({ ...before, [key]: value }, null, indent)}\n`);
  return yes(undefined);
}
