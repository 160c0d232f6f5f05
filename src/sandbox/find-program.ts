import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { isWithin } from "./within.ts";

/** The directories of a PATH that no process with write access to the project can fill: absolute, and not in it. */
export function trustedPath(path: string | undefined, project?: string): string[] {
  const root = project === undefined ? undefined : real(project);
  const directories = (path ?? "").split(":").filter((directory) => isAbsolute(directory));
  return [...new Set(directories)].filter((directory) => root === undefined || !isWithin(real(directory), root));
}

/** A program by its name, from the system's own directories first. */
export function findProgram(name: string, path: string | undefined, project?: string): string | undefined {
  const directories = ["/usr/bin", "/bin", "/usr/local/bin", ...trustedPath(path, project)];
  return directories.map((directory) => join(directory, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
