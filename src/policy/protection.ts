import { comparablePath, isInside } from "./comparable-path.ts";
import { type HostFile, hostFileAt, hostFileBelow, mayBeHostFile } from "./host-files.ts";
import { holdsProcessFiles, isProcessFile } from "./process-files.ts";
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
  /^(?:plans|plans\.json|\.git|\.pi|config|config\.worktree|config\.lock|commondir|gitdir|attributes|hooks|environ|k?mem|kcore)$/;

// In every project, also in one that does not exist yet.
const EVERYWHERE = [
  [/\/\.pi\/plans(?:\/|$)/, "the plans and their journals"],
  [/\/\.pi\/plans\.json$/, "the configuration of the plans"],
] as const;
