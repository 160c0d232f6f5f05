import { writeFileSync } from "node:fs";
import type { CliError } from "./reply.ts";

/** Creates a file; never overwrites one. */
export function writeNewFile(path: string, text: string, mode = 0o644): CliError | undefined {
  try {
    writeFileSync(path, text, { flag: "wx", mode });
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" ? `${path} already exists; it was not overwritten.` : message;
    return { kind: "not_written", message: why };
  }
}
