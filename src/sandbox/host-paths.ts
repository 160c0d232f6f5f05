import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { HOST_PATHS, hostFileAt } from "../policy/host-files.ts";
import { isSignedHostFile, literalPath } from "../policy/signed-host-file.ts";
import { isWithin } from "./within.ts";

interface SignedFiles {
  /** The globs of the step. */
  files?: readonly string[] | undefined;
  /** The globs of all steps of the plan: a file that another running step may make is not removed. */
  filesOfPlan?: readonly string[] | undefined;
}

/** The host files below the writable directories: those that exist, and those that a command might make. */
interface HostPaths {
  existing: readonly string[];
  missing: readonly string[];
}

/** More are left to the comparison after the step: a sandbox is made for every command and must be quick. */
const MOST_DIRECTORIES = 100;
const MOST_PATHS = 100;
const SKIPPED = new Set([".git", "node_modules"]);

/** Finds them near the top first. A file that the step names by its literal path is left out, and so are its directories. */
export function findHostPaths(project: string, writable: readonly string[], signed: SignedFiles): HostPaths {
  const files = signed.files ?? [];
  const literals = [...files, ...(signed.filesOfPlan ?? [])].flatMap((glob) => literalPath(glob) ?? []);
  const existing: string[] = [];
  const queue = [...writable];
  for (let looked = 0; looked < queue.length && looked < MOST_DIRECTORIES; looked++) {
    const directory = queue[looked] ?? project;
    for (const entry of entriesOf(directory)) {
      const path = `${directory}/${entry.name}`;
      const inProject = path.slice(project.length + 1);
      const file = hostFileAt(inProject);
      // `findProtected` has git's own files.
      if (file?.isNeverAllowed) continue;
      if (file === undefined) {
        if (entry.isDirectory() && !SKIPPED.has(entry.name)) queue.push(path);
      } else if (entry.isDirectory() && files.some((glob) => literalPath(glob)?.startsWith(`${inProject}/`))) {
        queue.push(path);
      } else if (entry.isDirectory() || !isSignedHostFile(inProject, file, { files })) {
        existing.push(...(entry.isSymbolicLink() ? targetIn(project, path) : [path]));
      }
    }
  }
  const missing = writable.flatMap((directory) => HOST_PATHS.map((path) => join(directory, path)));
  const isElsewhere = (path: string) => literals.some((literal) => isWithin(join(project, literal), path));
  return { existing: existing.slice(0, MOST_PATHS), missing: missing.filter((path) => !isElsewhere(path)) };
}

/** Nothing can be mounted over a link; what it leads to can be kept. */
function targetIn(project: string, link: string): string[] {
  try {
    const target = realpathSync.native(link);
    return isWithin(target, project) && target !== project ? [target] : [];
  } catch {
    return [];
  }
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
