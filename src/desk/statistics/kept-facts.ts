import { type ProjectPaths, projectPaths } from "../file-store/project-paths.ts";
import { withStateDatabase } from "../file-store/with-state-database.ts";
import type { Seal } from "../seal.ts";
import { exclusively } from "../sqlite.ts";
import type { AgentFacts } from "./agent-facts.ts";
import type { PlanFacts } from "./plan-facts.ts";

export type JournalFacts = PlanFacts | AgentFacts;

/** Facts in another format are not read. */
const FORMAT = 3;

/**
 * Facts of journals, cached in `state.db` so that each journal is read again only when it has grown: reading ten
 * thousand takes seconds. A failure costs time only.
 */
export class KeptFacts {
  readonly #places: ProjectPaths;

  constructor(project: string) {
    this.#places = projectPaths(project);
  }

  /** By journal: the seal of the record they go up to, and the facts. */
  all(): Map<string, { seal: Seal; facts: JournalFacts }> {
    return (
      withStateDatabase(this.#places, (database) => {
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
    withStateDatabase(this.#places, (database) =>
      exclusively(database, () => {
        for (const { journal, seal, facts } of found) {
          const text = JSON.stringify({ format: FORMAT, facts });
          database.run("INSERT OR REPLACE INTO facts (journal, seal, facts) VALUES (?, ?, ?)", journal, seal, text);
        }
      }),
    );
  }
}
