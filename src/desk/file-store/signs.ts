import type { Places } from "./places.ts";
import { withRows } from "./with-rows.ts";

/** Signs of life, in a table beside the rows. */
export class Signs {
  readonly #places: Places;

  constructor(places: Places) {
    this.#places = places;
  }

  put(journal: string, at: string): void {
    withRows(this.#places, (database) =>
      database.run(
        "INSERT INTO signs (journal, at) VALUES (?, ?) ON CONFLICT (journal) DO UPDATE SET at = max(at, excluded.at)",
        journal,
        at,
      ),
    );
  }

  last(journal: string): string | undefined {
    return withRows(
      this.#places,
      (database) => database.get<{ at: string }>("SELECT at FROM signs WHERE journal = ?", journal)?.at,
    );
  }
}
