import { lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isWithin } from "./within.ts";

/** Paths of sockets through which a command could make another program do what the command may not. */
export interface SocketPlaces {
  /** Hidden as a whole. */
  directories: readonly string[];
  /** Sockets that lie among other things. */
  files: readonly string[];
  /** Files in those directories that have nothing to do with sockets and are needed. */
  kept: readonly string[];
  links: readonly { path: string; target: string }[];
}

const DIRECTORIES = ["/run", "/var/run", "/mnt/wslg"];
/** In `/run` on systems that keep their programs behind a link there. */
const LINKS = ["/run/current-system", "/run/booted-system", "/run/opengl-driver"];

/** Looks them up. `listening` also asks the kernel for those that lie anywhere else. */
export function findSocketPlaces(env: NodeJS.ProcessEnv, { listening }: { listening: boolean }): SocketPlaces {
  const directories = [...new Set([...DIRECTORIES, env["XDG_RUNTIME_DIR"] ?? ""].flatMap(realDirectory))];
  const named = [
    env["SSH_AUTH_SOCK"],
    env["DOCKER_HOST"]?.replace(/^unix:\/\//, ""),
    ...(env["DBUS_SESSION_BUS_ADDRESS"] ?? "").split(/[;,]/).map((part) => part.replace(/^unix:path=/, "")),
    ...(listening ? socketsOfTheKernel() : []),
  ];
  const files = [...new Set(named.flatMap(realSocket))].filter(
    (path) => !directories.some((directory) => isWithin(path, directory)),
  );
  return { directories, files, kept: resolverFile(directories), links: LINKS.flatMap(link) };
}

/** Names are looked up with what this file says; it is often a link into `/run`. */
function resolverFile(directories: readonly string[]): string[] {
  try {
    const path = realpathSync.native("/etc/resolv.conf");
    return directories.some((directory) => isWithin(path, directory)) ? [path] : [];
  } catch {
    return [];
  }
}

function socketsOfTheKernel(): string[] {
  try {
    const lines = readFileSync("/proc/net/unix", "utf8").split("\n").slice(1);
    return lines.flatMap((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.[1] ?? []);
  } catch {
    return [];
  }
}

function realSocket(path: string | undefined): string[] {
  if (!path?.startsWith("/")) return [];
  try {
    const real = realpathSync.native(path);
    return lstatSync(real).isSocket() && isWithinReach(dirname(real)) ? [real] : [];
  } catch {
    return [];
  }
}

/**
 * Whether a command could reach the path. Not even root's can pass through a closed directory of another user, because root
 * has no special rights in the sandbox. Nor can anything be mounted in it.
 */
function isWithinReach(directory: string): boolean {
  const { uid, mode } = statSync(directory);
  const isOpen = (mode & (uid === process.getuid?.() ? 0o100 : 0o011)) !== 0;
  return isOpen && (dirname(directory) === directory || isWithinReach(dirname(directory)));
}

function realDirectory(path: string): string[] {
  if (!path.startsWith("/")) return [];
  try {
    const real = realpathSync.native(path);
    // A directory that contains everything else is not hidden, also if the environment names it.
    return statSync(real).isDirectory() && dirname(real) !== real ? [real] : [];
  } catch {
    return [];
  }
}

function link(path: string): { path: string; target: string }[] {
  try {
    return [{ path, target: readlinkSync(path) }];
  } catch {
    return [];
  }
}
