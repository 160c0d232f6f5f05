import { lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";

/** The little that resolving a path asks of a file system. */
export interface Files {
  /** Nothing where there is nothing. Throws where it cannot look. */
  look(path: string): { isLink: boolean; identity: string } | undefined;
  target(link: string): string;
  names(directory: string): readonly string[];
  /** Whether there is such a directory, written as the system itself would, and no link leads to it. */
  isStraight?(directory: string): boolean;
  /** How directories to which no link leads are spelled, as far as that was found out: it stays so while they stay. */
  spelled?: Map<string, { identity: string; reached: string }>;
}

// What Linux allows; beyond it no system opens the file.
const MOST_LINKS = 40;
const LONGEST = 4096;
// No path anybody means has as many; links could make it endless work.
const MOST_PARTS = 500;

/**
 * Where a path leads, as the operating system walks it: every link is followed before the `..` after it, one that dangles
 * to where it would create a file, and what does not exist yet is appended as it is written. `~` means nothing here.
 *
 * The spelling is that of the directory where a file system ignores case or the form of letters. What does not exist has no
 * spelling yet: whoever protects a missing file must compare without case.
 *
 * Throws when nobody can say where the path leads (too many links, a directory that cannot be looked into, a link that
 * leads every process elsewhere). Whoever asks must then refuse.
 */
export function resolvePath(path: string, from: string, files: Files = REAL_FILES): string {
  if (path.includes("\0") || from.includes("\0")) throw new Error("A path cannot hold a NUL character.");
  if (path.length > LONGEST) throw new Error(`A path of ${path.length} characters is longer than any system takes.`);
  if (!from.startsWith("/")) throw new Error(`${from} is no absolute directory to start from.`);
  // Nearly every path starts where no link leads: that is one question instead of one for each part.
  const isStraight = !path.startsWith("/") && files.isStraight?.(from) === true;
  const start = isStraight ? spelledOut(from, files) : "";
  // Most words of a command line are no more than a name, and nothing is called so.
  if (isStraight && isName(path) && files.look(`${start}/${path}`) === undefined) return `${start}/${path}`;
  const ahead = parts(isStraight || path.startsWith("/") ? path : `${from}/${path}`).reverse();
  let links = 0;
  let steps = 0;
  let reached = start;
  // How many parts at the end of `reached` do not exist.
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

/** Where a link leads; nowhere if it is an open file without a name, as a pipe. */
function follow(link: string, files: Files): string | undefined {
  const [special, place, descriptor] = OF_A_PROCESS.exec(link) ?? [];
  if (special === undefined) return files.target(link);
  if (place !== undefined) throw new Error(`${link} leads every process elsewhere: name the directory itself.`);
  // Standard input and output are what whoever runs a command makes of them; other numbers may be files we have open.
  const target = Number(descriptor) > 2 ? files.target(link) : "";
  return target.startsWith("/") ? target : undefined;
}

/** A directory to which no link leads, as the directories above it spell it. */
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

/** How the directory spells a name that it has. */
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

/** A name that only a file system takes for the same one; the name itself if only the directory can tell. */
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
      // Something follows a file as if it were a directory: there is nothing.
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

/** The file system of one moment: each question is asked once. */
export function lookedAtOnce(): Files {
  return {
    look: once(REAL_FILES.look),
    target: once(REAL_FILES.target),
    names: once(REAL_FILES.names),
    isStraight: once(isStraight),
    // Remembered for as long as the directory itself stays, which is asked.
    ...(REAL_FILES.spelled && { spelled: REAL_FILES.spelled }),
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
