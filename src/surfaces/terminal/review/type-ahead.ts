/**
 * Ignores keys that were typed before the screen changed: a person who types when a plan appears must not sign it with
 * the next digit. Every ignored key restarts the wait.
 */
export class TypeAhead {
  readonly #now: () => number;
  readonly #pause: number;
  #until = 0;

  constructor(pause: number, now: () => number) {
    this.#pause = pause;
    this.#now = now;
  }

  /** The screen has changed. */
  begin(): void {
    this.#until = this.#now() + this.#pause;
  }

  /** Whether this key came too early for its person to have read the screen. */
  isOn(): boolean {
    if (this.#now() >= this.#until) return false;
    this.begin();
    return true;
  }
}
