import { folded, isInside } from "./folded.ts";
import { type HostFile, hostFileAt, hostFileBelow, mayBeHostFile } from "./host-files.ts";
import { holdsProcessFiles, isProcessFile } from "./process-files.ts";
import type { Facts } from "./situation.ts";

/** Somewhere no tool may write, in any mode; our own directory, and what processes keep to themselves, not even read. */
export interface ProtectedPlace {
  what: string;
  unreadable?: true;
  /** A host loads it, and nothing else speaks against it: a signature for this very path, or a person, allows it. */
  host?: HostFile;
}

/** What is protected here. Paths are given as `World.resolve` gives them. */
export interface Protection {
  placeOf(path: string): ProtectedPlace | undefined;
  /** What somebody would find who looks at everything below this directory, and may not read. */
  secretBelow(directory: string): ProtectedPlace | undefined;
  /**
   * Whether a text, as it is written, could name a protected place or a directory of one: the last name of the place, or
   * a way up, stands in it. Only a link or where one stands leads to a protected place otherwise.
   */
  mayName(text: string): boolean;
  /** What its loss, or something else in its place, would take along or bring. */
  heldBy(path: string): ProtectedPlace | undefined;
}

export const OWN_DIRECTORY: ProtectedPlace = { what: "Countersign's own directory", unreadable: true };

export const PROCESSES: ProtectedPlace = { what: "the environment or the memory of a process", unreadable: true };

const HOLDS_PROTECTED: ProtectedPlace = { what: "a directory of protected files" };

/** The place of a file that a host loads. */
export function loadedPlace(file: HostFile | undefined): ProtectedPlace | undefined {
  if (file === undefined) return undefined;
  if (file.isNeverAllowed) return { what: "the hooks and the configuration of git" };
  return { what: `${file.loads} of ${file.host}`, host: file };
}

const known = new WeakMap<Facts, Protection>();

/** Looked up once for the same facts: every path asks. A host that may have been moved makes them anew. */
export function protectionOf(facts: Facts): Protection {
  const found = known.get(facts) ?? lookUp(facts);
  known.set(facts, found);
  return found;
}

function lookUp(facts: Facts): Protection {
  // They are near each other.
  const world = facts.world.moment?.() ?? facts.world;
  const { project, home } = facts;
  /** A place as it is named and as it is found: either may be a link. */
  const ways = (place: string) => [...new Set([folded(place), folded(world.resolve(place, project))])];
  const inProject = (place: string) => [
    ...new Set([folded(`${project}/${place}`), folded(world.resolve(place, project))]),
  ];
  const homes = ways(facts.countersignHome);
  const directories = [
    [inProject(".pi/plans"), "the plans and their journals"],
    [inProject(".pi/plans.json"), "the configuration of the plans"],
    [ways(facts.userConfig), "the user's own configuration"],
    [ways(beside(facts.userConfig, "discord.json")), "the configuration of the Discord bot"],
    [[...ways(`${home}/.gitconfig`), ...ways(`${home}/.config/git`)], "the user's configuration of git"],
    [(facts.alsoProtected ?? []).flatMap(ways), "a protected place"],
  ] as const;
  const lastNames = new Set([...homes, ...directories.flatMap(([places]) => places)].map(lastName));
  return {
    placeOf(path) {
      const it = folded(path);
      if (homes.some((home) => isInside(it, home))) return OWN_DIRECTORY;
      if (isProcessFile(it)) return PROCESSES;
      const what =
        directories.find(([places]) => places.some((place) => isInside(it, place)))?.[1] ??
        EVERYWHERE.find(([pattern]) => pattern.test(it))?.[1];
      return what === undefined ? loadedPlace(hostFileAt(it)) : { what };
    },
    secretBelow(directory) {
      const it = folded(directory);
      if (homes.some((home) => isInside(home, it))) return OWN_DIRECTORY;
      return holdsProcessFiles(it) ? PROCESSES : undefined;
    },
    mayName: (text) =>
      folded(text.trim())
        .split("/")
        .some((name) => name === ".." || LAST_NAMES.test(name) || lastNames.has(name) || mayBeHostFile(name)),
    heldBy: (path) =>
      /\/\.(?:git|pi)$/.test(folded(path)) ? HOLDS_PROTECTED : loadedPlace(hostFileAt(path) ?? hostFileBelow(path)),
  };
}

function beside(path: string, name: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1) + name;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

// What the names below end with, and the directories that hold them.
const LAST_NAMES =
  /^(?:plans|plans\.json|\.git|\.pi|config|config\.worktree|config\.lock|commondir|gitdir|attributes|hooks|environ|k?mem|kcore)$/;

// In every project, also in one that does not exist yet.
const EVERYWHERE = [
  [/\/\.pi\/plans(?:\/|$)/, "the plans and their journals"],
  [/\/\.pi\/plans\.json$/, "the configuration of the plans"],
] as const;
