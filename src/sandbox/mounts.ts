import { existsSync, lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { PrivateDirectory } from "./private-directory.ts";
import type { SandboxProfile } from "./profile.ts";
import type { SocketPlaces } from "./socket-places.ts";
import { isStandIn } from "./stand-in.ts";
import { isWithin } from "./within.ts";

/** What is mounted at a path instead of a read-only view of the machine. */
export type Mount =
  /** The machine's own, read-only. `mayVanish`: another step may delete it during the set-up, and then it is not there. */
  | { is: "shown"; path: string; mayVanish?: true }
  /** The machine's own, writable. */
  | { is: "open"; path: string }
  /** A directory of ours, writable, in the place of the machine's own. */
  | { is: "private"; path: string; source: string }
  /** Nothing: what is there cannot be read or written. */
  | { is: "empty-directory" | "empty-file"; path: string }
  /** A link as the machine has it, where its directory is empty. */
  | { is: "link"; path: string; target: string }
  /** Writable, private to the command, and removed afterwards. */
  | { is: "temp"; path: string };

export interface Layout {
  /** A directory before what lies in it. */
  mounts: readonly Mount[];
  /** Do not exist: a stand-in must be there from before the start until the end of the command. */
  held: readonly string[];
  /** Did not exist and must not exist afterwards. */
  swept: readonly string[];
  /** Did not exist; if something is there afterwards it is moved out of the project. */
  moved: readonly string[];
  /** Where temporary files go. */
  temp: string;
}

const TEMPS = ["/tmp", "/var/tmp", "/dev/shm"];

/**
 * Lays a profile out over the file system as it is now. The deeper path is the more special one and wins over the
 * directory it lies in; at the same path the later of the list below wins.
 */
export function layOut(
  profile: SandboxProfile,
  sockets: SocketPlaces,
  privates: readonly Pick<PrivateDirectory, "path" | "source" | "shown">[] = [],
): Layout {
  const kindOf = kindsOnDisk();
  const emptied = (path: string): Mount => ({
    is: kindOf(path) === "other" ? "empty-file" : "empty-directory",
    path,
  });
  const wanted = new Map<string, Mount>();
  const put = (mount: Mount) => wanted.set(mount.path, mount);
  const temps = [...new Set(TEMPS.filter((path) => existsSync(path)).map((path) => realpathSync.native(path)))];
  for (const path of temps) put({ is: "temp", path });
  // Before what is hidden: credentials may lie among them.
  for (const path of privates.flatMap(({ shown }) => shown)) put({ is: "shown", path, mayVanish: true });
  for (const path of [...sockets.directories, ...sockets.files, ...profile.hidden]) put(emptied(path));
  for (const { path, target } of sockets.links) put({ is: "link", path, target });
  for (const path of [...sockets.kept, ...profile.visible]) put({ is: "shown", path });
  for (const { path, source } of privates) put({ is: "private", path, source });
  for (const path of profile.writable) put({ is: "open", path });
  const missing = profile.protected.filter(({ path }) => kindOf(path) === "missing");
  const existing = profile.protected.filter(({ path }) => kindOf(path) !== "missing");
  const held = missing.filter(({ whenMissing }) => whenMissing === "hold").map(({ path }) => path);
  for (const path of [...pins(profile, kindOf), ...profile.writable]) put({ is: "open", path });
  for (const { path } of existing) put({ is: "shown", path });
  const secrets = profile.secret.map((path) => topmostMissing(path, kindOf));
  for (const path of [...held, ...secrets]) put(emptied(path));
  wanted.delete("/");

  const mounts = withoutIdle([...wanted.values()].sort((a, b) => depth(a.path) - depth(b.path)));
  const made = (path: string) => mounts.some((mount) => mount.path === path) && kindOf(path) === "missing";
  const directories = new Map<string, string>();
  const afterwards = (how: "sweep" | "move") =>
    missing
      .filter(({ whenMissing }) => whenMissing === how)
      .map(({ path }) => join(realDirectory(dirname(path), directories), basename(path)))
      .filter((path) => profile.writable.some((root) => isWithin(path, root)));
  return {
    mounts,
    held: [...new Set([...held, ...secrets])].filter(made),
    swept: afterwards("sweep"),
    moved: afterwards("move"),
    temp: temps.find((path) => wanted.get(path)?.is === "temp") ?? "/tmp",
  };
}

/**
 * Directories between a writable one and something in it that must stay as it is. A mount point cannot be renamed; an
 * ordinary directory above it could be moved away, and another put in its place.
 */
function pins({ writable, protected: guarded, secret, hidden }: SandboxProfile, kindOf: KindOf): string[] {
  return [...guarded.map(({ path }) => path), ...secret, ...hidden].flatMap((path) => {
    const root = writable.find((one) => path !== one && isWithin(path, one));
    const between: string[] = [];
    if (root === undefined) return between;
    for (let above = dirname(path); above !== root; above = dirname(above)) between.unshift(above);
    return between.filter((above) => kindOf(above) === "directory");
  });
}

/** Leaves out mounts that the mount around them makes unnecessary. */
function withoutIdle(sorted: readonly Mount[]): Mount[] {
  const kept = new Map<string, Mount>();
  for (const mount of sorted) if (isNeeded(mount, surroundings(mount.path, kept))) kept.set(mount.path, mount);
  return [...kept.values()];
}

/** What a path is mounted in: the nearest of the mounts above it. */
export function surroundings(path: string, mounts: ReadonlyMap<string, Mount>): Mount["is"] {
  for (let above = dirname(path); above !== dirname(above); above = dirname(above)) {
    const mount = mounts.get(above);
    if (mount !== undefined) return mount.is;
  }
  return "shown";
}

function isNeeded(mount: Mount, around: Mount["is"]): boolean {
  const isBare = around === "temp" || around === "empty-directory";
  switch (mount.is) {
    case "shown":
      return isBare || around === "open" || around === "private";
    case "open":
    case "private":
      return true;
    case "empty-directory":
    case "empty-file":
      // A missing path can be created only if the directory around it is writable.
      return around === "open" || (!isBare && existsSync(mount.path));
    case "link":
      return isBare;
    case "temp":
      return around !== "temp";
  }
}

/** The topmost missing directory of a missing path: a command that can create it can create the whole path. */
function topmostMissing(path: string, kindOf: KindOf): string {
  const above = dirname(path);
  return kindOf(path) === "missing" && kindOf(above) === "missing" ? topmostMissing(above, kindOf) : path;
}

/** Where files of a directory, which may be missing, would be made: a link of the user's may lead there. */
function realDirectory(path: string, known: Map<string, string>): string {
  const found =
    known.get(path) ??
    (existsSync(path) ? realpathSync.native(path) : join(realDirectory(dirname(path), known), basename(path)));
  known.set(path, found);
  return found;
}

type KindOf = (path: string) => "missing" | "directory" | "other";

/** Looks once at each path, and at none in a missing directory: a profile has hundreds of paths that are missing. */
function kindsOnDisk(): KindOf {
  const known = new Map<string, ReturnType<KindOf>>([["/", "directory"]]);
  const kindOf: KindOf = (path) => {
    const kind = known.get(path) ?? (kindOf(dirname(path)) === "missing" ? "missing" : look(path));
    known.set(path, kind);
    return kind;
  };
  return kindOf;
}

function look(path: string): ReturnType<KindOf> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || isStandIn(path)) return "missing";
  return found.isDirectory() ? "directory" : "other";
}

function depth(path: string): number {
  return join(path)
    .split("/")
    .filter((part) => part !== "").length;
}
