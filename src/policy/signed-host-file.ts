import { type HostFile, hostFileAt, isWholeHostDirectory } from "./host-files.ts";
import type { StepScope } from "./situation.ts";

/**
 * Whether a step's `files` name this file, which a host loads, by its literal path: a glob or a directory does not
 * show a reviewer that it is meant. The path is relative to the project.
 */
export function isSignedHostFile(path: string, file: HostFile, { files = [], alsoFiles = [] }: FilesOfStep): boolean {
  return !isWholeHostDirectory(path, file) && [...files, ...alsoFiles].some((named) => literalPath(named) === path);
}

/** Whether a step's `files` name a file in this directory by its literal path. */
export function isDirectoryOfSigned(path: string, { files = [], alsoFiles = [] }: FilesOfStep): boolean {
  return [...files, ...alsoFiles].some((named) => literalPath(named)?.startsWith(`${path}/`));
}

/** For the review: each file that a step names and a host would load, with the programs that load it. */
export function hostFileWarnings({ files = [] }: FilesOfStep): string[] {
  return files.flatMap((glob) => {
    const path = literalPath(glob);
    const file = path === undefined ? undefined : hostFileAt(path);
    if (path === undefined || file === undefined || file.isNeverAllowed || isWholeHostDirectory(path, file)) return [];
    return [`${path}: ${file.host} would load it as ${file.loads}`];
  });
}

type FilesOfStep = Pick<StepScope, "files" | "alsoFiles">;

/** A glob for exactly one path; undefined for any other. */
export function literalPath(glob: string): string | undefined {
  if (/[*?[\]{}()!+@|\\]/.test(glob) || glob.endsWith("/")) return undefined;
  return glob.replace(/^(?:\.\/+)+/, "");
}
