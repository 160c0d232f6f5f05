import { chmodSync, type Dir, lstatSync, mkdirSync, opendirSync, readdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { isOfDeadProcess, PROCESS_MARK } from "./process-mark.ts";

/**
 * An empty directory on the disk at a path that must not be created while a command runs: a mount needs it as its mount
 * point. Several commands, also of several processes, may need the same one. So each puts a mark into it, and while a mark is
 * left the kernel refuses to remove the directory; the process that removes the last mark removes the directory. A mark is a
 * directory, too: git and comparisons of files ignore it.
 */
export class StandIn {
  readonly #path: string;
  readonly #mark: string | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#mark = takePlace(path);
  }

  /** Call it when the command has ended. Files that a process outside the sandbox put into it stay. */
  release(): void {
    if (this.#mark === undefined) return;
    quietly(() => rmdirSync(join(this.#path, this.#mark ?? "")));
    clearOut(this.#path);
  }
}

/** Whether a directory is only a stand-in: it counts as missing when a sandbox is laid out. */
export function isStandIn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  const [mark, ...others] = firstNames(path);
  if (mark === undefined) return (found.mode & 0o1022) === STICKY;
  return [mark, ...others].every((name) => name.startsWith(MARK));
}

/** Marks a stand-in from its creation: no other empty directory needs the sticky bit unless other users can write to it. */
const STICKY = 0o1000;
const MARK = ".countersign-holds-";

let made = 0;

/** The name of the mark; undefined if a real file is there by now, which needs no stand-in. */
function takePlace(path: string): string | undefined {
  made += 1;
  const mark = `${MARK}${PROCESS_MARK}-${made}`;
  for (;;) {
    const wasThere = !does(() => mkdirSync(path, STICKY | 0o755), "EEXIST");
    if (wasThere && !isStandIn(path)) {
      if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return undefined;
      continue;
    }
    // Another process may be removing it.
    if (does(() => mkdirSync(join(path, mark)), "ENOENT")) return mark;
  }
}

/** Removes it if no live process has a mark in it. */
function clearOut(path: string): void {
  const names = namesIn(path) ?? [];
  for (const name of names) if (isLeft(name)) quietly(() => rmdirSync(join(path, name)));
  if (namesIn(path)?.length === 0 && !staysMounted(path)) quietly(() => rmdirSync(path));
  if (names.some((name) => !name.startsWith(MARK))) quietly(() => chmodSync(path, lstatSync(path).mode & 0o777));
}

/**
 * A command that was killed lives for another moment, and could make something where its mount has vanished. It is waited
 * for; if it takes longer, the directory stays, and the next command removes it.
 */
function staysMounted(path: string): boolean {
  for (let rounds = 0; rounds < 60; rounds++) {
    if (!isMounted(path)) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
  return isMounted(path);
}

function isMounted(path: string): boolean {
  // The kernel writes blanks and backslashes in octal.
  const name = path.replace(/[\s\\]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`);
  const needle = ` ${name} `;
  return (namesIn("/proc") ?? [])
    .filter((entry) => /^\d+$/.test(entry))
    .some((entry) => {
      try {
        return readFileSync(`/proc/${entry}/mountinfo`, "utf8").includes(needle);
      } catch {
        return false;
      }
    });
}

function isLeft(name: string): boolean {
  return name.startsWith(MARK) && isOfDeadProcess(name.slice(MARK.length));
}

/** Up to the first that is no mark: directories may be large. */
function firstNames(path: string): string[] {
  const names: string[] = [];
  let directory: Dir;
  try {
    directory = opendirSync(path);
  } catch {
    // A directory that cannot be read was not made by us.
    return ["?"];
  }
  try {
    for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
      names.push(entry.name);
      if (!entry.name.startsWith(MARK)) break;
    }
    return names;
  } finally {
    directory.closeSync();
  }
}

function namesIn(path: string): string[] | undefined {
  try {
    return readdirSync(path);
  } catch {
    return undefined;
  }
}

/** Whether it could be done; `false` for the one reason that is expected. */
function does(act: () => void, expected: string): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === expected) return false;
    throw error;
  }
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // Another command has done it, or still needs it.
  }
}
