/** Something that tests wait for: whoever waits looks again after every change. */
export class Watched {
  readonly #looks = new Set<() => void>();

  /** Waits until there is something to be found; looks at once. */
  until<T>(find: () => T | undefined): Promise<T> {
    const found = find();
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const look = () => {
        try {
          const found = find();
          if (found === undefined) return;
          this.#looks.delete(look);
          resolve(found);
        } catch (error) {
          this.#looks.delete(look);
          reject(error);
        }
      };
      this.#looks.add(look);
    });
  }

  /** Something is different now. */
  touch(): void {
    for (const look of [...this.#looks]) look();
  }
}
