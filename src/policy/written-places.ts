import { folded, isInside } from "./folded.ts";
import type { Analysis, Finding } from "./shell/analysis.ts";
import type { Facts } from "./situation.ts";

/** A part of a line that writes outside the project. */
export interface OutsideWrite {
  /** The part, as it is written. */
  text: string;
  /** The place; missing if it cannot be told. */
  place?: string;
}

/**
 * Whether the words of a line tell everything it writes, and `isMeant` holds for each of these places. Only then does
 * the line need no sandbox that holds it.
 */
export function writesOnly(
  analysis: Analysis,
  line: string,
  facts: Facts,
  isMeant: (place: string) => boolean,
): boolean {
  if (analysis.readOnly) return true;
  const { findings } = analysis;
  // A link that was moved may be part of a path that comes later in the line.
  if (findings.some(({ writes }) => writes?.movesLinks) && (findings.length > 1 || !ONE_COMMAND.test(line)))
    return false;
  return findings.every((finding) => {
    if (finding.writes?.isAll !== true) return false;
    const places = placesOf(finding, facts);
    return places?.every((place) => isHarmlessDevice(place) || isMeant(place)) ?? false;
  });
}

const ONE_COMMAND = /^[^;&|<>(){}`$\n]*$/;

/** The first part of a line that writes outside the project, or may do so anywhere. */
export function outsideWrite(analysis: Analysis, facts: Facts): OutsideWrite | undefined {
  if (analysis.readOnly) return undefined;
  for (const finding of analysis.findings) {
    const { text, writes, directories = [] } = finding;
    // Of other commands it is only known where they run.
    const places = writes === undefined ? directories : placesOf(finding, facts);
    if (places === undefined) return { text };
    const place = places.find((each) => isOutside(each, facts, writes !== undefined && writes.removes !== true));
    if (place !== undefined) return { text, place };
  }
  return undefined;
}

/** Whether a place is neither in the project nor a device such as /dev/null; new files may also be in the temp directory. */
export function isOutside(place: string, facts: Facts, isNew: boolean): boolean {
  const { project, temp, world } = facts;
  if (isHarmlessDevice(place)) return false;
  const it = folded(place);
  const within = (directory: string) => isInside(it, folded(world.resolve(directory, project)));
  return !within(project) && !(isNew && temp !== undefined && within(temp));
}

/** Where the paths of a finding lead; nothing if that cannot be told. */
function placesOf({ writes, directories = [] }: Finding, { world }: Facts): string[] | undefined {
  if (writes?.paths === undefined) return undefined;
  const places: string[] = [];
  for (const path of writes.paths) {
    const from = path.startsWith("/") ? ["/"] : directories;
    if (from.length === 0 || places.length > MOST_PLACES) return undefined;
    try {
      for (const directory of from) places.push(world.resolve(path, directory));
    } catch {
      return undefined;
    }
  }
  return places;
}

const MOST_PLACES = 1000;

function isHarmlessDevice(place: string): boolean {
  return /^\/dev\/(?:null|zero|full|tty|stdin|stdout|stderr|fd\/\d+)$/.test(place);
}
