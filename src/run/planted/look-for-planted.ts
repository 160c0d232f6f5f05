import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { type GitSetting, parseGitConfig } from "../../desk/look-at-git/parse-git-config.ts";
import { submodulesInIndex } from "../../desk/look-at-git/submodules-in-index.ts";
import { comparablePath } from "../../policy/comparable-path.ts";
import { isHarmlessSetting } from "../../policy/harmless-git-setting.ts";
import { hostFileAt, mayEndHostFile } from "../../policy/host-files.ts";
import { escapedPath, onDisk } from "./escaped-path.ts";
import { isOutside, isOwnGit, type OwnGit, ownGit } from "./own-git.ts";

/** A file from which git, an editor, an agent or a shell loads programs or settings later on. */
export interface PlantedFile {
  /**
   * `settings`, `hook` and `todo`, which a stopped rebase goes on with, are git's; `pointer` says where a repository is;
   * `host` is loaded by another program, or by git without running one.
   */
  kind: "settings" | "hook" | "todo" | "pointer" | "host";
  /** Differs if the file does. */
  mark: string;
  /** Of a plain file that is not too large, so that it can be restored. */
  content?: { bytes: Buffer; mode: number };
  /** `settings`: those that may run a program or lead git elsewhere, as `name = value`; `todo`: lines that run one. */
  harmful?: readonly string[];
  /** `settings` and `todo`: the file without them, if it can be written so; a `todo` keeps those of the earlier picture. */
  cleaned?: Buffer;
}

/** All such files below a project, and in its repository where that lies elsewhere. Paths are relative to the project. */
export interface PlantedPicture {
  /** Of the project's repository: `.git`, or where a linked work tree, a submodule or a directory above has it. */
  own: OwnGit;
  files: Map<string, PlantedFile>;
  /** Git directories: `.git`, those of submodules, and bare repositories. */
  repositories: Set<string>;
  /** Paths that the index of the project's repository has as submodules. */
  gitlinks: Set<string>;
  /** Directories that could not be read. */
  unsearched: Set<string>;
  /** Fewer directories were searched than there are. */
  isCut: boolean;
}

/** In the order of their depth, so that a tree that is too large is cut where it is deepest. */
export const MOST_DIRECTORIES = 20_000;
const AT_ONCE = 32;
const LARGEST = 1_000_000;
const LARGEST_INDEX = 100_000_000;

/** Packages contain hundreds of editor folders, and no editor opens them. Repositories in them still count. */
const PACKAGES = new Set(["node_modules", "site-packages", ".venv", "venv", "vendor", "target"]);
/** Of a git directory: other objects and histories, attributes, and a bisection whose file old versions evaluate. */
const LOADED = ["info/attributes", "info/grafts", "objects/info/alternates", "objects/info/http-alternates"].concat([
  "BISECT_NAMES",
  "BISECT_RUN",
]);
/** Of a git directory: they hold no programs, and many files. */
const OBJECTS = new Set(["objects", "refs", "logs", "lfs"]);

/**
 * Settings lead to hooks and settings in other places. `before` is an earlier picture: only settings that it has are
 * followed, because a step could let its own lead to any file of the user's.
 */
export async function lookForPlanted(
  project: string,
  { most = MOST_DIRECTORIES, before }: { most?: number; before?: PlantedPicture } = {},
): Promise<PlantedPicture> {
  const picture: PlantedPicture = {
    // Not from a `.git` that a step wrote: it could lead to any repository of the user's.
    own: before?.own ?? ownGit(project),
    files: new Map(),
    repositories: new Set(),
    gitlinks: new Set(),
    unsearched: new Set(),
    isCut: false,
  };
  const look = new Look(project, picture, before);
  let searched = 0;
  const outside = picture.own.directories.filter(isOutside).map((path) => ({ path, isPackage: true }));
  for (let level: Directory[] = [{ path: "", isPackage: false }, ...outside]; level.length > 0; ) {
    if (searched + level.length > most) picture.isCut = true;
    const now = level.slice(0, Math.max(0, most - searched));
    searched += now.length;
    const next: Directory[] = [];
    for (let at = 0; at < now.length; at += AT_ONCE) {
      const found = await Promise.all(now.slice(at, at + AT_ONCE).map((directory) => look.search(directory)));
      next.push(...found.flat());
    }
    level = picture.isCut ? [] : next.sort((a, b) => rankOf(a) - rankOf(b));
  }
  for (const path of gitlinksOf(join(project, picture.own.gitDir))) picture.gitlinks.add(path);
  return picture;
}

interface Directory {
  path: string;
  /** No editor, agent or shell is started in it: it belongs to a package or to git. */
  isPackage: boolean;
}

/** Repositories first, so that a search that is cut has covered them. */
function rankOf({ path, isPackage }: Directory): number {
  return comparablePath(basename(path)) === ".git" ? 0 : isPackage ? 2 : 1;
}

class Look {
  readonly #project: string;
  readonly #picture: PlantedPicture;
  readonly #before: PlantedPicture | undefined;

  constructor(project: string, picture: PlantedPicture, before: PlantedPicture | undefined) {
    this.#project = project;
    this.#picture = picture;
    this.#before = before;
  }

  /** Notes the files in a directory. Returns the directories in it; links are not followed. */
  async search({ path, isPackage }: Directory): Promise<Directory[]> {
    const entries = await entriesOf(join(this.#project, path)).catch((error): Entry[] => {
      if (error.code !== "ENOENT") this.#picture.unsearched.add(path);
      return [];
    });
    const has = (wanted: string) =>
      entries.some(({ name }) => name.length === wanted.length && name.toLowerCase() === wanted);
    const isRepository = has("head") && ((has("objects") && has("refs")) || has("commondir"));
    if (isRepository) this.#repository(path);
    // A host loads any file of such a directory, whatever its name is.
    const isLoaded = !isPackage && hostFileAt(`${path}/any`) !== undefined;
    const found: Directory[] = [];
    for (const entry of entries) {
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory) {
        if (isRepository && OBJECTS.has(entry.name) && this.#isGitsOwn(path)) continue;
        // Journals are written all the time, and nothing loads them.
        const isApart =
          isPackage || isRepository || (PACKAGES.has(entry.name) && !(isLoaded && entry.name === "node_modules"));
        if (inner !== ".pi/plans") found.push({ path: inner, isPackage: isApart });
        continue;
      }
      const name = comparablePath(entry.name);
      if (name === ".git") this.#note(inner, "pointer");
      // Git refuses what it cannot read here, and since 2.24 programs, too.
      else if (entry.name === ".gitmodules")
        this.#parsed(inner, ({ name, value = "" }) => !isUpdateCommand(name, value), []);
      else if (isPackage || isRepository) continue;
      else if (isLoaded || (mayEndHostFile(name) && hostFileAt(inner) !== undefined)) this.#note(inner, "host");
    }
    return found;
  }

  #repository(path: string): void {
    this.#picture.repositories.add(path);
    this.#note(join(path, "commondir"), "pointer");
    for (const name of LOADED) this.#note(join(path, name), "host");
    for (const name of ["config", "config.worktree"]) this.#settings(join(path, name), path);
    this.#parsed(join(path, "sequencer/opts"), ({ name, value }) => name !== "options.strategy" || isStrategy(value));
    this.#todo(join(path, "rebase-merge/git-rebase-todo"), (line) => /^[ \t]*(?:exec|x)[ \t]/.test(line));
    this.#todo(join(path, "rebase-merge/strategy"), (line) => !isStrategy(line));
    this.#hooks(join(path, "hooks"));
  }

  #settings(path: string, repository: string, depth = 0): void {
    const isHarmless = (setting: GitSetting) =>
      isHarmlessSetting(setting) || (setting.name === "core.worktree" && this.#inside(repository, setting.value));
    for (const setting of this.#parsed(path, isHarmless)) {
      const { name, value = "" } = setting;
      const isOld = this.#before?.files.get(path)?.harmful?.includes(spelled(setting));
      if (this.#before !== undefined && !isOld) continue;
      if (name === "core.hookspath") {
        const { directories, workTree } = this.#picture.own;
        const top = directories.includes(repository) ? workTree : dirname(repository);
        const directory = this.#from(top, value.replace(/^(\.husky)\/.*/, "$1"));
        if (directory !== undefined) this.#hooks(directory);
      } else if ((name === "include.path" || name === "includeif.*.path") && depth < 3) {
        const included = this.#from(dirname(path), value);
        if (included !== undefined && !this.#picture.files.has(included))
          this.#settings(included, repository, depth + 1);
      }
    }
  }

  /** Git may understand settings that this parser does not. */
  #parsed(
    path: string,
    isHarmless: (setting: GitSetting) => boolean,
    unclear = ["settings that are not understood"],
  ): readonly GitSetting[] {
    const file = this.#note(path, "settings");
    const all = file?.content && parseGitConfig(file.content.bytes);
    if (file === undefined) return [];
    file.harmful = all?.filter((setting) => !isHarmless(setting)).map(spelled) ?? unclear;
    if (all && file.harmful.length > 0) file.cleaned = Buffer.from(settingsText(all.filter(isHarmless)));
    return all ?? [];
  }

  #todo(path: string, isHarmful: (line: string) => boolean): void {
    const file = this.#note(path, "todo");
    if (file === undefined) return;
    const lines = file.content?.bytes.toString("latin1").split(/(?<=\n)/);
    const harmful = lines?.filter(isHarmful) ?? ["a list that is not understood"];
    file.harmful = harmful.map((line) => line.trim());
    const known = this.#before?.files.get(path)?.harmful ?? [];
    const kept = lines?.filter((line) => !isHarmful(line) || known.includes(line.trim())).join("");
    if (kept !== undefined && harmful.length > 0) file.cleaned = Buffer.from(kept, "latin1");
  }

  /** Samples are never run. A link to other hooks counts as a hook. */
  #hooks(directory: string, depth = 0): void {
    const found = statOf(onDisk(join(this.#project, directory)));
    if (found === undefined || depth > 2) return;
    if (!found.isDirectory()) {
      this.#note(directory, "hook");
      return;
    }
    for (const entry of entriesNow(join(this.#project, directory))) {
      const path = join(directory, entry.name);
      if (entry.isDirectory) this.#hooks(path, depth + 1);
      else if (!entry.name.endsWith(".sample")) this.#note(path, "hook");
    }
  }

  #note(path: string, kind: PlantedFile["kind"]): PlantedFile | undefined {
    const whole = onDisk(join(this.#project, path));
    const stats = statOf(whole);
    // A hook may also be a file that another program loads.
    if (stats === undefined || (kind === "host" && this.#picture.files.has(path))) return undefined;
    const { mode, size, ino, mtimeMs, ctimeMs } = stats;
    const looks = { kind, mark: `${mode} ${size} ${ino} ${mtimeMs} ${ctimeMs}` };
    const bytes = kind === "host" || !stats.isFile() || size > LARGEST ? undefined : bytesOf(whole);
    const file: PlantedFile =
      bytes !== undefined
        ? { kind, mark: `${mode} ${hashOf(bytes)}`, content: { bytes, mode: mode & 0o777 } }
        : stats.isSymbolicLink()
          ? { kind, mark: `link ${linkOf(whole)}` }
          : looks;
    this.#picture.files.set(path, file);
    return file;
  }

  /** A path in the project that a setting names; nothing if it leads elsewhere. */
  #from(directory: string, value: string): string | undefined {
    if (value === "" || /^[~%:]/.test(value)) return undefined;
    const named = isAbsolute(value) ? value : join(this.#project, directory, value);
    const path = relative(this.#project, join(realOf(dirname(named)) ?? dirname(named), basename(named)));
    return path === "" || isOutside(path) ? undefined : path;
  }

  /** A directory that only looks like a repository is searched in full: a step could hide work trees in it. */
  #isGitsOwn(path: string): boolean {
    return comparablePath(basename(path)) === ".git" || isOwnGit(this.#picture.own, path);
  }

  /** The work tree of a submodule is where its own settings say. */
  #inside(repository: string, value = ""): boolean {
    return this.#from(repository, value) !== undefined;
  }
}

/** The git directory that a `.git` file, a link or a `commondir` leads to, if it exists. */
export function targetOf(project: string, path: string, { content }: PlantedFile): string | undefined {
  const place = join(project, path);
  const named = content?.bytes
    .toString()
    .replace(/^gitdir: /, "")
    .replace(/\n+$/, "");
  const target = realOf(named === undefined ? place : isAbsolute(named) ? named : join(dirname(place), named));
  return target === undefined ? undefined : relative(project, target);
}

function gitlinksOf(gitDirectory: string): string[] {
  const file = join(gitDirectory, "index");
  const found = statOf(file);
  const size = found?.isFile() ? found.size : 0;
  const bytes = size === 0 || size > LARGEST_INDEX ? undefined : bytesOf(file);
  return (bytes && submodulesInIndex(bytes, 20)) ?? [];
}

function spelled({ name, subsection, value = "true" }: GitSetting): string {
  return `${subsection === undefined ? name : name.replace(".*.", `.${subsection}.`)} = ${value}`;
}

/** Not followed by git in `.gitmodules`; old versions did. */
function isUpdateCommand(name: string, value: string): boolean {
  return name === "submodule.*.update" && value.trimStart().startsWith("!");
}

/** The name of any other is a program: `git-merge-NAME`. */
function isStrategy(value = ""): boolean {
  return isHarmlessSetting({ name: "pull.twohead", value });
}

function settingsText(settings: readonly GitSetting[]): string {
  return settings.map(settingText).join("");
}

function settingText({ name, subsection, value }: GitSetting): string {
  const section = name.slice(0, name.indexOf("."));
  const key = name.slice(name.lastIndexOf(".") + 1);
  const header = subsection === undefined ? section : `${section} "${subsection.replace(/[\\"]/g, "\\$&")}"`;
  const written = value
    ?.replace(/[\\"]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")
    .replaceAll("\b", "\\b");
  return `[${header}]\n\t${key}${written === undefined ? "" : ` = "${written}"`}\n`;
}

interface Entry {
  name: string;
  isDirectory: boolean;
}

async function entriesOf(directory: string): Promise<Entry[]> {
  const place = onDisk(directory);
  const entries = await readdir(place, { withFileTypes: true });
  if (entries.some(({ name }) => name.includes("\ufffd"))) return entriesNow(directory);
  return entries.map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }));
}

/** Also with names that are no text. */
function entriesNow(directory: string): Entry[] {
  try {
    const entries = readdirSync(onDisk(directory), { withFileTypes: true, encoding: "buffer" });
    return entries.map((entry) => ({ name: escapedPath(entry.name), isDirectory: entry.isDirectory() }));
  } catch {
    return [];
  }
}

function statOf(path: string | Buffer) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function realOf(path: string): string | undefined {
  try {
    return escapedPath(realpathSync.native(onDisk(path), "buffer"));
  } catch {
    return undefined;
  }
}

function bytesOf(path: string | Buffer): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function linkOf(path: string | Buffer): string {
  try {
    return readlinkSync(path, "latin1");
  } catch {
    return "";
  }
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
