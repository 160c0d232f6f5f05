import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { crypto } from "../../desk/crypto.ts";
import { answerOf } from "../../desk/git/answer-of.ts";
import { startGit } from "../../desk/git/launch-git.ts";
import type { Algorithm } from "./entry.ts";
import type { Place } from "./git.ts";

/**
 * Where the snapshots of a repository are kept: in a bare repository of our own, in the user's directory. No command of a
 * step can write or read there, and nothing in it depends on an object of the project, which a rebase and `git gc` may
 * remove. All work trees of a repository share one.
 */
export function storeOf(home: string, commonDir: string, algorithm: Algorithm): string {
  const key = crypto().createHash("sha256").update(`${algorithm}\0${commonDir}`).digest("hex").slice(0, 32);
  return join(home, "snapshots", `${key}.git`);
}

export function hasStore({ store }: Pick<Place, "store">): boolean {
  return existsSync(join(store, "HEAD"));
}

/** Makes the store if it is missing, atomically, also if two processes do so at once. Returns whether it made it. */
export function makeStore(place: Place): boolean {
  if (hasStore(place)) return false;
  const { store, commonDir, algorithm } = place;
  mkdirSync(dirname(store), { recursive: true, mode: 0o700 });
  const made = mkdtempSync(join(dirname(store), "new-"));
  mkdirSync(join(made, "objects"));
  mkdirSync(join(made, "refs"));
  writeFileSync(join(made, REPOSITORY), `${commonDir}\n`);
  const format = `[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = ${algorithm}\n`;
  writeFileSync(join(made, "config"), format);
  writeFileSync(join(made, "HEAD"), "ref: refs/heads/none\n");
  try {
    renameSync(made, store);
    return true;
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    if (!hasStore(place)) throw error;
    return false;
  }
}

export interface AbandonedStore {
  store: string;
  /** The git directory whose snapshots it has. */
  repository: string;
}

/** Stores of repositories that are not where they were: they were moved, or removed. */
export function abandonedStores(home: string): AbandonedStore[] {
  const all = join(home, "snapshots");
  if (!existsSync(all)) return [];
  return readdirSync(all)
    .filter((name) => name.endsWith(".git"))
    .map((name) => ({ store: join(all, name), repository: repositoryIn(join(all, name)) }))
    .filter(({ repository }) => !existsSync(repository));
}

/** The file in a store that names its repository. */
const REPOSITORY = "repository";

function repositoryIn(store: string): string {
  try {
    return readFileSync(join(store, REPOSITORY), "utf8").replace(/\n$/, "");
  } catch {
    return "/";
  }
}

/** Starts git in the store. Settings of the project and the user do not apply there. */
export function startGitInStore({ store, project, env }: Place, args: readonly string[]) {
  const variables = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GIT_ATTR_NOSYSTEM: "1" };
  return startGit([`--git-dir=${store}`, ...BARE, ...args], { project, cwd: store, env, variables });
}

const BARE = ["--literal-pathspecs", "-c", "core.attributesFile=/dev/null"];

/** What git printed, a character for each byte. */
export function askStore(place: Place, args: readonly string[], input = ""): Promise<string> {
  return answerOf(startGitInStore(place, args), input);
}
