import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { isStandIn } from "./stand-in.ts";
import { isWithin } from "./within.ts";

/** Something an agent's commands never write, although it lies where they may write. */
export interface ProtectedPath {
  path: string;
  /**
   * What keeps it from being made where it does not exist yet. `hold`: something empty and read-only stands there
   * while the command runs. `sweep`: whatever stands there would disturb git, so what was made is taken away afterwards.
   * `move`: what was made is moved out of the project afterwards, and kept, for a person may have made it meanwhile.
   */
  whenMissing: "hold" | "sweep" | "move";
}

/** A protected path is a link: it could be exchanged, and nothing can be mounted over a link. */
export class Unprotectable extends Error {
  override name = "Unprotectable";
}

/** The directories of a repository: what a work tree has for itself, and what all its work trees share. */
export interface GitDirectories {
  gitDir: string;
  commonDir: string;
}

/**
 * Plans, the settings, and all of git: of a repository that the command may change only what makes git run a program,
 * hooks, configuration and attributes. All of `.pi`, because pi loads programs from it.
 */
export function findProtected(project: string, repository?: GitDirectories): ProtectedPath[] {
  const git = join(project, ".git");
  const found = [hold(join(project, ".pi"))];
  if (repository === undefined || kindOf(git) !== "directory") found.push(hold(git));
  if (repository !== undefined) {
    const { gitDir, commonDir } = repository;
    for (const directory of new Set([gitDir, commonDir])) found.push(...gitDirectory(directory));
    found.push(...modulesOf(join(commonDir, "modules")), ...worktreesOf(commonDir));
  }
  found.push(...submodules(project, repository !== undefined), ...hooksElsewhere(project, join(git, "config")));
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
  return directoriesIn(join(git, "worktrees")).flatMap((path) =>
    ["commondir", "gitdir", "config.worktree"].map((name) => ({
      path: join(path, name),
      whenMissing: "sweep" as const,
    })),
  );
}

/** Where a submodule's `.git` points decides whose configuration is read there. */
function submodules(project: string, mayChange: boolean): ProtectedPath[] {
  const paths = [...textOf(join(project, ".gitmodules")).matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)];
  return paths
    .map(([, path = ""]) => join(project, path, ".git"))
    .filter((path) => isWithin(path, project) && kindOf(path) !== "missing")
    .filter((path) => realpathSync.native(path) === path)
    .flatMap((path) => (mayChange && kindOf(path) === "directory" ? gitDirectory(path) : [hold(path)]));
}

/** Hooks that a setting keeps among the project's files; husky's lie one directory above the one it names. */
function hooksElsewhere(project: string, config: string): ProtectedPath[] {
  const paths = [...textOf(config).matchAll(/^\s*hookspath\s*=\s*"?(.+?)"?\s*$/gim)];
  return paths
    .map(([, path = ""]) => resolve(project, path.replace(/^(\.husky)\/.*/, "$1")))
    .filter((path) => isWithin(path, project) && path !== project && kindOf(path) !== "missing")
    .map(hold);
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

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
