import { lstatSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join, relative } from "node:path";

/**
 * The PATH without directories that are inside a project or the repository around it, lead into it, or depend on the
 * working directory: a cloned repository must not choose what runs. With the name of a program, also without
 * directories in which that program is a link into the project.
 */
export function pathOutside(project: string, path = "", program?: string): string {
  const inside = outermostRepository(realOf(project) ?? project);
  const isOutside = (place: string) => {
    const way = relative(inside, place);
    return way === ".." || way.startsWith("../");
  };
  const places = path.split(delimiter).filter((place) => {
    const real = isAbsolute(place) ? realOf(place) : undefined;
    if (real === undefined || !isOutside(real)) return false;
    const found = program === undefined ? undefined : realOf(join(real, program));
    return found === undefined || isOutside(found);
  });
  return places.join(delimiter) || "/usr/local/bin:/usr/bin:/bin";
}

/**
 * A submodule came with the repository around it, and so did the programs there. If the home directory is a
 * repository as well, it is the user's own.
 */
function outermostRepository(project: string): string {
  const home = realOf(homedir());
  let outermost = project;
  for (let above = project; above !== home; above = dirname(above)) {
    if (lstatSync(`${above}/.git`, { throwIfNoEntry: false })) outermost = above;
    if (dirname(above) === above) break;
  }
  return outermost;
}

function realOf(place: string): string | undefined {
  try {
    return realpathSync.native(place);
  } catch {
    return undefined;
  }
}
