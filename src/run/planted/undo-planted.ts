import { randomUUID } from "node:crypto";
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { escapedPath, onDisk } from "./escaped-path.ts";
import type { PlantedFile } from "./look-for-planted.ts";

export interface Undone {
  /** As the end of a sentence. */
  words: string;
  /** The file now, if it is neither restored nor removed. */
  left?: PlantedFile;
}

/** Undoes a planted file, and keeps a copy of it below `aside`. */
export function undoPlanted(
  project: string,
  path: string,
  { before, after, aside }: { before: PlantedFile | undefined; after: PlantedFile; aside: string },
): Undone {
  const place = join(project, path);
  try {
    const directory = escapedPath(realpathSync.native(onDisk(dirname(place)), "buffer"));
    if (directory !== join(realpathSync.native(project), dirname(path))) throw new Error("a link leads elsewhere now");
    keep(place, keptAs(aside, path));
    // An earlier list would repeat the commits that a rebase has picked since.
    const cleaned = before === undefined || after.kind === "todo" ? after.cleaned : undefined;
    if (cleaned !== undefined) {
      const content = { bytes: cleaned, mode: 0o644 };
      replace(place, content.bytes, content.mode);
      const left: PlantedFile = { kind: after.kind, mark: "undone", content, harmful: before?.harmful ?? [] };
      return { words: `these were removed; the file is kept in ${aside}`, left };
    }
    if (before === undefined) {
      rmSync(onDisk(place), { recursive: true, force: true });
      return { words: `it was removed, and is kept in ${aside}` };
    }
    if (before.content === undefined)
      return { words: "it could not be restored: restore it yourself before you use git here" };
    replace(place, before.content.bytes, before.content.mode);
    return { words: `it was restored; the step's version is kept in ${aside}` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { words: `it could not be undone (${reason}): fix it yourself before you use git here` };
  }
}

/** The path of a file outside of the project begins with `../`, which must not lead out of `aside`. */
function keptAs(aside: string, path: string): string {
  return join(aside, path.replaceAll("../", "above/"));
}

/** A new directory for planted files, in the user's own directory, where no agent reads or writes. */
export function asideIn(home: string): string {
  return join(home, "removed", `${new Date().toISOString().replace(/[:.]/g, "-")}-${randomUUID().slice(0, 8)}`);
}

/** A larger file is not copied: a sparse one could fill the disk. */
const LARGEST = 100_000_000;

function keep(from: string, to: string): void {
  mkdirSync(onDisk(dirname(to)), { recursive: true, mode: 0o700 });
  const stats = lstatSync(onDisk(from));
  const note = (text: string) => writeFileSync(onDisk(to), text, { mode: 0o600 });
  if (stats.isSymbolicLink()) note(`a link to ${readlinkSync(onDisk(from))}\n`);
  else if (stats.isFile() && stats.size > LARGEST) note(`a file of ${stats.size} bytes\n`);
  else if (stats.isFile()) copyFileSync(onDisk(from), onDisk(to));
}

/** Replaces any file, also a link, which is not followed. */
function replace(place: string, bytes: Buffer, mode: number): void {
  const beside = onDisk(`${place}.${randomUUID()}`);
  writeFileSync(beside, bytes, { mode, flag: "wx" });
  renameSync(beside, onDisk(place));
}
