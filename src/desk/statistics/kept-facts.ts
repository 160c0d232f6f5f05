import { existsSync } from "node:fs";
import { linkedAway, type Places, placesOf } from "../file-store/places.ts";
import { openRows } from "../file-store/row-database.ts";
import type { Seal } from "../seal.ts";
import { type Database, exclusively } from "../sqlite.ts";
import type { AgentFacts } from "./agent-facts.ts";
import type { PlanFacts } from "./plan-facts.ts";

/** What one journal tells. */
export type JournalFacts = PlanFacts | AgentFacts;

/** Facts of another shape are not read. */
const FORMAT = 1;

/**
 * Facts of journals, kept in `state.db` so that each is read again only when it has grown: to read ten thousand takes
 * seconds. Whatever goes wrong costs time and nothing else.
 */
export class KeptFacts {
  readonly #places: Places;

  constructor(project: string) {
    this.#places = placesOf(project);
  }

  /** By journal: the seal of the record they go up to, and the facts. */
  all(): Map<string, { seal: Seal; facts: JournalFacts }> {
    return (
      this.#withTable((database) => {
        const rows = database.all<{ journal: string; seal: string; facts: string }>("SELECT * FROM facts");
        return new Map(
          rows.flatMap(({ journal, seal, facts: text }) => {
            const { format, facts } = JSON.parse(text) as { format: number; facts: JournalFacts };
            return format === FORMAT ? [[journal, { seal, facts }] as const] : [];
          }),
        );
      }) ?? new Map()
    );
  }

  keep(found: readonly { journal: string; seal: Seal; facts: JournalFacts }[]): void {
    if (found.length === 0) return;
    this.#withTable((database) =>
      exclusively(database, () => {
        for (const { journal, seal, facts } of found) {
          const text = JSON.stringify({ format: FORMAT, facts });
          database.run("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", journal, seal, text);
        }
      }),
    );
  }

  #withTable<T>(use: (database: Database) => T): T | undefined {
    // Looking at a project must not leave traces in it, nor anywhere a link leads.
    if (!existsSync(this.#places.database) || linkedAway(this.#places) !== undefined) return undefined;
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
