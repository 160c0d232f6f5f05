import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync } from "node:fs";
import { below, type PathBytes } from "../../desk/tree/path-bytes.ts";

/** There is something in the way that is no directory, or a link. */
export class Blocked extends Error {
  override name = "Blocked";
}

/**
 * Works in a directory of the project that is reached without following a link, even if a process replaces one at the same
 * time: on Linux the directory itself is held open. `make` creates missing directories.
 */
export async function inDirectory<T>(
  project: string,
  directory: PathBytes,
  options: { make: boolean },
  work: (at: (name: PathBytes) => string | Buffer) => Promise<T> | T,
): Promise<T> {
  const names = directory === "" ? [] : directory.split("/");
  if (!IS_HELD) {
    for (let depth = 1; depth <= names.length; depth += 1)
      step(below(project, names.slice(0, depth).join("/")), options);
    return work((name) => below(project, directory === "" ? name : `${directory}/${name}`));
  }
  let held = openSync(project, HOW);
  try {
    for (const name of names) {
      const place = below(`/proc/self/fd/${held}`, name);
      step(place, options);
      const next = openSync(place, HOW);
      closeSync(held);
      held = next;
    }
    const top = held;
    return await work((name) => below(`/proc/self/fd/${top}`, name));
  } finally {
    closeSync(held);
  }
}

const HOW = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const IS_HELD = process.platform === "linux" && existsSync("/proc/self/fd");

function step(place: string | Buffer, { make }: { make: boolean }): void {
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return;
  if (stats !== undefined || !make)
    throw new Blocked(stats === undefined ? "its directory is gone" : "a file or link stands in its way");
  mkdirSync(place);
}
