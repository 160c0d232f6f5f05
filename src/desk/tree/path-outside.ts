import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, relative } from "node:path";

/** The PATH without what is inside a project, or depends on where we are: a cloned repository must not choose what runs. */
export function pathOutside(project: string, path = ""): string {
  const inside = realOf(project);
  const places = path.split(delimiter).filter((place) => {
    if (!isAbsolute(place)) return false;
    const way = relative(inside, realOf(place));
    return way === ".." || way.startsWith("../");
  });
  return places.join(delimiter) || "/usr/local/bin:/usr/bin:/bin";
}

function realOf(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    return place;
  }
}
