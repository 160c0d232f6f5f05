import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { HeldDirectory } from "./held-directory.ts";
import { mergeBack } from "./merge-back.ts";
import type { PrivateEntry, PrivateLayout } from "./private-layout.ts";
import { isOfDeadProcess, PROCESS_MARK } from "./process-mark.ts";

/** What we put at a path: a mount point, a directory, or the step's own file or link. */
export type Placed =
  | { is: "mount-point" }
  | { is: "directory"; entries: PlacedEntries }
  | { is: "file"; inode: bigint; written: bigint }
  | { is: "link"; target: string };
export type PlacedEntries = Map<string, Placed>;

/**
 * A directory of our own that a command sees in the place of one that other steps write in at the same time. The step's own
 * files are hard links in it, so that writing into them needs no copy; all else in it is mounted read-only. Programs make
 * new files there and rename them over old ones; when the command has ended, its new, replaced and deleted files are merged
 * back, if they are the step's.
 */
export class PrivateDirectory {
  readonly path: string;
  /** Mounted read-only. */
  readonly shown: string[] = [];
  readonly #layout: PrivateLayout;
  readonly #base: string;
  readonly #placed: PlacedEntries = new Map();

  /** `scratch` is a directory on the file system of the project in which no command can write. */
  constructor(layout: PrivateLayout, scratch: string) {
    this.path = layout.path;
    this.#layout = layout;
    this.#base = join(scratch, `${PROCESS_MARK}-${randomUUID()}`);
    mkdirSync(this.#stage, { recursive: true });
    try {
      this.#makeDirectory(this.path, layout.entries, this.#placed);
    } catch (error) {
      removeTree(this.#base);
      throw error;
    }
  }

  /** What is mounted at its path. */
  get source(): string {
    return join(this.#base, "tree");
  }

  /** Outside of what is mounted: a file in it is no longer exchanged. */
  get #stage(): string {
    return join(this.#base, "stage");
  }

  /** For whatever else is mounted in it. */
  makeMountPoint(path: string, isDirectory: boolean): void {
    const names = path.slice(this.path.length + 1).split("/");
    let entries = this.#placed;
    for (const [index, name] of names.entries()) {
      const found = entries.get(name);
      if (found?.is === "mount-point") return;
      if (index === names.length - 1) {
        if (found === undefined) this.#place(path, entries, name, isDirectory);
        return;
      }
      if (found !== undefined && found.is !== "directory") return;
      if (found === undefined) mkdirSync(this.#at(join(this.path, ...names.slice(0, index + 1))));
      const inner: PlacedEntries = found?.entries ?? new Map();
      entries.set(name, { is: "directory", entries: inner });
      entries = inner;
    }
  }

  /** Merges the step's files back, and removes the directory. Returns paths that were made in it and are not kept. */
  release(): string[] {
    try {
      return mergeBack({ ...this.#layout, placed: this.#placed, source: this.source, stage: this.#stage });
    } finally {
      removeTree(this.#base);
    }
  }

  #at(path: string): string {
    return join(this.source, path.slice(this.path.length));
  }

  #makeDirectory(path: string, entries: readonly PrivateEntry[], placed: PlacedEntries): void {
    mkdirSync(this.#at(path));
    const real = new HeldDirectory(path);
    try {
      chmodSync(this.#at(path), statSync(real.itself).mode & 0o7777);
      for (const entry of entries) this.#makeEntry(real, entry, placed);
    } finally {
      real.close();
    }
  }

  #makeEntry(real: HeldDirectory, entry: PrivateEntry, placed: PlacedEntries): void {
    const { path } = entry;
    const name = basename(path);
    const here = this.#at(path);
    // Another step has deleted it since.
    if (lstatSync(real.at(name), { throwIfNoEntry: false }) === undefined) return;
    switch (entry.is) {
      case "own": {
        if (!links(real.at(name), here)) {
          // Of another user, for example: then it cannot be written by the step either.
          this.#place(path, placed, name, false);
          this.shown.push(path);
          return;
        }
        const { ino, mtimeNs } = lstatSync(here, { bigint: true });
        placed.set(name, { is: "file", inode: ino, written: mtimeNs });
        return;
      }
      case "link": {
        const target = readlinkSync(real.at(name));
        symlinkSync(target, here);
        placed.set(name, { is: "link", target });
        return;
      }
      case "open":
        this.#place(path, placed, name, true);
        return;
      case "shown":
        this.#place(path, placed, name, entry.isDirectory);
        this.shown.push(path);
        return;
      case "private": {
        const inner: PlacedEntries = new Map();
        this.#makeDirectory(path, entry.entries, inner);
        placed.set(name, { is: "directory", entries: inner });
        return;
      }
    }
  }

  #place(path: string, entries: PlacedEntries, name: string, isDirectory: boolean): void {
    if (isDirectory) mkdirSync(this.#at(path));
    else writeFileSync(this.#at(path), "", { flag: "wx" });
    entries.set(name, { is: "mount-point" });
  }
}

/** Removes what processes left that were killed while a command ran. */
export function removeLeftDirectories(scratch: string): void {
  for (const name of namesIn(scratch)) if (isOfDeadProcess(name)) removeTree(join(scratch, name));
}

/** Whether files of a directory can be hard links in the scratch directory. */
export function canLink(directory: string, scratch: string): boolean {
  // Where nothing runs yet, as in a dry run, nothing is made.
  if (!existsSync(dirname(scratch))) return true;
  const tried = join(scratch, `${PROCESS_MARK}-${randomUUID()}`);
  try {
    mkdirSync(tried, { recursive: true });
    writeFileSync(join(tried, "a"), "");
    return statSync(directory).dev === statSync(scratch).dev && links(join(tried, "a"), join(tried, "b"));
  } catch {
    return false;
  } finally {
    removeTree(tried);
  }
}

function links(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/** A command may have taken away its own right to look into a directory. */
function removeTree(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    try {
      openUp(path);
      rmSync(path, { recursive: true, force: true });
    } catch {
      // A process that was killed still writes: the next run removes it.
    }
  }
}

function openUp(path: string): void {
  const directory = new HeldDirectory(path);
  try {
    chmodSync(directory.itself, 0o700);
    for (const entry of readdirSync(directory.itself, { withFileTypes: true }))
      if (entry.isDirectory()) openUp(join(path, entry.name));
  } finally {
    directory.close();
  }
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
