import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, join, relative } from "node:path";

/**
 * The PATH without what is inside a project, leads into it, or depends on where we are: a cloned repository must not choose
 * what runs. With the name of a program also without directories where that program is a link into the project.
 */
export function pathOutside(project: string, path = "", program?: string): string {
  const inside = realOf(project) ?? project;
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

function realOf(place: string): string | undefined {
  try {
    return realpathSync.native(place);
  } catch {
    return undefined;
  }
}
