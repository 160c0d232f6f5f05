import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { literalPath } from "../policy/signed-host-file.ts";
import { isStandIn } from "./stand-in.ts";
import { isWithin } from "./within.ts";

/** A path that an agent's commands never write, although it lies in a writable directory. */
export interface ProtectedPath {
  path: string;
  /**
   * How a missing path is protected. `hold`: an empty read-only stand-in is there while the command runs. `sweep`: a
   * stand-in would disturb git, so a path that was created is removed afterwards. `move`: a path that was created is moved
   * out of the project afterwards and kept, because a person may have created it at the same time.
   */
  whenMissing: "hold" | "sweep" | "move";
}

/** A protected path is a link: it could be exchanged, and nothing can be mounted over a link. */
export class Unprotectable extends Error {
  override name = "Unprotectable";
}

/** The directories of a repository: that of the work tree, and the one that all its work trees share. */
export interface GitDirectories {
  gitDir: string;
  commonDir: string;
}

/**
 * Plans, the settings, and all of git; in a repository that the command may change, only the files that make git run a
 * program: hooks, configuration and attributes. All of `.pi`, because pi loads programs from it.
 */
export function findProtected(
  project: string,
  { repository, files = [] }: { repository?: GitDirectories | undefined; files?: readonly string[] | undefined } = {},
): ProtectedPath[] {
  const git = join(project, ".git");
  const found = [hold(join(project, ".pi"))];
  if (repository === undefined || kindOf(git) !== "directory") found.push(hold(git));
  if (repository !== undefined) {
    const { gitDir, commonDir } = repository;
    for (const directory of new Set([gitDir, commonDir]))
      found.push(...gitDirectory(directory), ...modulesOf(join(directory, "modules")));
    found.push(...worktreesOf(commonDir));
  }
  found.push(...submodules(project, repository !== undefined), ...hooksElsewhere(project, files));
  const link = found.find(({ path }) => kindOf(path) === "link");
  if (link === undefined) return found;
  throw new Unprotectable(
    `${link.path} is a link, so nothing can keep a command from exchanging it. Put the real thing in its place.`,
  );
}

function gitDirectory(git: string): ProtectedPath[] {
  return [
    hold(join(git, "config")),
    hold(join(git, "hooks")),
    // Both would make git read its configuration elsewhere, and git chokes on an empty one.
    { path: join(git, "commondir"), whenMissing: "sweep" },
    { path: join(git, "config.worktree"), whenMissing: "sweep" },
    { path: join(git, "info", "attributes"), whenMissing: "sweep" },
  ];
}

/** Repositories of submodules: directories with a HEAD, at any depth, because a submodule's name may have slashes. */
function modulesOf(directory: string, depth = 0): ProtectedPath[] {
  if (depth > 8) return [];
  return directoriesIn(directory).flatMap((path) =>
    kindOf(join(path, "HEAD")) === "missing"
      ? modulesOf(path, depth + 1)
      : [...gitDirectory(path), ...modulesOf(join(path, "modules"), depth + 1)],
  );
}

function worktreesOf(git: string): ProtectedPath[] {
  return directoriesIn(join(git, "worktrees")).flatMap((path) => [
    ...["commondir", "gitdir", "config.worktree"].map((name) => ({
      path: join(path, name),
      whenMissing: "sweep" as const,
    })),
    ...modulesOf(join(path, "modules")),
  ]);
}

/** The target of a submodule's `.git` decides which configuration git reads there. */
function submodules(project: string, mayChange: boolean): ProtectedPath[] {
  const paths = [...textOf(join(project, ".gitmodules")).matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)];
  return paths
    .map(([, path = ""]) => join(project, path, ".git"))
    .filter((path) => isWithin(path, project) && kindOf(path) !== "missing")
    .filter((path) => realpathSync.native(path) === path)
    .flatMap((path) => (mayChange && kindOf(path) === "directory" ? gitDirectory(path) : [hold(path)]));
}

/**
 * Hooks that a setting keeps among the project's files; husky's lie one directory above the one it names. A hook that the
 * step names by its literal path is left out: then each of the others is protected by itself.
 */
function hooksElsewhere(project: string, files: readonly string[]): ProtectedPath[] {
  const { top, settings } = settingsAround(project);
  const signed = files.flatMap((glob) => literalPath(glob) ?? []).map((path) => join(project, path));
  const paths = settings.flatMap((file) => [...textOf(file).matchAll(/^\s*hookspath\s*=\s*"?(.+?)"?\s*$/gim)]);
  return paths
    .map(([, path = ""]) => resolve(top, path.replace(/^(\.husky)\/.*/, "$1")))
    .filter((path) => isWithin(path, project) && path !== project && kindOf(path) !== "missing")
    .flatMap((path) =>
      signed.some((file) => file !== path && isWithin(file, path))
        ? namesIn(path).filter((one) => !signed.includes(one))
        : [path],
    )
    .map(hold);
}

/**
 * The settings that git reads in the project, and the directory that paths in them start from. The target of `.git` is not
 * verified: a wrong one can only add protected paths.
 */
function settingsAround(project: string): { top: string; settings: string[] } {
  for (let top = project; ; top = dirname(top)) {
    const git = join(top, ".git");
    const kind = kindOf(git);
    if (kind !== "missing") {
      const gitDir =
        kind === "file"
          ? resolve(
              top,
              textOf(git)
                .replace(/^gitdir: /, "")
                .trimEnd(),
            )
          : git;
      const commonDir = resolve(gitDir, textOf(join(gitDir, "commondir")).trimEnd());
      return { top, settings: [join(commonDir, "config"), join(gitDir, "config.worktree")] };
    }
    if (top === dirname(top)) return { top, settings: [] };
  }
}

function hold(path: string): ProtectedPath {
  return { path, whenMissing: "hold" };
}

function kindOf(path: string): "missing" | "link" | "directory" | "file" {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || isStandIn(path)) return "missing";
  return found.isSymbolicLink() ? "link" : found.isDirectory() ? "directory" : "file";
}

function directoriesIn(directory: string): string[] {
  if (kindOf(directory) !== "directory") return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(directory, entry.name));
}

function namesIn(directory: string): string[] {
  return kindOf(directory) === "directory" ? readdirSync(directory).map((name) => join(directory, name)) : [];
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
