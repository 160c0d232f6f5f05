import { existsSync } from "node:fs";
import type { Database } from "../sqlite.ts";
import { linkedAway, type Places } from "./places.ts";
import { openRows } from "./row-database.ts";

/** Signs of life, in a table beside the rows. */
export class Signs {
  readonly #places: Places;

  constructor(places: Places) {
    this.#places = places;
  }

  put(journal: string, at: string): void {
    this.#withTable((database) =>
      database.run(
        "INSERT INTO signs VALUES (?, ?) ON CONFLICT (journal) DO UPDATE SET at = max(at, excluded.at)",
        journal,
        at,
      ),
    );
  }

  last(journal: string): string | undefined {
    return this.#withTable(
      (database) => database.get<{ at: string }>("SELECT at FROM signs WHERE journal = ?", journal)?.at,
    );
  }

  /**
   * A connection for the moment: it needs no care when somebody deletes the file. Whatever goes wrong loses a sign and
   * nothing else, and whoever gives one is at some other work.
   */
  #withTable<T>(use: (database: Database) => T): T | undefined {
    // Looking at a project must not leave traces in it, nor anywhere a link leads.
    if (!existsSync(this.#places.state) || linkedAway(this.#places) !== undefined) return undefined;
    let database: Database | undefined;
    try {
      database = openRows(this.#places.database);
      return use(database);
    } catch {
      return undefined;
    } finally {
      database?.close();
    }
  }
}
