import { comparablePath, isInside } from "./comparable-path.ts";
import { type HostFile, hostFileAt, hostFileBelow, mayBeHostFile } from "./host-files.ts";
import { holdsProcessFiles, isProcessFile } from "./process-files.ts";
import type { Asks } from "./shell/writes.ts";
import type { Facts } from "./situation.ts";

/**
 * A path that no tool may write, in any mode; Countersign's own directory and files of processes may not even be
 * read.
 */
export interface ProtectedPlace {
  what: string;
  unreadable?: true;
  /** Only a host that loads it is the reason: a signature for this exact path, or a person, allows it. */
  host?: HostFile;
  /** A person may allow it each time, and no signature does: why a person is asked. */
  asks?: string;
}

/** The protected paths. Paths are given as `World.resolve` returns them. */
export interface Protection {
  placeOf(path: string): ProtectedPlace | undefined;
  /** The unreadable path that a search below this directory would find. */
  secretBelow(directory: string): ProtectedPlace | undefined;
  /**
   * Whether a text, as written, could name a protected path or a parent of one: it contains the last name of the
   * path, or `..`. Otherwise only a link or the working directory leads to a protected path.
   */
  mayName(text: string): boolean;
  /** The protected path that replacing or removing this one would affect. */
  heldBy(path: string): ProtectedPlace | undefined;
}

export const OWN_DIRECTORY: ProtectedPlace = { what: "Countersign's own directory", unreadable: true };

export const PROCESSES: ProtectedPlace = { what: "the environment or the memory of a process", unreadable: true };

/** What a command may do to the person's programs although it names no protected path. */
export const ASKED: Readonly<Record<Asks, ProtectedPlace>> = {
  program: asked("the program it runs is unknown before it runs, and may write files that hosts load"),
  keyboard: asked("it can type into a terminal, show text there, or take over a program in which a person signs"),
  settings: asked("it changes settings from which the user's programs run code"),
  tree: asked("it copies a directory that the line does not name, and Countersign's key may be in it"),
  contents: asked("it writes files that the line does not name, and hosts may load some of them"),
};

function asked(asks: string): ProtectedPlace {
  return { what: asks, asks };
}

const HOLDS_PROTECTED: ProtectedPlace = { what: "a directory of protected files" };

/** The protected path for a file that a host loads. */
export function loadedPlace(file: HostFile | undefined): ProtectedPlace | undefined {
  if (file === undefined) return undefined;
  if (file.isNeverAllowed) return { what: "the hooks and the configuration of git" };
  return { what: `${file.loads} of ${file.host}`, host: file };
}

const known = new WeakMap<Facts, Protection>();

/** Computed once for the same facts, because every path asks. A host that may have moved passes new facts. */
export function protectionOf(facts: Facts): Protection {
  const found = known.get(facts) ?? lookUp(facts);
  known.set(facts, found);
  return found;
}

function lookUp(facts: Facts): Protection {
  // They are close together.
  const world = facts.world.moment?.() ?? facts.world;
  const { project, home } = facts;
  /** A path as named and as resolved: either may be a link. */
  const ways = (place: string) => [...new Set([comparablePath(place), comparablePath(world.resolve(place, project))])];
  const inProject = (place: string) => [
    ...new Set([comparablePath(`${project}/${place}`), comparablePath(world.resolve(place, project))]),
  ];
  const homes = ways(facts.countersignHome);
  const directories = [
    [inProject(".pi/plans"), "the plans and their journals"],
    [inProject(".pi/plans.json"), "the configuration of the plans"],
    [ways(facts.userConfig), "the user's own configuration"],
    [ways(beside(facts.userConfig, "discord.json")), "the configuration of the Discord bot"],
    [[...ways(`${home}/.gitconfig`), ...ways(`${home}/.config/git`)], "the user's configuration of git"],
    [ways("/etc/gitconfig"), "the machine's configuration of git"],
    [(facts.alsoProtected ?? []).flatMap(ways), "a protected place"],
  ] as const;
  const lastNames = new Set([...homes, ...directories.flatMap(([places]) => places)].map(lastName));
  return {
    placeOf(path) {
      const it = comparablePath(path);
      if (homes.some((home) => isInside(it, home))) return OWN_DIRECTORY;
      if (isProcessFile(it)) return PROCESSES;
      if (TERMINALS.test(it)) return ASKED.keyboard;
      const what =
        directories.find(([places]) => places.some((place) => isInside(it, place)))?.[1] ??
        EVERYWHERE.find(([pattern]) => pattern.test(it))?.[1];
      return what === undefined ? loadedPlace(hostFileAt(it)) : { what };
    },
    secretBelow(directory) {
      const it = comparablePath(directory);
      if (homes.some((home) => isInside(home, it))) return OWN_DIRECTORY;
      return holdsProcessFiles(it) ? PROCESSES : undefined;
    },
    mayName: (text) =>
      comparablePath(text.trim())
        .split("/")
        .some((name) => name === ".." || LAST_NAMES.test(name) || lastNames.has(name) || mayBeHostFile(name)),
    heldBy: (path) =>
      /\/\.(?:git|pi)$/.test(comparablePath(path))
        ? HOLDS_PROTECTED
        : loadedPlace(hostFileAt(path) ?? hostFileBelow(path)),
  };
}

function beside(path: string, name: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1) + name;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

// The last parts of the names below, and the directories that contain them.
const LAST_NAMES =
  /^(?:pts|input|tty\d*|plans|plans\.json|\.git|\.pi|config|config\.worktree|config\.lock|commondir|gitdir|attributes|hooks|environ|k?mem|kcore)$/;

// Not serial ports, to which boards are connected: `ttyUSB0`.
const TERMINALS = /^\/dev\/(?:pts\/.*|tty\d*|console|vcs[a-z]?\d*|input\/.*|uinput|hidraw\d+)$/;

// In every project, also in one that does not exist yet.
const EVERYWHERE = [
  [/\/\.pi\/plans(?:\/|$)/, "the plans and their journals"],
  [/\/\.pi\/plans\.json$/, "the configuration of the plans"],
] as const;
