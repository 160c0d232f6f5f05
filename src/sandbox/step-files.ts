import { comparablePath, isInside } from "../policy/comparable-path.ts";
import { hostFileAt } from "../policy/host-files.ts";
import { mayMeet, pathPattern, patternBelow } from "../policy/path-pattern.ts";
import { isSignedHostFile, literalPath } from "../policy/signed-host-file.ts";

/** Which files a step may write, by the globs of its `files`. Paths are relative to the project; "" is the project itself. */
export interface StepFiles {
  includes(path: string): boolean;
  /** Whether a file in the directory could be one of them. */
  reaches(directory: string): boolean;
  /** Whether all files in the directory are. */
  includesAll(directory: string): boolean;
}

/** Whether a glob of `files` covers a path. */
export type Matches = (path: string, glob: string) => boolean;

/** `guarded` are never the step's, whichever glob covers them: plans, settings, git's own files. */
export function stepFiles(globs: readonly string[], matches: Matches, guarded: readonly string[]): StepFiles {
  const meant = globs.filter((glob) => !glob.startsWith("!")).map(plain);
  const excluded = globs.filter((glob) => glob.startsWith("!")).map((glob) => plain(glob.slice(1)));
  const patterns = meant.map(pathPattern);
  const exceptions = excluded.map(pathPattern);
  const never = guarded.map(comparablePath);
  const isGuarded = (path: string) => never.some((one) => isInside(comparablePath(path), one));
  return {
    includes(path) {
      if (isGuarded(path)) return false;
      const host = hostFileAt(path);
      if (host && (host.isNeverAllowed || !isSignedHostFile(path, host, { files: globs }))) return false;
      return meant.some((glob) => matches(path, glob)) && !excluded.some((glob) => matches(path, glob));
    },
    reaches(directory) {
      if (isGuarded(directory)) return false;
      const below = patternBelow(directory);
      return patterns.some((pattern) => mayMeet(pattern, below));
    },
    includesAll(directory) {
      if (isGuarded(directory)) return false;
      const below = patternBelow(directory);
      if (exceptions.some((pattern) => mayMeet(pattern, below))) return false;
      return meant.some((glob) => isAllBelow(glob, directory, matches));
    },
  };
}

/** `src/**` is all below `src` and below each directory in it. So is `src`, if that is a directory. */
function isAllBelow(glob: string, directory: string, matches: Matches): boolean {
  if (/^\*\*(?:\/\*)?$/.test(glob)) return true;
  const around = /^(.+?)(?:\/\*\*)+(?:\/\*)?$/.exec(glob)?.[1];
  const literal = literalPath(glob);
  for (let at = directory; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    if (at === literal || (around !== undefined && matches(at, around))) return true;
  }
  return false;
}

function plain(glob: string): string {
  return glob.replace(/^(?:\.\/+)+/, "");
}
