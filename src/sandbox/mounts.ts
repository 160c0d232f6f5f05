import { existsSync, lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SandboxProfile } from "./profile.ts";
import type { SocketPlaces } from "./socket-places.ts";
import { isStandIn } from "./stand-in.ts";
import { isWithin } from "./within.ts";

/** What is mounted at a path instead of a read-only view of the machine. */
export type Mount =
  /** The machine's own, read-only. */
  | { is: "shown"; path: string }
  /** The machine's own, writable. */
  | { is: "open"; path: string }
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
export function layOut(profile: SandboxProfile, sockets: SocketPlaces): Layout {
  const wanted = new Map<string, Mount>();
  const put = (mount: Mount) => wanted.set(mount.path, mount);
  const temps = [...new Set(TEMPS.filter((path) => existsSync(path)).map((path) => realpathSync.native(path)))];
  for (const path of temps) put({ is: "temp", path });
  for (const path of [...sockets.directories, ...sockets.files, ...profile.hidden]) put(emptied(path));
  for (const { path, target } of sockets.links) put({ is: "link", path, target });
  for (const path of [...sockets.kept, ...profile.visible]) put({ is: "shown", path });
  for (const path of profile.writable) put({ is: "open", path });
  const missing = profile.protected.filter(({ path }) => kindOf(path) === "missing");
  const existing = profile.protected.filter(({ path }) => kindOf(path) !== "missing");
  const held = missing.filter(({ whenMissing }) => whenMissing === "hold").map(({ path }) => path);
  for (const path of [...pins(profile), ...profile.writable]) put({ is: "open", path });
  for (const { path } of existing) put({ is: "shown", path });
  const secrets = profile.secret.map(topmostMissing);
  for (const path of [...held, ...secrets]) put(emptied(path));
  wanted.delete("/");

  const mounts = withoutIdle([...wanted.values()].sort((a, b) => depth(a.path) - depth(b.path)));
  const made = (path: string) => mounts.some((mount) => mount.path === path) && kindOf(path) === "missing";
  const afterwards = (how: "sweep" | "move") =>
    missing
      .filter(({ whenMissing }) => whenMissing === how)
      .map(({ path }) => withoutLinks(path))
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
function pins({ writable, protected: guarded, secret, hidden }: SandboxProfile): string[] {
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
  const kept: Mount[] = [];
  for (const mount of sorted) {
    const around = kept.findLast(({ path }) => isWithin(mount.path, path))?.is ?? "shown";
    if (isNeeded(mount, around)) kept.push(mount);
  }
  return kept;
}

function isNeeded(mount: Mount, around: Mount["is"]): boolean {
  const isBare = around === "temp" || around === "empty-directory";
  switch (mount.is) {
    case "shown":
      return isBare || around === "open";
    case "open":
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

function emptied(path: string): Mount {
  return { is: kindOf(path) === "other" ? "empty-file" : "empty-directory", path };
}

/** The topmost missing directory of a missing path: a command that can create it can create the whole path. */
function topmostMissing(path: string): string {
  const above = dirname(path);
  return kindOf(path) === "missing" && kindOf(above) === "missing" ? topmostMissing(above) : path;
}

/** Where a path that is missing would be made: a link of the user's may lead there. */
function withoutLinks(path: string): string {
  const above = dirname(path);
  return join(existsSync(above) ? realpathSync.native(above) : withoutLinks(above), basename(path));
}

function kindOf(path: string): "missing" | "directory" | "other" {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || isStandIn(path)) return "missing";
  return found.isDirectory() ? "directory" : "other";
}

function depth(path: string): number {
  return join(path)
    .split("/")
    .filter((part) => part !== "").length;
}
