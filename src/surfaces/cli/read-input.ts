import { readFileSync } from "node:fs";
import type { CliError } from "./reply.ts";

/** A file's text, or standard input for `-`. */
export function readInput(file: string): { ok: true; value: string } | { ok: false; refusal: CliError } {
  try {
    return { ok: true, value: readFileSync(file === "-" ? 0 : file, "utf8") };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "it is a directory" : message;
    return { ok: false, refusal: { kind: "unreadable_input", message: `${file} cannot be read: ${why}.` } };
  }
}
