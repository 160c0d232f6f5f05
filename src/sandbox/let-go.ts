import { cpSync, lstatSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Layout } from "./mounts.ts";
import type { StandIn } from "./stand-in.ts";

/** Removes what stood for missing paths while a command ran, and what it made where nothing may be. Tells the latter. */
export function letGo(standIns: readonly StandIn[], { swept, moved }: Pick<Layout, "swept" | "moved">): string[] {
  for (const standIn of standIns) standIn.release();
  const trespassed = swept.filter(isThere);
  for (const path of trespassed) rmSync(path, { recursive: true, force: true });
  return [...trespassed, ...moved.filter(isThere).map((path) => `${path} (kept in ${movedOut(path)})`)];
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The directory outside of the project in which it is now. */
function movedOut(path: string): string {
  const directory = mkdtempSync(join(tmpdir(), "countersign-moved-"));
  const target = join(directory, basename(path));
  try {
    renameSync(path, target);
  } catch {
    // Another file system.
    cpSync(path, target, { recursive: true, verbatimSymlinks: true });
    rmSync(path, { recursive: true, force: true });
  }
  return directory;
}
