import type { AuditedJournal } from "./audit.ts";
import type { Desk } from "./desk.ts";
import { projectPaths } from "./file-store/project-paths.ts";
import { isSameStat, isSettled, type Looks, statOf } from "./stat-cache.ts";

/** Together: some 30 MB. */
const MOST_ENTRIES = 50_000;

interface Known {
  journal: AuditedJournal;
  seal: string;
  looks: Looks;
}

/** The journals that a lasting process has read and found intact. Each counts while its file and its head are unchanged. */
class KnownJournals {
  readonly #known = new Map<string, Known>();
  #entries = 0;

  keep(known: Known): void {
    const name = known.journal.journal;
    this.forget(name);
    this.#known.set(name, known);
    this.#entries += known.journal.told.length;
    for (const oldest of this.#known.keys()) {
      if (this.#entries <= MOST_ENTRIES) return;
      this.forget(oldest);
    }
  }

  find(name: string): Known | undefined {
    return this.#known.get(name);
  }

  forget(name: string): void {
    this.#entries -= this.#known.get(name)?.journal.told.length ?? 0;
    this.#known.delete(name);
  }
}

const all = new WeakMap<Desk, KnownJournals>();

/** Those of a desk, by its heads as they are now. */
export function knownJournals(desk: Desk): {
  find(name: string): AuditedJournal | undefined;
  keep(journal: AuditedJournal): void;
} {
  const kept = all.get(desk) ?? new KnownJournals();
  all.set(desk, kept);
  const places = projectPaths(desk.project);
  const heads = new Map(
    desk
      .homeDatabase()
      .heads(desk.project)
      .map(({ journal, seal }) => [journal, seal]),
  );
  const looked = new Map<string, Looks | undefined>();
  return {
    find(name) {
      const looks = statOf(places.journal(name));
      looked.set(name, looks);
      const known = kept.find(name);
      return known?.seal === heads.get(name) && isSameStat(known?.looks, looks) ? known?.journal : undefined;
    },
    keep(journal) {
      const name = journal.journal;
      const [looks, seal] = [looked.get(name), heads.get(name)];
      // It may have changed since this look: then its stat is another one by the next.
      if (looks !== undefined && seal !== undefined && isSettled(looks)) kept.keep({ journal, seal, looks });
    },
  };
}
