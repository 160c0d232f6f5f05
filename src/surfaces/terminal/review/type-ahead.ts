/**
 * Keys that were on their way before the screen changed are not for the new screen: somebody who is typing when a plan
 * appears must not sign it with the next digit. Every such key makes the wait begin anew.
 */
export class TypeAhead {
  readonly #now: () => number;
  readonly #pause: number;
  #until = 0;

  constructor(pause: number, now: () => number) {
    this.#pause = pause;
    this.#now = now;
  }

  /** The screen is another one now. */
  begin(): void {
    this.#until = this.#now() + this.#pause;
  }

  /** Was this key typed before anybody could have read what is there? */
  isOn(): boolean {
    if (this.#now() >= this.#until) return false;
    this.begin();
    return true;
  }
}
