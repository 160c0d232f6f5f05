import { lstatSync, realpathSync } from "node:fs";
import { findRepository, NotUnderstood, type Repository } from "../look-at-git/find-repository.ts";
import { type GitSetting, parseGitConfig } from "../look-at-git/parse-git-config.ts";
import { SeenFiles } from "../look-at-git/while-unchanged.ts";
import { readBounded } from "../read-bounded.ts";
import { type HeadRead, RefFiles } from "./ref-files.ts";

/**
 * The commit of HEAD, read from files: starting git takes longer than the rest of a proposal. "unknown" where git
 * might answer differently, or refuse: then ask git. Damage outside HEAD is not noticed (a broken line in
 * `packed-refs`, a value git stops at): every later call of git fails there, so no comparison relies on this answer
 * alone.
 */
export function readHead(project: string): HeadRead {
  try {
    const here = realpathSync.native(project);
    const repository = findRepository(here, new SeenFiles(0));
    if (repository === undefined) return "none";
    if (!isTrustedByGit(here, repository)) return "unknown";
    const digits = idLength(repository);
    return digits === undefined ? "unknown" : new RefFiles(repository, digits).head();
  } catch (error) {
    if (error instanceof NotUnderstood || (error instanceof Error && "code" in error)) return "unknown";
    throw error;
  }
}

/**
 * Git refuses a repository of another user (`safe.directory`), may refuse a bare one, and looks for one neither beyond a
 * ceiling nor on another file system.
 */
function isTrustedByGit(project: string, { workTree, gitDir }: Repository): boolean {
  if (workTree === undefined) return false;
  const [top, dotGit] = [lstatSync(workTree), lstatSync(`${workTree}/.git`)];
  const owner = process.geteuid?.();
  const isOurs = [top, dotGit, lstatSync(gitDir)].every(({ uid }) => uid === owner);
  if (!isOurs || dotGit.isSymbolicLink()) return false;
  if (workTree === project) return true;
  return process.env["GIT_CEILING_DIRECTORIES"] === undefined && lstatSync(project).dev === top.dev;
}

const LARGEST_CONFIG = 100_000;
/** Extensions that every git knows, and that keep references where they are. */
const EXTENSIONS = new Set(
  ["noop", "objectformat", "partialclone", "preciousobjects", "worktreeconfig"].map((name) => `extensions.${name}`),
);
const DIGITS = new Map([
  ["sha1", 40],
  ["sha256", 64],
]);

/**
 * The number of digits of an id. Undefined if git keeps references elsewhere, or might refuse to open the repository.
 */
function idLength({ commonDir }: Repository): number | undefined {
  const bytes = readBounded(`${commonDir}/config`, LARGEST_CONFIG);
  const settings = Buffer.isBuffer(bytes) ? parseGitConfig(bytes) : undefined;
  if (settings?.every(({ name }) => !name.startsWith("extensions.") || EXTENSIONS.has(name)) !== true) return undefined;
  const [version = "0", ...otherVersions] = valuesOf(settings, "core.repositoryformatversion");
  const [format, ...otherFormats] = valuesOf(settings, "extensions.objectformat");
  if (!/^[01]$/.test(version) || otherVersions.length > 0 || otherFormats.length > 0) return undefined;
  if (format === undefined) return 40;
  return version === "1" ? DIGITS.get(format) : undefined;
}

function valuesOf(settings: readonly GitSetting[], wanted: string): string[] {
  return settings.filter(({ name }) => name === wanted).map(({ value }) => value ?? "");
}
