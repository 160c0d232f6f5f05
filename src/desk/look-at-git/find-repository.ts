import { dirname } from "node:path";
import type { SeenFiles } from "./while-unchanged.ts";

export interface Repository {
  /** The files of this work tree: HEAD, index. */
  gitDir: string;
  /**
   * The files that all its work trees share: settings, hooks, objects. The same as `gitDir` if there is one work
   * tree.
   */
  commonDir: string;
  /** Undefined for a bare repository, or inside a git directory. */
  workTree?: string;
}

/** Git would find something here that this code does not understand. */
export class NotUnderstood extends Error {}

/**
 * The repository git would use in a directory, searched in git's order: `.git` here, this directory itself, the
 * parent. Throws `NotUnderstood` where git might find another one.
 */
export function findRepository(directory: string, files: SeenFiles): Repository | undefined {
  for (let here = directory; ; here = dirname(here)) {
    const found = repositoryAt(here, files);
    if (found !== undefined) return found;
    if (dirname(here) === here) return undefined;
  }
}

/** The repository whose top is this directory. */
export function repositoryAt(here: string, files: SeenFiles): Repository | undefined {
  const dotGit = `${here}/.git`;
  const stats = files.stat(dotGit);
  if (stats?.isFile()) {
    const found = repositoryIn(besides(here, readLine(dotGit, /^gitdir: (.+)$/s, files)), files);
    if (found === undefined) throw new NotUnderstood(`${dotGit} leads to no repository`);
    return { ...found, workTree: here };
  }
  if (stats !== undefined && !stats.isDirectory()) {
    throw new NotUnderstood(`${dotGit} is neither a file nor a directory`);
  }
  const found = stats && repositoryIn(dotGit, files);
  return found ? { ...found, workTree: here } : repositoryIn(here, files);
}

/** Git requires these three, and does not take the directory for a repository without one of them. */
function repositoryIn(gitDir: string, files: SeenFiles): Repository | undefined {
  const head = `${gitDir}/HEAD`;
  const stats = files.lstat(head);
  if (stats === undefined) return undefined;
  const commonDir = commonDirOf(gitDir, files);
  if (!files.isOpen(`${commonDir}/objects`) || !files.isOpen(`${commonDir}/refs`)) return undefined;
  const text = stats.isSymbolicLink() ? `ref: ${files.readlink(head)}` : readLine(head, /^(.+)$/s, files);
  if (/^ref:[ \t\r\n]*refs\/|^(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-f])/i.test(text)) return { gitDir, commonDir };
  throw new NotUnderstood(`${head} is not understood`);
}

function commonDirOf(gitDir: string, files: SeenFiles): string {
  const file = `${gitDir}/commondir`;
  if (files.lstat(file) === undefined) return gitDir;
  return besides(gitDir, readLine(file, /^(.+)$/s, files));
}

function readLine(file: string, pattern: RegExp, files: SeenFiles): string {
  const bytes = files.read(file, 10_000);
  if (!Buffer.isBuffer(bytes)) throw new NotUnderstood(`${file} cannot be read: ${bytes ?? "it is gone"}`);
  const [, text] = pattern.exec(bytes.toString("utf8").replace(/[\r\n]+$/, "")) ?? [];
  if (text === undefined || /[\0\ufffd]/.test(text)) throw new NotUnderstood(`${file} is not understood`);
  return text;
}

/** Paths are never normalised here: the system follows a link before it goes up. */
function besides(directory: string, path: string): string {
  return path.startsWith("/") ? path : `${directory}/${path}`;
}
