import { matchesGlob } from "node:path";

/** Whether a glob of a step's `files` covers a path of the project; `./src/**` is `src/**`. */
export function matchesFiles(path: string, glob: string): boolean {
  return matchesGlob(path, glob.replace(/^(?:\.\/+)+/, ""));
}
