import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { StatCache } from "../stat-cache.ts";
import { escapingLink, makePlaces, ofMachine, type ProjectPaths } from "./project-paths.ts";

/** The project's storage directories. Every commit checks them; the result is cached while their stat is unchanged. */
export class StorageDirectories {
  readonly #places: ProjectPaths;
  readonly #plans = new StatCache<{ isPlain: boolean; isMade: boolean }>();
  readonly #state = new StatCache<boolean>();

  constructor(places: ProjectPaths) {
    this.#places = places;
  }

  /** Creates missing directories, and checks where they are. */
  make(): string | undefined {
    const found = this.#inPlans();
    if (found.isMade) return this.escapingLink(found);
    makePlaces(this.#places);
    return this.escapingLink();
  }

  /** As `escapingLink` of the paths. */
  escapingLink({ isPlain } = this.#inPlans()): string | undefined {
    const isHere = !isLink(join(this.#places.project, ".pi")) && isPlain && this.#isStatePlain();
    return isHere ? undefined : escapingLink(this.#places);
  }

  #inPlans(): { isPlain: boolean; isMade: boolean } {
    const { plans, archive, sessions, artifacts, unfinished, state } = this.#places;
    return this.#plans.find(plans, () => {
      const directories = [archive, sessions, artifacts, unfinished, state];
      const isMade = [plans, ...directories, ...ofMachine(this.#places)].every((path) => existsSync(path));
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
