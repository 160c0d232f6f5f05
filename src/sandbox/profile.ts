import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { defined } from "../plan/defined.ts";
import { CREDENTIALS } from "./credentials.ts";
import { findHostPaths } from "./host-paths.ts";
import type { Loopback } from "./loopback.ts";
import { canLink } from "./private-directory.ts";
import {
  LIMITS_AT_START,
  LIMITS_OF_COMMAND,
  type PrivateLayout,
  privateLayout,
  TooManyEntries,
} from "./private-layout.ts";
import { findProtected, type GitDirectories, type ProtectedPath } from "./protected-paths.ts";
import { type Matches, stepFiles } from "./step-files.ts";
import { isWithin } from "./within.ts";

/** What a command may do, whichever system enforces it. All paths are absolute, with links followed. */
export interface SandboxProfile {
  kind: "planning" | "executing";
  cwd: string;
  /** Off: nothing but its own loopback. */
  network: boolean;
  /** With the network off: the loopback that it shares with other commands of its run, instead of one of its own. */
  loopback?: Loopback;
  /** Sockets in the file system through which other programs can be reached: none, or all that are not masked. */
  unixSockets: "none" | "unmasked";
  /** Everything below may be changed; everything else is read-only, but for a private temp directory. */
  writable: readonly string[];
  /** Writable as well: directories in which other steps write at the same time. */
  private?: { layouts: readonly PrivateLayout[]; scratch: string };
  /** Never writable, not even inside `writable`, and whether they exist yet or not. */
  protected: readonly ProtectedPath[];
  /** Not readable: credentials in well-known places. */
  hidden: readonly string[];
  /** Not readable, regardless of the settings: our own key, heads and tokens. */
  secret: readonly string[];
  /** Readable although it lies in a hidden or temp directory: the working directory, and paths that the settings reveal. */
  visible: readonly string[];
}

/** Paths of this machine. */
export interface Surroundings {
  cwd: string;
  /** The user's home directories: by the environment, and by the system. */
  homes: readonly string[];
  /** `COUNTERSIGN_HOME`, and its default. */
  secret: readonly string[];
  network?: boolean;
  loopback?: Loopback;
  /** Hidden paths that the settings make readable; `~` is the user's home. */
  reveal?: readonly string[];
}

/** Look at everything, change nothing. */
export function planningProfile(around: Surroundings): SandboxProfile {
  return { kind: "planning", unixSockets: "none", writable: [], protected: [], ...common(around) };
}

export interface ExecutingSurroundings extends Surroundings {
  project: string;
  /** The globs of a step's `files`; without them the whole project is writable. */
  files?: readonly string[];
  /** The globs of all steps of the plan: a host file that another step may make is not removed. */
  filesOfPlan?: readonly string[];
  /** The repository that the step may change; without it `.git` is read-only. */
  repository?: GitDirectories;
  /** Steps that may run at the same time and have other files, perhaps in the same directories. */
  beside?: StepsBeside;
}

export interface StepsBeside {
  /** The globs of each. */
  files: readonly (readonly string[])[];
  matches: Matches;
  /** For private directories; on the file system of the project, and in it only where no command can write. */
  scratch: string;
}

/** Change the signed files, and nothing else. */
export function executingProfile(around: ExecutingSurroundings): SandboxProfile {
  const project = real(around.project);
  const { repository } = around;
  const ofGit = repository ? [repository.commonDir, repository.gitDir] : [];
  const always = findProtected(project, around);
  const shared = common(around);
  // A link to a credential would be readable in the private directory of the step.
  const guarded = [...always.map(({ path }) => path), ...ofGit, ...shared.hidden, ...shared.secret];
  const { directories, layouts } = separated(project, writableDirectories(project, around.files), around, guarded);
  const { existing, missing } = findHostPaths(project, directories, around);
  const isNew = (path: string) => !always.some((guarded) => isWithin(path, guarded.path));
  const protectedPaths = [
    ...always,
    ...existing.filter(isNew).map((path) => ({ path, whenMissing: "hold" as const })),
    ...missing.filter(isNew).map((path) => ({ path, whenMissing: "move" as const })),
  ];
  const writable = [
    ...directories,
    ...ofGit.filter((path) => !directories.some((other) => isWithin(path, other))),
  ].filter(
    (path, at, all) => all.indexOf(path) === at && !protectedPaths.some((guarded) => isWithin(path, guarded.path)),
  );
  return {
    ...{ kind: "executing", unixSockets: "unmasked", writable, protected: protectedPaths, ...shared },
    ...(layouts.length > 0 && around.beside && { private: { layouts, scratch: around.beside.scratch } }),
  };
}

/** The directories that are opened, and those that other steps write in: of these only what is the step's alone is opened. */
function separated(
  project: string,
  directories: readonly string[],
  { files = [], beside }: Pick<ExecutingSurroundings, "files" | "beside">,
  guarded: readonly string[],
): { directories: string[]; layouts: PrivateLayout[] } {
  const others = beside?.files.flatMap((globs) => writableDirectories(project, globs)) ?? [];
  const linked = beside === undefined ? [] : throughLinks(project, files);
  const shared = directories.filter(
    (path) => !linked.includes(path) && others.some((other) => isWithin(other, path) || isWithin(path, other)),
  );
  if (beside === undefined || shared.length === 0) return { directories: [...directories], layouts: [] };
  const own = ownFiles(project, files, beside.matches, guarded);
  const layouts = shared.flatMap((path) => privateLayout(path, own, LIMITS_OF_COMMAND) ?? []);
  const isPrivate = (path: string) => layouts.some((layout) => layout.path === path);
  return { directories: [...directories.filter((path) => !isPrivate(path)), ...layouts.flatMap(opened)], layouts };
}

/** Why a step's commands cannot be kept apart from others that write in the same directories, if so. */
export function whyInseparable(
  around: Pick<ExecutingSurroundings, "project"> & { files: readonly string[] } & Omit<StepsBeside, "files">,
): string | undefined {
  const project = real(around.project);
  const { files, matches, scratch } = around;
  const directories = writableDirectories(project, files);
  const linked = linkedDirectory(project, files);
  if (linked !== undefined) return `a link leads to ${linked}`;
  try {
    const guarded = findProtected(project, { files }).map(({ path }) => path);
    const own = ownFiles(project, files, matches, guarded);
    const layouts = directories.flatMap((path) => privateLayout(path, own, LIMITS_AT_START) ?? []);
    const isLinkable = layouts.every(({ path }) => canLink(path, scratch));
    return isLinkable ? undefined : "their file system has no hard links to keep them apart with";
  } catch (error) {
    if (!(error instanceof TooManyEntries)) return error instanceof Error ? error.message : String(error);
    const shown = error.directory.slice(project.length + 1) || "it";
    return `${shown} has too many entries to keep them apart`;
  }
}

function ownFiles(project: string, files: readonly string[], matches: Matches, guarded: readonly string[]) {
  const inProject = guarded.filter((path) => isWithin(path, project)).map((path) => path.slice(project.length + 1));
  return { project, files: stepFiles(files, matches, inProject) };
}

function opened({ entries }: Pick<PrivateLayout, "entries">): string[] {
  return entries.flatMap((entry) => (entry.is === "open" ? [entry.path] : entry.is === "private" ? opened(entry) : []));
}

/**
 * The directories a step's globs stand for: each counts as its nearest existing directory, because programs replace
 * files by renaming new ones over them. A path that leads out of the project is not writable, even if it was signed. A glob
 * that excludes files (`!…`) makes nothing writable.
 */
function writableDirectories(project: string, globs?: readonly string[]): string[] {
  if (globs === undefined || globs.length === 0) return [project];
  const found = new Set(
    globs.filter((glob) => !glob.startsWith("!")).flatMap((glob) => nearestDirectory(project, glob) ?? []),
  );
  return [...found].filter((path) => ![...found].some((other) => other !== path && isWithin(path, other)));
}

function nearestDirectory(project: string, glob: string): string | undefined {
  return nearest(project, glob)?.real;
}

/** A directory of the project, as it is really called, that a glob names by a link. */
export function linkedDirectory(project: string, files: readonly string[]): string | undefined {
  const root = real(project);
  return throughLinks(root, files)[0]?.slice(root.length + 1);
}

/** Directories that a glob names by a link. */
function throughLinks(project: string, globs: readonly string[]): string[] {
  return globs
    .flatMap((glob) => nearest(project, glob) ?? [])
    .flatMap(({ named, real }) => (named === real ? [] : [real]));
}

function nearest(project: string, glob: string): { named: string; real: string } | undefined {
  const parts = glob.split("/");
  const firstPattern = parts.findIndex((part) => /[*?[\]{}()!+@\\]/.test(part));
  const named = parts.slice(0, firstPattern === -1 ? parts.length : firstPattern).join("/");
  const start = resolve(project, named || (glob.startsWith("/") ? "/" : "."));
  for (let path = start; isWithin(path, project); path = dirname(path)) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) continue;
    const real = realpathSync.native(path);
    return isWithin(real, project) ? { named: path, real } : undefined;
  }
  return undefined;
}

/** The working directory would have to be hidden from the command that runs in it. */
export class SecretDirectory extends Error {
  override name = "SecretDirectory";
}

function common({ cwd, homes, secret, network = false, loopback, reveal = [] }: Surroundings) {
  const here = real(cwd);
  const secrets = unique(secret.map(real));
  const inside = secrets.find((path) => isWithin(here, path));
  if (inside !== undefined) {
    throw new SecretDirectory(`Nothing runs for an agent inside ${inside}, which holds the key. Change the directory.`);
  }
  const revealed = unique(reveal.flatMap((path) => spell(path, homes))).filter(
    (path) => !secrets.some((hidden) => isWithin(path, hidden)),
  );
  const hidden = unique(homes.flatMap((home) => CREDENTIALS.flatMap(({ path }) => existing(join(home, path))))).filter(
    (path) => !revealed.some((shown) => isWithin(path, shown)),
  );
  const shared = network ? {} : defined({ loopback });
  return { cwd: here, network, ...shared, hidden, secret: secrets, visible: unique([here, ...revealed]) };
}

function spell(path: string, homes: readonly string[]): string[] {
  const spelled = /^~(?:\/|$)/.test(path) ? homes.map((home) => join(home, path.slice(1))) : [path];
  return spelled.filter((one) => isAbsolute(one)).flatMap(existing);
}

/** A missing path cannot be read, and no command can create it on a read-only file system. */
function existing(path: string): string[] {
  return existsSync(path) ? [real(path)] : [];
}

function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}
