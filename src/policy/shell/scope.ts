import type { World } from "../world.ts";
import { isBelowText } from "./argument.ts";

/** Where commands may run. */
export interface Where {
  /** In one of these directories; missing when it may be anywhere. */
  places: readonly string[] | undefined;
  /** Or somewhere below them, where no secret is. */
  isDeeper: boolean;
}

/** What holds at one place of a script, and ends with the shell that place runs in. */
export class Scope implements Where {
  /** Variables that certainly have a value the script gave them. */
  assigned: Set<string>;
  /** Functions that are certainly defined. */
  functions: Set<string>;
  places: Where["places"];
  isDeeper: boolean;

  /** The function whose body this is. */
  readonly inFunction: string | undefined;

  /** There were too many places to follow. */
  #isFull = false;
  readonly #isApart: (directory: string) => boolean;

  /** `isApart`: no secret lies below a directory. */
  constructor(
    isApart: (directory: string) => boolean,
    { places, isDeeper }: Where,
    assigned?: Set<string>,
    functions?: Set<string>,
    inFunction?: string,
  ) {
    this.#isApart = isApart;
    this.inFunction = inFunction;
    this.places = places;
    this.isDeeper = isDeeper;
    this.assigned = new Set(assigned);
    this.functions = new Set(functions);
  }

  /** A shell that starts with the same facts. */
  copy(): Scope {
    return new Scope(this.#isApart, this, this.assigned, this.functions, this.inFunction);
  }

  /** The same shell inside a function, where nothing is certain but other functions. */
  body(name: string): Scope {
    return new Scope(this.#isApart, this, undefined, this.functions, name);
  }

  /** Restores what is certain; the possible directories stay. */
  forget({ assigned, functions }: Pick<Scope, "assigned" | "functions">): void {
    this.assigned = new Set(assigned);
    this.functions = new Set(functions);
  }

  /** Where commands may run, if all of that is known. */
  get directories(): readonly string[] | undefined {
    return this.isDeeper ? undefined : this.places;
  }

  /** Where commands may run after `cd`, which may have failed. */
  enter(targets: readonly string[], world: World): void {
    if (this.places === undefined) return;
    // Below directories without a secret there is none.
    if (this.#isFull && targets.every(isBelowText) && this.places.every(this.#isApart)) return;
    const all = new Set(this.places);
    // `..` after a link leads elsewhere for the shell than for the system.
    for (const directory of this.places) {
      for (const target of targets) {
        all.add(world.resolve(target, directory));
        all.add(normalised(target.startsWith("/") ? target : `${directory}/${target}`));
      }
    }
    const before = this.places;
    if (all.size > before.length) this.places = [...all];
    if (all.size <= MOST_DIRECTORIES) return;
    this.#isFull = true;
    this.blur(before);
  }

  /** More places than can be followed: somewhere below those before, if no secret is there; else anywhere. */
  blur(before: readonly string[]): void {
    const isCovered = (place: string) =>
      this.#isApart(place) &&
      before.some((each) => each !== place && place.startsWith(each === "/" ? each : `${each}/`));
    if (this.places?.every((place) => before.includes(place) || isCovered(place))) {
      this.places = before.filter((place) => !isCovered(place));
      this.isDeeper = true;
    } else this.lose();
  }

  /** Commands may run anywhere from here on. */
  lose(): void {
    this.places = undefined;
  }
}

const MOST_DIRECTORIES = 32;

/** A path as the shell reads it: without following links. */
function normalised(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
