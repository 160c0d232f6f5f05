import { comparablePath, isInside } from "./comparable-path.ts";
import { HOST_PATHS } from "./host-files.ts";
import type { Analysis, Finding } from "./shell/analysis.ts";
import type { Facts } from "./situation.ts";

/** A part of a line that writes outside the project. */
export interface OutsideWrite {
  /** The part, as it is written. */
  text: string;
  /** The path; absent if it is unknown. */
  place?: string;
}

/**
 * Whether the words of a line name everything it writes, and `isMeant` holds for each path. Only then does the line
 * need no sandbox.
 */
export function writesOnly(
  analysis: Analysis,
  line: string,
  facts: Facts,
  isMeant: (place: string) => boolean,
): boolean {
  if (analysis.readOnly) return true;
  const { findings } = analysis;
  // A moved link may be part of a path later in the line.
  if (findings.some(({ writes }) => writes?.movesLinks) && (findings.length > 1 || !ONE_COMMAND.test(line)))
    return false;
  return findings.every((finding) => {
    if (finding.writes?.isAll !== true) return false;
    const places = placesOf(finding, facts);
    return places?.every((place) => isHarmlessDevice(place) || isMeant(place)) ?? false;
  });
}

const ONE_COMMAND = /^[^;&|<>(){}`$\n]*$/;

/** The first part of a line that writes outside the project, or possibly anywhere. */
export function outsideWrite(analysis: Analysis, facts: Facts): OutsideWrite | undefined {
  if (analysis.readOnly) return undefined;
  for (const finding of analysis.findings) {
    const { text, writes, directories = [] } = finding;
    // For other commands only their directory is known.
    const places = writes === undefined ? directories : placesOf(finding, facts);
    if (places === undefined) return { text };
    const place = places.find((each) => isOutside(each, facts, writes !== undefined && writes.removes !== true));
    if (place !== undefined) return { text, place };
  }
  return undefined;
}

/** The paths that the commands of a line write, as far as their values are known, without files in those that are listed. */
export function writtenPaths(analysis: Analysis): readonly string[] {
  if (analysis.readOnly) return [];
  return analysis.findings.flatMap(({ writes: { paths = [] } = {} }) => {
    const all = new Set(paths);
    return paths.filter((path) => !all.has(path.slice(0, Math.max(0, path.lastIndexOf("/")))));
  });
}

/** A host file that a line writes without naming it: as it is found, and where it is written. */
interface WrittenPlace {
  text: string;
  path: string;
}

export function loadedPlaces(analysis: Analysis, facts: Facts): WrittenPlace[] {
  const { home, cwd, world } = facts;
  const findings = analysis.readOnly ? [] : analysis.findings;
  return findings.flatMap((finding) => {
    const { writes, directories = [] } = finding;
    const loaded = (writes?.loaded ?? []).flatMap((text) => {
      const from = text.startsWith("~/") ? [home] : directories.length > 0 ? directories : [cwd];
      return from.map((directory) => ({ text, path: world.resolve(text.replace(/^~\//, ""), directory) }));
    });
    return [...loaded, ...copiedPlaces(finding, facts)];
  });
}

/** The host files at the top of directories that are copied; copies of the project itself are none of an attacker's. */
function copiedPlaces({ writes, directories = [] }: Finding, { project, world }: Facts): WrittenPlace[] {
  const sources = (writes?.from ?? []).slice(0, MOST_SOURCES);
  const [into = "."] = writes?.paths ?? [];
  return sources.flatMap((source) =>
    directories.flatMap((directory) => {
      const from = world.resolve(source, directory);
      if (isInside(world.resolve(project, directory), from)) return [];
      const above = from.slice(0, from.lastIndexOf("/")) || "/";
      return world.find(from, HOST_PATHS, above).map((found) => {
        const name = found.slice(from.length + 1);
        return { text: `${source.replace(/\/\.?$/, "")}/${name}`, path: world.resolve(`${into}/${name}`, directory) };
      });
    }),
  );
}

const MOST_SOURCES = 50;

/**
 * Whether a path is neither in the project nor a device such as /dev/null; new files may also be in the temp
 * directory.
 */
export function isOutside(place: string, facts: Facts, isNew: boolean): boolean {
  const { project, temp, world } = facts;
  if (isHarmlessDevice(place)) return false;
  const it = comparablePath(place);
  const within = (directory: string) => isInside(it, comparablePath(world.resolve(directory, project)));
  return !within(project) && !(isNew && temp !== undefined && within(temp));
}

/** The targets of the paths of a finding; undefined if unknown. */
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
