import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { isStandIn } from "./stand-in.ts";
import type { StepFiles } from "./step-files.ts";

/** A directory that another step may write in at the same time, and what a command gets in its place. */
export interface PrivateLayout {
  path: string;
  project: string;
  files: StepFiles;
  entries: readonly PrivateEntry[];
}

/** `own`: a file of the step. `open`: a directory with nothing but files of the step. `shown`: read-only. */
export type PrivateEntry =
  | { is: "own" | "link" | "open"; path: string }
  | { is: "shown"; path: string; isDirectory: boolean }
  | { is: "private"; path: string; entries: readonly PrivateEntry[] };

export interface PrivateLimits {
  /** Each costs a mount. */
  mounts: number;
  /** Of the paths of these mounts: a shell takes 128 KiB as one line, and each path is in it three times. */
  bytes: number;
  entries: number;
}

/** What a step may have when it starts. Its commands may have more: files are made while it runs. */
export const LIMITS_AT_START: PrivateLimits = { mounts: 500, bytes: 20_000, entries: 5_000 };
export const LIMITS_OF_COMMAND: PrivateLimits = { mounts: 700, bytes: 26_000, entries: 20_000 };

/** A directory has more entries than can be kept apart. */
export class TooManyEntries extends Error {
  override name = "TooManyEntries";
  readonly directory: string;

  constructor(directory: string) {
    super(
      `${directory} has too many entries to keep this step's files apart from those of steps beside it. Set max_parallel_steps to 1, or give the steps directories of their own.`,
    );
    this.directory = directory;
  }
}

/** Undefined if all of the directory is the step's own. Throws if there is too much in it. */
export function privateLayout(
  path: string,
  { project, files }: Pick<PrivateLayout, "project" | "files">,
  limits: PrivateLimits,
): PrivateLayout | undefined {
  const used: PrivateLimits = { mounts: 0, bytes: 0, entries: 0 };
  if (files.includesAll(inProject(path))) return undefined;
  return { path, project, files, entries: entriesIn(path) };

  function entriesIn(directory: string): PrivateEntry[] {
    const found = readdirSync(directory, { withFileTypes: true });
    return found.flatMap((entry) => {
      // The replacement character: a name that is no UTF-8 cannot be mounted.
      if (entry.name.includes("\uFFFD")) return [];
      const made = entryOf(join(directory, entry.name), entry);
      if (made !== undefined) count(made);
      return made ?? [];
    });
  }

  function entryOf(at: string, entry: Dirent): PrivateEntry | undefined {
    if (entry.isSymbolicLink()) return { is: "link", path: at };
    if (entry.isDirectory()) {
      if (isStandIn(at)) return undefined;
      if (files.includesAll(inProject(at))) return { is: "open", path: at };
      if (files.reaches(inProject(at))) return { is: "private", path: at, entries: entriesIn(at) };
      return { is: "shown", path: at, isDirectory: true };
    }
    // Sockets of other programs are not there at all.
    if (!entry.isFile() && !entry.isFIFO()) return undefined;
    return entry.isFile() && files.includes(inProject(at))
      ? { is: "own", path: at }
      : { is: "shown", path: at, isDirectory: false };
  }

  function count({ is, path: at }: PrivateEntry): void {
    used.entries += 1;
    if (is === "shown" || is === "open") {
      used.mounts += 1;
      used.bytes += Buffer.byteLength(at);
    }
    const isTooMuch = used.entries > limits.entries || used.mounts > limits.mounts || used.bytes > limits.bytes;
    if (isTooMuch) throw new TooManyEntries(path);
  }

  function inProject(at: string): string {
    return at.slice(project.length + 1);
  }
}
