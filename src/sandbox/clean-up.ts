import { cpSync, lstatSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Layout } from "./mounts.ts";
import type { StandIn } from "./stand-in.ts";

/** Removes the stand-ins for missing paths and the protected paths that a command created. Returns the latter. */
export function cleanUp(standIns: readonly StandIn[], { swept, moved }: Pick<Layout, "swept" | "moved">): string[] {
  for (const standIn of standIns) standIn.release();
  const trespassed = made(swept);
  for (const path of trespassed) rmSync(path, { recursive: true, force: true });
  return [...trespassed, ...made(moved).map((path) => `${path} (kept in ${movedOut(path)})`)];
}

function made(paths: readonly string[]): string[] {
  return [...new Set(paths.filter((path) => statOf(path) !== undefined).map(firstLink))];
}

/**
 * The first link on the way to a path, if there is one. When the sandbox was laid out there was none, so the command made
 * the link, but not its target, which may be any file of the user's.
 */
function firstLink(path: string): string {
  const links: string[] = [];
  for (let at = path; at !== dirname(at); at = dirname(at)) if (statOf(at)?.isSymbolicLink()) links.push(at);
  return links.at(-1) ?? path;
}

function statOf(path: string) {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** The directory outside of the project in which it is now. */
function movedOut(path: string): string {
  const directory = mkdtempSync(join(tmpdir(), "countersign-moved-"));
  const target = join(directory, basename(path));
  try {
    renameSync(path, target);
  } catch {
    // Another file system.
    cpSync(path, target, { recursive: true, verbatimSymlinks: true, filter: isKept });
    rmSync(path, { recursive: true, force: true });
  }
  return directory;
}

/** No file with holes in it that would fill the disk, and none that cannot be copied, as a pipe. */
const LARGEST = 100_000_000;

function isKept(path: string): boolean {
  const found = statOf(path);
  if (found?.isFile()) return found.size <= LARGEST;
  return found?.isDirectory() === true || found?.isSymbolicLink() === true;
}
