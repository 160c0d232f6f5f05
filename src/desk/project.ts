import { existsSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** The nearest directory with `.pi` up to the git root, else the git root, else the directory itself. */
export function findProject(from: string): string {
  if (!statSync(from, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${from} is not a directory.`);
  const start = realpathSync(resolve(from));
  for (let directory = start; ; directory = dirname(directory)) {
    // The `.pi` of the home directory is pi's own, not a project's.
    const isProject = directory === start || directory !== homedir();
    if (isProject && existsSync(join(directory, ".pi"))) return directory;
    if (existsSync(join(directory, ".git"))) return directory;
    if (dirname(directory) === directory) return start;
  }
}
