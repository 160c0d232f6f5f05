import {
  type BigIntStats,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { HeldDirectory } from "./held-directory.ts";
import type { Placed, PlacedEntries } from "./private-directory.ts";
import type { StepFiles } from "./step-files.ts";
import { isWithin } from "./within.ts";

interface MergeOptions {
  /** The directory whose place it had. */
  path: string;
  project: string;
  files: StepFiles;
  /** Its entries before the command. */
  placed: PlacedEntries;
  /** What the command wrote in. */
  source: string;
  /** An empty directory beside it, which the command could not reach. */
  stage: string;
}

/**
 * Merges what a command made, replaced and deleted in its private directory into the project: only files and links that are
 * the step's, never through a link, and never a file over a directory or the reverse. What others put in the place of a file
 * since the command began stays. A link never takes the place of a file, and none leads out of the project: the sandbox of another
 * step may be about to mount the file. A process that was killed may live for another moment, so a file is first linked to where
 * that process cannot exchange it. Deletes last: a kill in between loses no file that was renamed. Returns what is not kept.
 */
export function mergeBack(options: MergeOptions): string[] {
  const real = new RealDirectory(options.path);
  try {
    const merge = new Merge(options);
    merge.directory(options.source, real, options.placed);
    merge.deleteGone();
    return merge.unkept;
  } finally {
    real.close();
  }
}

class Merge {
  readonly unkept: string[] = [];
  readonly #options: Pick<MergeOptions, "project" | "files" | "stage">;
  #staged = 0;
  readonly #gone: { was: Placed; directory: string; name: string }[] = [];
  /** The files of the step that the command moved to where they are not kept: they stay where they were. */
  readonly #strayed = new Set<bigint>();
  readonly #unkeptDirectories: string[] = [];

  constructor(options: Pick<MergeOptions, "project" | "files" | "stage">) {
    this.#options = options;
  }

  directory(source: string, into: RealDirectory, before: PlacedEntries): void {
    const here = hold(source);
    try {
      const names = here ? readdirSync(here.itself, { encoding: "buffer" }) : [];
      const present = new Set(names.map((name) => name.toString()));
      for (const name of names) if (here) this.#entry(here, name, into, before);
      for (const [name, was] of before)
        if (here && !present.has(name)) this.#gone.push({ was, directory: into.path, name });
      if (here === undefined) this.unkept.push(into.path);
    } catch {
      // The command took away its own right to look into it.
      this.unkept.push(into.path);
    } finally {
      here?.close();
    }
  }

  deleteGone(): void {
    if (this.#gone.length > 0) for (const path of this.#unkeptDirectories) this.#findStrayed(path);
    for (const { was, directory, name } of this.#gone) {
      const real = new RealDirectory(directory);
      this.#delete(was, real, name);
      real.close();
    }
  }

  #entry(here: HeldDirectory, bytes: Buffer, into: RealDirectory, before: PlacedEntries): void {
    const name = bytes.toString();
    const path = join(into.path, name);
    const was = before.get(name);
    const is = lstatSync(here.at(name), { bigint: true, throwIfNoEntry: false });
    // A name that is no UTF-8 matches no glob.
    if (!Buffer.from(name).equals(bytes)) this.unkept.push(path);
    else if (is === undefined || was?.is === "mount-point") return;
    else if (is.isDirectory()) this.#inner(here, name, into, was, Number(is.mode) & 0o777);
    else if (isUnchanged(was, is, here.at(name))) {
      if (isWritten(was, is) && isReplaced(was, into.open(), name)) this.unkept.push(path);
    } else if (!this.#isOwn(path) || !this.#keep(here.at(name), into, name, was)) {
      this.unkept.push(path);
      this.#strayed.add(is.ino);
    }
  }

  #inner(here: HeldDirectory, name: string, into: RealDirectory, was: Placed | undefined, mode: number): void {
    const path = join(into.path, name);
    if (was !== undefined && was.is !== "directory") this.#delete(was, into, name);
    if (was?.is !== "directory" && !this.#options.files.reaches(this.#inProject(path))) {
      if (isEmpty(here.at(name))) return;
      this.unkept.push(`${path}/`);
      this.#unkeptDirectories.push(join(here.path, name));
      return;
    }
    const inner = new RealDirectory(path, was?.is === "directory" ? undefined : { in: into, mode });
    try {
      // Any other new directory is made for the first file that is kept in it.
      if (this.#options.files.includesAll(this.#inProject(path))) inner.open();
      this.directory(join(here.path, name), inner, was?.is === "directory" ? was.entries : new Map());
    } finally {
      inner.close();
    }
  }

  /**
   * In one go, so that no half file is seen. Fails where a directory or a file of others has its place, or a file that of its
   * directory.
   */
  #keep(from: string, into: RealDirectory, name: string, was: Placed | undefined): boolean {
    this.#staged += 1;
    const safe = join(this.#options.stage, String(this.#staged));
    try {
      linkSync(from, safe);
      const is = lstatSync(safe);
      const real = is.isFile() || is.isSymbolicLink() ? into.open() : undefined;
      if (real === undefined || (is.isSymbolicLink() && !this.#mayLink(safe, real, name))) return false;
      if (isReplaced(was, real, name)) return false;
      // A rename would take the place of a file that is made at this moment.
      if (lstatSync(real.at(name), { throwIfNoEntry: false }) === undefined) linkSync(safe, real.at(name));
      else renameSync(safe, real.at(name));
      return true;
    } catch {
      return false;
    } finally {
      rmSync(safe, { force: true });
    }
  }

  #mayLink(link: string, real: HeldDirectory, name: string): boolean {
    const now = lstatSync(real.at(name), { throwIfNoEntry: false });
    if (now !== undefined && !now.isSymbolicLink()) return false;
    const target = readlinkSync(link);
    return !turnsBack(target) && isWithin(realOrMissing(resolve(real.path, target)), this.#options.project);
  }

  #findStrayed(directory: string): void {
    try {
      for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) this.#strayed.add(lstatSync(join(entry.parentPath, entry.name), { bigint: true }).ino);
    } catch {
      // The command took away its own right to look into it.
    }
  }

  /** Unless the project has another file there by now. */
  #delete(was: Placed, into: RealDirectory, name: string): void {
    const path = join(into.path, name);
    const real = was.is === "mount-point" ? undefined : into.open();
    if (real === undefined) return;
    try {
      if (was.is === "directory") {
        const inner = new RealDirectory(path);
        for (const [one, entry] of was.entries) this.#delete(entry, inner, one);
        inner.close();
        rmdirSync(real.at(name));
      } else if (was.is === "file" && this.#strayed.has(was.inode)) return;
      else if (this.#isOwn(path) && isUnchanged(was, lstatSync(real.at(name), { bigint: true }), real.at(name)))
        unlinkSync(real.at(name));
    } catch {
      // It is gone already, or the directory has other files.
    }
  }

  #isOwn(path: string): boolean {
    return this.#options.files.includes(this.#inProject(path));
  }

  #inProject(path: string): string {
    return path.slice(this.#options.project.length + 1);
  }
}

/** Whether it goes up after a name: where that leads depends on what has the name then, which may become a link. */
function turnsBack(target: string): boolean {
  const names = target.split("/").filter((name) => name !== "" && name !== ".");
  const first = names.findIndex((name) => name !== "..");
  return first !== -1 && names.lastIndexOf("..") > first;
}

/** Where a path leads, as far as it exists. */
function realOrMissing(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realOrMissing(above), basename(path));
  }
}

function isEmpty(directory: string): boolean {
  try {
    return readdirSync(directory).length === 0;
  } catch {
    return false;
  }
}

function isUnchanged(was: Placed | undefined, is: BigIntStats, path: string): boolean {
  if (was?.is === "file") return is.isFile() && is.ino === was.inode;
  return was?.is === "link" && is.isSymbolicLink() && readlinkSync(path) === was.target;
}

/** Whether the command, or another program, wrote into the file while the command ran. */
function isWritten(was: Placed | undefined, is: BigIntStats): boolean {
  return was?.is === "file" && is.mtimeNs !== was.written;
}

/** Whether the project has something there that the command did not see: a person's file, for example. */
function isReplaced(was: Placed | undefined, real: HeldDirectory | undefined, name: string): boolean {
  const now = real && lstatSync(real.at(name), { bigint: true, throwIfNoEntry: false });
  return real !== undefined && now !== undefined && !isUnchanged(was, now, real.at(name));
}

/** A directory of the project, opened when something has to change in it, and made before if it is new. */
class RealDirectory {
  readonly path: string;
  readonly #made: { in: RealDirectory; mode: number } | undefined;
  #held: HeldDirectory | undefined;

  constructor(path: string, made?: { in: RealDirectory; mode: number }) {
    this.path = path;
    this.#made = made;
  }

  /** Undefined where there is no such directory, or a link leads to it. */
  open(): HeldDirectory | undefined {
    if (this.#held === undefined) this.#make();
    this.#held ??= hold(this.path);
    return this.#held;
  }

  #make(): void {
    try {
      const around = this.#made?.in.open();
      if (around) mkdirSync(around.at(basename(this.path)), this.#made?.mode);
    } catch {
      // It was made by another command, or a file has its place.
    }
  }

  close(): void {
    this.#held?.close();
  }
}

function hold(path: string): HeldDirectory | undefined {
  try {
    return new HeldDirectory(path);
  } catch {
    return undefined;
  }
}
