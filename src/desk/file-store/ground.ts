import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { Untouched } from "../untouched.ts";
import { linkedAway, makePlaces, type Places } from "./places.ts";

/**
 * The directories that everything is kept in. They are looked at before every commit, so it is noticed when they look
 * untouched, and what is in them is not looked at again.
 */
export class Ground {
  readonly #places: Places;
  readonly #plans = new Untouched<{ isPlain: boolean; isMade: boolean }>();
  readonly #state = new Untouched<boolean>();

  constructor(places: Places) {
    this.#places = places;
  }

  /** Makes what is missing, and looks where it is. */
  make(): string | undefined {
    const found = this.#inPlans();
    if (found.isMade) return this.linkedAway(found);
    makePlaces(this.#places);
    return this.linkedAway();
  }

  /** As `linkedAway` of the places. */
  linkedAway({ isPlain } = this.#inPlans()): string | undefined {
    const isHere = !isLink(join(this.#places.project, ".pi")) && isPlain && this.#isStatePlain();
    return isHere ? undefined : linkedAway(this.#places);
  }

  #inPlans(): { isPlain: boolean; isMade: boolean } {
    const { plans, archive, sessions, artifacts, unfinished, state } = this.#places;
    return this.#plans.find(plans, () => {
      const directories = [archive, sessions, artifacts, unfinished, state];
      const isMade = [plans, ...directories, join(plans, ".gitignore")].every((path) => existsSync(path));
      const isPlain = ![plans, ...directories].some(isLink);
      return { isPlain, isMade: isMade && isPlain };
    });
  }

  #isStatePlain(): boolean {
    const { state, database } = this.#places;
    const files = [database, `${database}-wal`, `${database}-shm`, `${database}-journal`];
    return this.#state.find(state, () => !files.some(isLink));
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
