/** After this much real time a test is told what it waits for in vain, before its runner gives up without a word. */
const PATIENCE = 30_000;

/** Something that tests wait for: every waiting test looks again after each change. */
export class Watched {
  readonly #looks = new Set<() => void>();

  /** Waits until `find` finds something; looks at once. `what` describes it, and what there is, for the error. */
  until<T>(find: () => T | undefined, what: () => string): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(patience);
        this.#looks.delete(look);
        settle();
      };
      const look = () => {
        try {
          const found = find();
          if (found !== undefined) end(() => resolve(found));
        } catch (error) {
          end(() => reject(error));
        }
      };
      const patience = setTimeout(() => end(() => reject(new Error(`Waited in vain for ${what()}`))), PATIENCE);
      // A test that is over does not keep its process alive.
      patience.unref();
      this.#looks.add(look);
      look();
    });
  }

  /** Something is different now. */
  touch(): void {
    for (const look of [...this.#looks]) look();
  }
}
