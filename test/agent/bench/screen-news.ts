export type Wanted = string | RegExp;

/** Whoever waits for a screen to show something, or to show it no more. They look again when there are news of it. */
export class ScreenNews {
  readonly #screen: () => string;
  /** In milliseconds, how long they wait before the test has failed. */
  readonly #patience: number;
  readonly #waiting = new Set<{ look(): void; fail(why: string): void }>();

  constructor(screen: () => string, patience: number) {
    this.#screen = screen;
    this.#patience = patience;
  }

  /** Something was drawn. */
  tell(): void {
    for (const { look } of [...this.#waiting]) look();
  }

  /** Nothing will be drawn any more. */
  end(why: string): void {
    this.tell();
    for (const { fail } of [...this.#waiting]) fail(`, and ${why}`);
  }

  until(wanted: Wanted, shown = true): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        finish();
        const verb = shown ? "never showed" : "still shows";
        reject(new Error(`The screen ${verb} ${wanted}${why}. It shows:\n${this.#screen()}`));
      };
      const look = () => {
        const screen = this.#screen();
        if ((typeof wanted === "string" ? screen.includes(wanted) : wanted.test(screen)) !== shown) return;
        finish();
        resolve(screen);
      };
      const late = setTimeout(() => fail(""), this.#patience);
      const one = { look, fail };
      const finish = () => {
        clearTimeout(late);
        this.#waiting.delete(one);
      };
      this.#waiting.add(one);
      look();
    });
  }
}
