import {
  chmodSync,
  type Dir,
  lstatSync,
  mkdirSync,
  opendirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
} from "node:fs";
import { join } from "node:path";

/**
 * An empty directory that stands, on the disk, where nothing may be made while a command runs: what is mounted over it
 * holds only as long as it is there. Several commands may need the same one, also of several processes. So each puts a
 * mark into it, and as long as one mark is left the kernel itself refuses to remove the directory; whoever takes out the
 * last one removes it. A mark is a directory, too: git and those who compare files do not see it.
 */
export class StandIn {
  readonly #path: string;
  readonly #mark: string | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#mark = takePlace(path);
  }

  /** To be called once the command has ended. What somebody has made of it meanwhile, from outside the sandbox, stays. */
  release(): void {
    if (this.#mark === undefined) return;
    quietly(() => rmdirSync(join(this.#path, this.#mark ?? "")));
    clearOut(this.#path);
  }
}

/** Whether a directory is there for this reason alone. Those who lay out a sandbox take it as missing. */
export function isStandIn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  const [mark, ...others] = firstNames(path);
  if (mark === undefined) return (found.mode & 0o1022) === STICKY;
  return [mark, ...others].every((name) => name.startsWith(MARK));
}

/** Tells from the moment it is made who made it: an empty directory that others cannot write to has no use for it. */
const STICKY = 0o1000;
const MARK = ".countersign-holds-";

let made = 0;

/** The name of the mark. Nothing, if something real is there by now: then nobody has to hold the place. */
function takePlace(path: string): string | undefined {
  made += 1;
  const mark = `${MARK}${SELF}-${made}`;
  for (;;) {
    const wasThere = !does(() => mkdirSync(path, STICKY | 0o755), "EEXIST");
    if (wasThere && !isStandIn(path)) {
      if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return undefined;
      continue;
    }
    // Whoever held it before may remove it just now.
    if (does(() => mkdirSync(join(path, mark)), "ENOENT")) return mark;
  }
}

/** Removes it if nobody needs it any more. Marks of processes that were killed count for nothing. */
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

/** This process, so that no other one is taken for it: numbers of processes are given out again, and in every container. */
const SELF = `${namespace()}-${process.pid}-${beganAt(process.pid)}`;

function isLeft(name: string): boolean {
  const [space, pid, began] = name.slice(MARK.length).split("-");
  if (!name.startsWith(MARK) || space !== namespace()) return false;
  return beganAt(Number(pid)) !== began;
}

function namespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
  } catch {
    return "";
  }
}

function beganAt(pid: number): string {
  try {
    // The name of the program, in brackets, may have blanks in it.
    return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

/** Up to the first that is no mark: directories may be large. */
function firstNames(path: string): string[] {
  const names: string[] = [];
  let directory: Dir;
  try {
    directory = opendirSync(path);
  } catch {
    // What cannot be looked at was not made by us.
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
