import { lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { defined } from "../plan/defined.ts";

/** The part of a file system that resolving a path needs. */
export interface Files {
  /** Undefined if nothing is there. Throws if it cannot look. */
  look(path: string): { isLink: boolean; identity: string } | undefined;
  target(link: string): string;
  names(directory: string): readonly string[];
  /** Whether there is such a directory, spelled as the system spells it, and not through a link. */
  isStraight?(directory: string): boolean;
  /** Known spellings of directories that are not reached through links: they stay valid while the directories exist. */
  spelled?: Map<string, { identity: string; reached: string }>;
}

// Linux's limit; no system opens a longer path.
const MOST_LINKS = 40;
const LONGEST = 4096;
// More parts than any real path has; links could make the walk endless.
const MOST_PARTS = 500;

/**
 * The target of a path, as the operating system walks it: every link is followed before the `..` after it, a dangling
 * one to where it would create a file, and missing parts are appended as written. `~` has no meaning here.
 * The result is spelled as in the directory, where a file system ignores case or Unicode forms. Missing parts have no
 * spelling yet: code that protects a missing file must compare without case.
 * Throws if the target cannot be determined (too many links, a directory that cannot be read, a link whose target
 * differs by process). The caller must then refuse.
 */
export function resolvePath(path: string, from: string, files: Files = REAL_FILES): string {
  if (path.includes("\0") || from.includes("\0")) throw new Error("A path cannot hold a NUL character.");
  if (path.length > LONGEST) throw new Error(`A path of ${path.length} characters is longer than any system takes.`);
  if (!from.startsWith("/")) throw new Error(`${from} is no absolute directory to start from.`);
  // Nearly every path starts in a directory that no link leads to: one question instead of one for each part.
  const isStraight = !path.startsWith("/") && files.isStraight?.(from) === true;
  const start = isStraight ? spelledOut(from, files) : "";
  // Most words of a command line are a single name, and no file has it.
  if (isStraight && isName(path) && files.look(`${start}/${path}`) === undefined) return `${start}/${path}`;
  const ahead = parts(isStraight || path.startsWith("/") ? path : `${from}/${path}`).reverse();
  let links = 0;
  let steps = 0;
  let reached = start;
  // The number of missing parts at the end of `reached`.
  let missing = 0;
  for (let part = ahead.pop(); part !== undefined; part = ahead.pop()) {
    if (++steps > MOST_PARTS) throw new Error(`${path} leads through too many directories.`);
    if (part === "..") {
      reached = reached.slice(0, Math.max(0, reached.lastIndexOf("/")));
      missing = Math.max(0, missing - 1);
      continue;
    }
    const next = `${reached}/${part}`;
    const seen = missing > 0 ? undefined : files.look(next);
    if (seen === undefined) {
      reached = next;
      missing += 1;
    } else if (!seen.isLink) {
      reached = `${reached}/${spelling(reached, part, () => seen.identity, files)}`;
    } else {
      links += 1;
      if (links > MOST_LINKS) throw new Error(`${path} leads through too many links: name the file itself.`);
      const target = follow(next, files);
      if (target === undefined) {
        if (ahead.length > 0) throw new Error(`${path} leads through an open file: name the directory itself.`);
        return `/dev/fd/${part}`;
      }
      if (target.startsWith("/")) reached = "";
      ahead.push(...parts(target).reverse());
    }
  }
  return reached === "" ? "/" : reached;
}

function isName(path: string): boolean {
  return path !== "" && path !== "." && path !== ".." && !path.includes("/");
}

function parts(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

const OF_A_PROCESS = /^\/proc\/(?:\d+|self|thread-self)(?:\/task\/\d+)?\/(?:(cwd|root)|fd\/(\d+))$/;

/** The target of a link; undefined for an open file without a name, such as a pipe. */
function follow(link: string, files: Files): string | undefined {
  const [special, place, descriptor] = OF_A_PROCESS.exec(link) ?? [];
  if (special === undefined) return files.target(link);
  if (place !== undefined) throw new Error(`${link} leads every process elsewhere: name the directory itself.`);
  // Standard input and output depend on the process that runs the command; other numbers may be files that this
  // process has open.
  const target = Number(descriptor) > 2 ? files.target(link) : "";
  return target.startsWith("/") ? target : undefined;
}

/** A directory that no link leads to, as its parents spell it. */
function spelledOut(directory: string, files: Files): string {
  const known = files.spelled?.get(directory);
  const identity = files.look(directory)?.identity;
  if (known !== undefined && known.identity === identity) return known.reached;
  let reached = "";
  for (const part of parts(directory)) {
    const identity = () => files.look(`${reached}/${part}`)?.identity;
    reached = `${reached}/${spelling(reached, part, identity, files)}`;
  }
  if (files.spelled !== undefined && identity !== undefined) {
    if (files.spelled.size >= 100) files.spelled.clear();
    files.spelled.set(directory, { identity, reached });
  }
  return reached;
}

/** The directory's spelling of a name in it. */
function spelling(directory: string, name: string, identityOf: () => string | undefined, files: Files): string {
  const other = otherSpelling(name);
  if (other === undefined) return name;
  const twin = other === name ? undefined : files.look(`${directory}/${other}`);
  if (other !== name && twin === undefined) return name;
  const identity = identityOf();
  if (twin !== undefined && twin.identity !== identity) return name;
  const names = files.names(directory === "" ? "/" : directory);
  if (names.includes(name)) return name;
  const spelled = names.find(
    (known) => folded(known) === folded(name) && files.look(`${directory}/${known}`)?.identity === identity,
  );
  if (spelled === undefined) throw new Error(`${directory}/${name} is spelled otherwise there: list the directory.`);
  return spelled;
}

/** A spelling that a file system may treat as equal; the name itself if only the directory can tell. */
function otherSpelling(name: string): string | undefined {
  if (!/^[\x20-\x7e]*$/.test(name)) return name;
  const at = name.search(/[A-Za-z]/);
  if (at === -1) return undefined;
  const letter = name.charAt(at);
  const upper = letter.toUpperCase();
  return name.slice(0, at) + (letter === upper ? letter.toLowerCase() : upper) + name.slice(at + 1);
}

function folded(name: string): string {
  return name.normalize("NFKC").toLowerCase().toUpperCase().normalize("NFKC");
}

const REAL_FILES: Files = {
  look(path) {
    try {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats && { isLink: stats.isSymbolicLink(), identity: `${stats.dev}:${stats.ino}` };
    } catch (error) {
      // The path continues after a file as if it were a directory: nothing is there.
      if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
      throw error;
    }
  },
  target: (link) => readlinkSync(link),
  names: (directory) => readdirSync(directory),
  isStraight,
  spelled: new Map(),
};

function isStraight(directory: string): boolean {
  try {
    return realpathSync.native(directory) === directory;
  } catch {
    return false;
  }
}

/** A file system that asks each question once. */
export function lookedAtOnce(): Files {
  return {
    look: once(REAL_FILES.look),
    target: once(REAL_FILES.target),
    names: once(REAL_FILES.names),
    isStraight: once(isStraight),
    // Cached while the directory itself is unchanged, which is checked.
    ...defined({ spelled: REAL_FILES.spelled }),
  };
}

function once<Answer>(ask: (path: string) => Answer): (path: string) => Answer {
  const answers = new Map<string, Answer>();
  return (path) => {
    const known = answers.get(path);
    if (known !== undefined || answers.has(path)) return known as Answer;
    const answer = ask(path);
    answers.set(path, answer);
    return answer;
  };
}
