import { visible } from "../plan/visible.ts";
import { isHarmlessSetting } from "../policy/harmless-git-setting.ts";
import type { GitLook } from "../policy/world.ts";
import { findRepository, NotUnderstood, type Repository, repositoryAt } from "./look-at-git/find-repository.ts";
import { type GitSetting, parseGitConfig } from "./look-at-git/parse-git-config.ts";
import { submodulesInIndex } from "./look-at-git/submodules-in-index.ts";
import { type SeenFiles, whileUnchanged } from "./look-at-git/while-unchanged.ts";

/**
 * What a repository could make git do, found without running git in it: its settings may name programs for almost
 * every command, `git status` included. Only files that come with the directory are read. The user's and the system's
 * configuration are not: only the user wrote them, and git uses them in every repository.
 */
export const lookAtGit: (directory: string) => GitLook = whileUnchanged(100, look);

function look(directory: string, files: SeenFiles): GitLook {
  try {
    const repository = findRepository(files.realpath(directory), files);
    if (repository === undefined) return { found: "none" };
    const because = [...harmIn([repository], files)];
    return because.length === 0 ? { found: "harmless" } : { found: "harmful", because };
  } catch (error) {
    if (error instanceof NotUnderstood) return { found: "unknown", because: error.message };
    if (error instanceof Error && "code" in error) {
      return { found: "unknown", because: `it cannot be looked at: the system says ${error.code}` };
    }
    throw error;
  }
}

const LARGEST_CONFIG = 1_000_000;
const LARGEST_INDEX = 100_000_000;
const MOST_REPOSITORIES = 200;
const MOST_REASONS = 10;

/** Of the repository and its submodules: `git status` runs git in each. */
function harmIn(waiting: Repository[], files: SeenFiles): Set<string> {
  const because = new Set<string>();
  const seen = new Set<string>();
  for (let next = waiting.pop(); next !== undefined && because.size < MOST_REASONS; next = waiting.pop()) {
    const repository = next;
    const place = `${repository.gitDir}\0${repository.workTree}`;
    if (seen.has(place)) continue;
    seen.add(place);
    if (seen.size > MOST_REPOSITORIES) throw new NotUnderstood(`there are more than ${MOST_REPOSITORIES} submodules`);
    const ofWorktree = `${repository.gitDir}/config.worktree`;
    const places = [`${repository.commonDir}/config`, ofWorktree];
    const settings = places.flatMap((file) => readSettings(file, files).map((setting) => ({ ...setting, file })));
    const harmful = settings.filter((setting) => !isHarmlessHere(setting, repository, files));
    for (const setting of harmful) because.add(`${spelled(setting)} in ${visible(setting.file)}`);
    for (const hook of hooksOf(repository, settings, files)) because.add(`the hook ${visible(hook)}`);
    if (because.size === 0) waiting.push(...submodulesOf(repository, settings, files));
  }
  return because;
}

function readSettings(file: string, files: SeenFiles): readonly GitSetting[] {
  const bytes = files.read(file, LARGEST_CONFIG);
  if (bytes === undefined) return [];
  if (typeof bytes === "string") throw new NotUnderstood(`${file} cannot be read: ${bytes}`);
  const settings = parseGitConfig(bytes);
  if (settings === undefined) throw new NotUnderstood(`${file} is not understood`);
  return settings;
}

/** These two settings are as harmless as the files that they name. */
function isHarmlessHere(setting: GitSetting, { gitDir, workTree }: Repository, files: SeenFiles): boolean {
  const { name, value = "" } = setting;
  if (name === "core.hookspath") return isPlainPath(value);
  if (name !== "core.worktree") return isHarmlessSetting(setting);
  // Submodules have it; it leads back to the directory of their `.git` file.
  if (workTree === undefined || !isPlainPath(value)) return false;
  return files.realpath(value.startsWith("/") ? value : `${gitDir}/${value}`) === files.realpath(workTree);
}

/** Git expands `~`, `%(prefix)` and `:(optional)` at the start; this code does not. */
function isPlainPath(value: string): boolean {
  return /^[^~%:\p{C}\ufffd][^\p{C}\ufffd]*$/u.test(value);
}

// Hooks that read-only commands can trigger: they refresh the index, or tidy up a reference.
const HOOKS = ["post-index-change", "reference-transaction"];

function hooksOf(
  { commonDir, gitDir, workTree }: Repository,
  settings: readonly GitSetting[],
  seen: SeenFiles,
): string[] {
  const directories = [`${commonDir}/hooks`];
  for (const { name, value = "" } of settings) {
    if (name !== "core.hookspath" || !isPlainPath(value)) continue;
    if (value.startsWith("/")) directories.push(value);
    else directories.push(...[workTree, gitDir].flatMap((base) => (base === undefined ? [] : [`${base}/${value}`])));
  }
  const files = directories.flatMap((directory) => HOOKS.map((hook) => `${directory}/${hook}`));
  return files.filter((file) => seen.lstat(file) !== undefined);
}

function submodulesOf(
  { gitDir, workTree }: Repository,
  settings: readonly GitSetting[],
  files: SeenFiles,
): Repository[] {
  if (workTree === undefined) return [];
  const file = `${gitDir}/index`;
  const index = files.read(file, LARGEST_INDEX);
  if (index === undefined) return [];
  if (typeof index === "string") throw new NotUnderstood(`${file} cannot be read: ${index}`);
  const isLong = settings.some(
    ({ name, value }) => name === "extensions.objectformat" && /^sha256$/i.test(value ?? ""),
  );
  const paths = submodulesInIndex(index, isLong ? 32 : 20);
  if (paths === undefined) throw new NotUnderstood(`${file} is split, sparse, or not understood`);
  return paths.flatMap((path) => {
    if (/[\0\ufffd]/.test(path)) throw new NotUnderstood(`${file} has a submodule with a strange name`);
    return repositoryAt(`${workTree}/${path}`, files) ?? [];
  });
}

function spelled({ name, subsection }: GitSetting): string {
  return subsection === undefined ? name : name.replace(".*.", `.${visible(subsection.slice(0, 100))}.`);
}
