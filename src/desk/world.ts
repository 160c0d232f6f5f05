import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { World } from "../policy/world.ts";
import { lookAtGit } from "./look-at-git.ts";
import { lookedAtOnce, resolvePath } from "./resolve-path.ts";

/** The world as it is on this machine, at the moment of each question: nothing is taken from memory without looking again. */
export function realWorld(): World {
  const world = { resolve: (path: string, from: string) => resolvePath(path, from), holds, git: lookAtGit };
  const moment = (): World => {
    const files = lookedAtOnce();
    return { ...world, resolve: (path, from) => resolvePath(path, from, files) };
  };
  return { ...world, moment };
}

function holds(directory: string, names: readonly string[]): boolean {
  if (names.some((name) => existsSync(join(directory, name)))) return true;
  const above = dirname(directory);
  return above !== directory && holds(above, names);
}
