/** The functions that a script defines, wherever it does. Where they are certain to be there, a scope tells. */
export class Functions {
  readonly #defined = new Set<string>();
  readonly #moving = new Set<string>();
  #moves = 0;

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

  define(name: string, visitBody: () => void): void {
    this.#defined.add(name);
    const moves = this.#moves;
    visitBody();
    if (this.#moves !== moves) this.#moving.add(name);
  }
}
