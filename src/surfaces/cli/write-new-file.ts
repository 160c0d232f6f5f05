import { writeFileSync } from "node:fs";
import type { CliError } from "./reply.ts";

/** Writes a file that is not there yet; what is there is never overwritten. */
export function writeNewFile(path: string, text: string, mode = 0o644): CliError | undefined {
  try {
    writeFileSync(path, text, { flag: "wx", mode });
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" ? `${path} is there already; nothing was overwritten.` : message;
    return { kind: "not_written", message: why };
  }
}
