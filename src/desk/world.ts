import { dirname, join } from "node:path";
import type { World } from "../policy/world.ts";
import { type SeenFiles, whileUnchanged } from "./look-at-git/while-unchanged.ts";
import { lookAtGit } from "./look-at-git.ts";
import { readBounded } from "./read-bounded.ts";
import { lookedAtOnce, resolvePath } from "./resolve-path.ts";

/** The real world, read at each question: nothing is answered from memory without a check. */
export function realWorld(): World {
  const world = { resolve: (path: string, from: string) => resolvePath(path, from), find, read, git: lookAtGit };
  const moment = (): World => {
    const files = lookedAtOnce();
    return { ...world, resolve: (path, from) => resolvePath(path, from, files) };
  };
  return { ...world, moment };
}

/** By list of names: the lists are constants, and few. */
const finders = new WeakMap<readonly string[], (question: string) => readonly string[]>();

function find(directory: string, names: readonly string[], top = ""): readonly string[] {
  let finder = finders.get(names);
  if (finder === undefined) {
    finder = whileUnchanged(100, (question, files) => {
      const [from = "", end] = question.split("\0");
      return found(from, end, names, files);
    });
    finders.set(names, finder);
  }
  return finder(`${directory}\0${top}`);
}

function found(directory: string, top: string | undefined, names: readonly string[], files: SeenFiles): string[] {
  const paths: string[] = [];
  for (let place = directory; place !== top; place = dirname(place)) {
    for (const name of names) {
      const path = join(place, name);
      // A missing directory is identified by its parent.
      const [first = name] = name.split("/", 1);
      if ((first === name || files.lstat(join(place, first))) && files.lstat(path)) paths.push(path);
    }
    if (dirname(place) === place) break;
  }
  return paths;
}

const LARGEST = 1_000_000;

function read(path: string): string | undefined {
  const bytes = readBounded(path, LARGEST);
  return bytes instanceof Buffer ? bytes.toString("utf8") : undefined;
}
