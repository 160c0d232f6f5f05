import type { Where } from "./scope.ts";

interface Defined extends Where {
  visitBody: () => void;
}

/** The functions that a script defines, wherever it does. Where they are certain to be there, a scope tells. */
export class Functions {
  /** With where their bodies were visited last. */
  readonly #defined = new Map<string, Defined>();
  readonly #moving = new Set<string>();
  #moves = 0;
  #calls = 0;

  isDefined(name: string): boolean {
    return this.#defined.has(name);
  }

  /** Whether calling it may change the directory. */
  isMoving(name: string): boolean {
    return this.#moving.has(name);
  }

  /** A command has been seen that changes the directory. */
  move(): void {
    this.#moves++;
  }

  define(name: string, { places, isDeeper }: Where, visitBody: () => void): void {
    this.#defined.set(name, { places, isDeeper, visitBody });
    const moves = this.#moves;
    visitBody();
    if (this.#moves !== moves) this.#moving.add(name);
  }

  /** Visits the body again if it runs elsewhere than before; whether that can be told. */
  call(name: string, { places, isDeeper }: Where): boolean {
    const defined = this.#defined.get(name);
    if (defined === undefined) return false;
    if (defined.places === places && defined.isDeeper === isDeeper) return true;
    if (++this.#calls > MOST_CALLS) return false;
    this.#defined.set(name, { ...defined, places, isDeeper });
    defined.visitBody();
    return true;
  }
}

/** From different places. */
const MOST_CALLS = 50;
