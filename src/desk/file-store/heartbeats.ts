import type { ProjectPaths } from "./project-paths.ts";
import { withStateDatabase } from "./with-state-database.ts";

/** The time of each journal's last heartbeat, in a table of `state.db`. */
export class Heartbeats {
  readonly #places: ProjectPaths;

  constructor(places: ProjectPaths) {
    this.#places = places;
  }

  put(journal: string, at: string): void {
    withStateDatabase(this.#places, (database) =>
      database.run(
        "INSERT INTO signs (journal, at) VALUES (?, ?) ON CONFLICT (journal) DO UPDATE SET at = max(at, excluded.at)",
        journal,
        at,
      ),
    );
  }

  last(journal: string): string | undefined {
    return withStateDatabase(
      this.#places,
      (database) => database.get<{ at: string }>("SELECT at FROM signs WHERE journal = ?", journal)?.at,
    );
  }
}
