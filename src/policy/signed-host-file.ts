import { type HostFile, isWholeHostDirectory } from "./host-files.ts";
import type { StepScope } from "./situation.ts";

/**
 * Whether a step's `files` name this file, which a host loads, by its literal path: a glob or a directory shows nobody
 * that it is meant. The path is relative to the project.
 */
export function isSignedHostFile(path: string, file: HostFile, { files = [], alsoFiles = [] }: FilesOfStep): boolean {
  return !isWholeHostDirectory(path, file) && [...files, ...alsoFiles].some((named) => literalPath(named) === path);
}

type FilesOfStep = Pick<StepScope, "files" | "alsoFiles">;

/** A glob that stands for one path only; nothing for every other. */
export function literalPath(glob: string): string | undefined {
  if (/[*?[\]{}()!+@|\\]/.test(glob) || glob.endsWith("/")) return undefined;
  return glob.replace(/^(?:\.\/+)+/, "");
}
