import { realpathSync } from "node:fs";
import { visible } from "../plan/visible.ts";

const MOST = 20;

/** The first of the paths that a command created beside other steps and that are not kept, as they are called in the project. */
export function unkeptPaths(unkept: readonly string[], project: string): string[] {
  const root = `${realpathSync(project)}/`;
  const shown = unkept.slice(0, MOST).map((path) => visible(path.startsWith(root) ? path.slice(root.length) : path));
  const more = unkept.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}

/** For people and for the model that ran the command. */
export function unkeptWords(paths: readonly string[]): string {
  return `Not kept, because other steps write in the same directory: ${paths.join(", ")}. A file is kept if the step's files name it, and nothing else replaced it while the command ran.`;
}
