import { realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isWithin } from "./within.ts";

/**
 * The directories a step's globs stand for: each counts as its nearest existing directory, because programs replace
 * files by renaming new ones over them. A path that leads out of the project is not writable, even if it was signed. A glob
 * that excludes files (`!…`) makes nothing writable.
 */
export function writableDirectories(project: string, globs?: readonly string[]): string[] {
  if (globs === undefined || globs.length === 0) return [project];
  const found = new Set(
    globs.filter((glob) => !glob.startsWith("!")).flatMap((glob) => nearestDirectory(project, glob) ?? []),
  );
  return [...found].filter((path) => ![...found].some((other) => other !== path && isWithin(path, other)));
}

function nearestDirectory(project: string, glob: string): string | undefined {
  const parts = glob.split("/");
  const firstPattern = parts.findIndex((part) => /[*?[\]{}()!+@\\]/.test(part));
  const named = parts.slice(0, firstPattern === -1 ? parts.length : firstPattern).join("/");
  const start = resolve(project, named || (glob.startsWith("/") ? "/" : "."));
  for (let path = start; isWithin(path, project); path = dirname(path)) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) continue;
    const real = realpathSync.native(path);
    return isWithin(real, project) ? real : undefined;
  }
  return undefined;
}
