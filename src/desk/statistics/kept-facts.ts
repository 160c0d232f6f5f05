import { type Places, placesOf } from "../file-store/places.ts";
import { withRows } from "../file-store/with-rows.ts";
import type { Seal } from "../seal.ts";
import { exclusively } from "../sqlite.ts";
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
      withRows(this.#places, (database) => {
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
    withRows(this.#places, (database) =>
      exclusively(database, () => {
        for (const { journal, seal, facts } of found) {
          const text = JSON.stringify({ format: FORMAT, facts });
          database.run("INSERT OR REPLACE INTO facts (journal, seal, facts) VALUES (?, ?, ?)", journal, seal, text);
        }
      }),
    );
  }
}
