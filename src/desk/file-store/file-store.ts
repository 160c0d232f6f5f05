import { existsSync } from "node:fs";
import type { Moment } from "../../lifecycle/clock-change.ts";
import { defined } from "../../plan/defined.ts";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import { isDiskFull } from "../disk-full.ts";
import { type Home, homeDatabaseFile } from "../home.ts";
import type { JournalReading } from "../journal.ts";
import { planRow } from "../plan-row.ts";
import { type Reader, viewPlan } from "../plan-view.ts";
import type { IdleQuery, OverdueRows, PlanPage, PlanQuery, RequestQuery, UpcomingRows } from "../rows.ts";
import type { Database } from "../sqlite.ts";
import type { Change, ChangeWeight, LoadedPlan, Store } from "../store.ts";
import { DebouncedRows } from "./debounced-rows.ts";
import {
  bootDiffers,
  directoriesDiffer,
  headsDiffer,
  journalNamesIn,
  lookAt,
  planIdsIn,
  rememberDirectories,
  vantageDiffers,
} from "./directories.ts";
import { Heartbeats } from "./heartbeats.ts";
import { type MarkedFile, markOf, readPlanFile } from "./plan-file.ts";
import { DESK_JOURNAL, isAgentId, type ProjectPaths, projectPaths } from "./project-paths.ts";
import { projectJournal, projectPlan } from "./project-rows.ts";
import { RowDatabase } from "./row-database.ts";
import * as rows from "./row-index.ts";
import { StorageDirectories } from "./storage-directories.ts";
import { isJournalName, Vault } from "./vault.ts";
import * as writeRows from "./write-rows.ts";

export interface FileStoreOptions {
  project: string;
  home: Home;
  /** Loads the reader of plan texts; called only when a text has to be read. */
  reader: () => Promise<Reader>;
}

/**
 * Markdown files, JSONL journals, and SQLite as lock and read model. The journal is the truth: a commit is a line in
 * it. `vault.ts` defines what is written, and in which order; this class derives the rows from it.
 */
export class FileStore implements Store {
  readonly #options: FileStoreOptions;
  readonly #places: ProjectPaths;
  readonly #rows: RowDatabase;
  readonly #vault: Vault;
  readonly #signs: Heartbeats;
  readonly #late: DebouncedRows;

  constructor(options: FileStoreOptions) {
    this.#options = options;
    this.#places = projectPaths(options.project);
    this.#rows = new RowDatabase(this.#places.database);
    this.#signs = new Heartbeats(this.#places);
    this.#vault = new Vault({
      places: this.#places,
      ground: new StorageDirectories(this.#places),
      home: options.home,
      rows: this.#rows,
      derive: (name, known) => {
        if (known?.mayWait && this.#late.wait(name)) return;
        // Earlier records come first in the feed.
        for (const before of this.#late.waiting) if (before !== name) this.#project(before);
        this.#project(name, undefined, known);
      },
    });
    this.#late = new DebouncedRows((names) => {
      if (this.#isThere()) this.#projectAll(names, undefined, "light");
    });
  }

  async loadPlan(id: PlanId): Promise<LoadedPlan> {
    this.#vault.settle();
    const loaded = this.#vault.load(id);
    this.#vault.settleHead(id, loaded.journal);
    return { ...loaded, journal: lent(loaded.journal) };
  }

  async changePlan<Result>(
    id: PlanId,
    work: (loaded: LoadedPlan) => Change<Result>,
    weight?: ChangeWeight,
  ): Promise<Result> {
    return this.#vault.change(() => {
      const loaded = this.#vault.load(id);
      const change = work(loaded);
      this.#vault.commit(id, loaded.journal, loaded.file, change, weight);
      return change.result;
    }, weight);
  }

  async replaceText(id: PlanId, before: string | undefined, text: string): Promise<boolean> {
    return this.#vault.replaceText(id, before, text);
  }

  async loadJournal(name: string): Promise<JournalReading> {
    this.#vault.settle();
    const journal = this.#vault.loadJournal(name);
    return isPlanId(name) ? lent(journal) : journal;
  }

  async changeJournal<Result>(name: string, work: (journal: JournalReading) => Change<Result>): Promise<Result> {
    return this.#vault.change(() => {
      const journal = this.#vault.loadJournal(name);
      const change = work(journal);
      this.#vault.commit(name, journal, { kind: "missing" }, change);
      return change.result;
    });
  }

  async listPlans(query: PlanQuery): Promise<PlanPage> {
    if (!this.#isThere()) return this.#pageOfMissing(query);
    if (rows.searchedWords(query.words).length > 0) await this.#readTexts();
    const page = () => this.#derived((database) => rows.pageOfPlans(database, query));
    const { marks, ...found } = await page();
    const outdated = found.rows.map(({ id }) => id).filter((id) => !this.#isCurrent(id, marks.get(id)));
    if (outdated.length === 0) return { ...found, outdated };
    const read = await this.#options.reader();
    try {
      this.#projectAll(outdated, read);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      this.#rows.useMemory(error);
    }
    const { marks: _, ...renewed } = await page();
    return { ...renewed, outdated };
  }

  async planIds(prefix: string, most: number): Promise<PlanId[]> {
    if (!this.#isThere())
      return this.#remembered()
        .filter((id) => begins(id, prefix))
        .slice(0, most);
    return this.#derived((database) => rows.planIds(database, prefix, most));
  }

  async listAgents() {
    if (!this.#isThere()) return [];
    return this.#derived(rows.listAgents);
  }

  async listRequests(query: RequestQuery) {
    if (!this.#isThere()) return [];
    return this.#derived((database) => rows.listRequests(database, query));
  }

  async closedRequests(most: number) {
    if (!this.#isThere()) return [];
    return this.#derived((database) => rows.closedRequests(database, most));
  }

  async countRequests(query: Pick<RequestQuery, "open">) {
    if (!this.#isThere()) return 0;
    return this.#derived((database) => rows.countRequests(database, query));
  }

  async idlePlans(query: IdleQuery): Promise<PlanId[]> {
    if (!this.#isThere()) return [];
    return this.#derived((database) => rows.idlePlans(database, query));
  }

  async overdue(at: string, idle: readonly IdleQuery[]): Promise<OverdueRows> {
    if (!this.#isThere()) return { requests: [], plans: [], agents: [] };
    return this.#derived((database) => ({
      requests: rows.listRequests(database, { expired_before: at, limit: 1000 }),
      plans: idle.flatMap((query) => rows.idlePlans(database, query)),
      agents: rows.listAgents(database),
    }));
  }

  async upcoming(at: string): Promise<UpcomingRows> {
    if (!this.#isThere()) return { gathering: [] };
    return this.#derived((database) => {
      const expires_at = rows.nextExpiry(database, at);
      return { ...defined({ expires_at }), gathering: rows.agentsIn(database, ["gathering"]) };
    });
  }

  async journalNames(): Promise<string[]> {
    return this.#vault.journalNames();
  }

  async feed(after: number, limit: number) {
    if (!this.#isThere()) return { feed: "", records: [], end: 0, isEnd: true };
    const { feed, entries } = await this.#derived((database) => {
      return { feed: rows.feedName(database), entries: rows.readFeed(database, after, limit) };
    });
    const journals = new Map<string, JournalReading>();
    const records = entries.flatMap(({ journal: name, seq }) => {
      if (!isJournalName(name)) return [];
      const journal = journals.get(name) ?? this.#vault.loadJournal(name);
      journals.set(name, journal);
      return (journal.broken ? undefined : journal.records[seq - 1]) ?? [];
    });
    return { feed, records, end: entries.at(-1)?.n ?? after, isEnd: entries.length < limit };
  }

  async feedPoint(n?: number) {
    if (!this.#isThere()) return { feed: "", n: 0, versions: new Map() };
    return this.#derived((database) => rows.feedPoint(database, n));
  }

  async sign(journal: string, moment: Moment): Promise<void> {
    this.#signs.put(journal, moment);
  }

  lastSign(journal: string, now: Moment): string | undefined {
    return this.#signs.last(journal, now);
  }

  silentSince(journal: string, now: Moment): string | undefined {
    return this.#signs.silentSince(journal, now);
  }

  pulse(): number {
    if (!this.#isThere()) return 0;
    const version = this.#rows.get().get<{ data_version: number }>("PRAGMA data_version")?.data_version ?? 0;
    return this.#rows.openings * 2 ** 32 + version;
  }

  async rebuild(): Promise<void> {
    if (!this.#isThere()) return;
    this.#vault.exclusively(() => writeRows.forgetAll(this.#rows.get()));
    await this.#catchUp();
  }

  async setAside(name: string): Promise<string> {
    return this.#vault.setAside(name);
  }

  /** Accepts the journals of a project that was moved here; returns their names. */
  async adoptFrom(project: string): Promise<string[]> {
    return this.#isThere() ? this.#vault.adoptFrom(project) : [];
  }

  close(): Promise<void> {
    this.#late.write();
    this.#rows.close();
    this.#vault.close();
    return Promise.resolve();
  }

  /** Whether the project has stored anything: looking at a project must not leave files in it. */
  #isThere(): boolean {
    return existsSync(this.#places.plans);
  }

  /** Where no plan was ever stored, the home need not exist. */
  #remembered(): PlanId[] {
    const { home } = this.#options;
    return existsSync(homeDatabaseFile(home)) ? this.#vault.home().plans(this.#places.project) : [];
  }

  /** The plans that this machine remembers in a project whose directory of plans is gone; no file is made. */
  #pageOfMissing({ status, archived, limit, count, after }: PlanQuery): PlanPage {
    const isWanted = archived !== true && (status === undefined || status.length === 0 || status.includes("broken"));
    const all = isWanted ? this.#remembered().toReversed() : [];
    const later = all.filter((id) => after === undefined || ` ${id}` < after);
    const found = later.slice(0, limit).flatMap((id) => {
      const view = viewPlan(this.#vault.load(id));
      return (view && planRow(id, view)) ?? [];
    });
    const last = later.length > limit ? found.at(-1) : undefined;
    return {
      rows: found,
      outdated: [],
      ...(count && { total: all.length }),
      ...(last && { next: `${last.updated_at} ${last.id}` }),
    };
  }

  #project(name: string, read?: Reader, known?: { journal: JournalReading; file?: MarkedFile }): void {
    const { journal, file } = known ?? {};
    const plan = isPlanId(name) && journal && file ? { id: name, journal, file } : undefined;
    const loaded = isPlanId(name) ? (plan ?? this.#vault.load(name)) : (journal ?? this.#vault.loadJournal(name));
    this.#rows.keep((database) => {
      if ("journal" in loaded) projectPlan(database, this.#places, loaded, read);
      else projectJournal(database, name, loaded);
    });
    this.#late.done(name);
  }

  #projectAll(names: readonly string[], read?: Reader, weight?: ChangeWeight): void {
    this.#deriving(() => {
      for (const name of names) this.#project(name, read);
    }, weight);
  }

  /** Rows in memory need no lock, which a full disk may refuse. */
  #deriving(work: () => void, weight?: ChangeWeight): void {
    if (this.#rows.isPrivate) work();
    else this.#vault.exclusively(work, weight);
  }

  /** Before a list: takes in plans that were added or removed outside Countersign, by git or by hand. */
  async #catchUp(): Promise<void> {
    this.#vault.settle();
    if (bootDiffers(this.#rows.get())) this.#forgetEarlierBoot();
    const database = this.#rows.get();
    const { openings } = this.#rows;
    const sight = lookAt(this.#places);
    const vantage = { places: this.#places, home: this.#options.home };
    const home = this.#vault.home();
    const isForeign = vantageDiffers(database, vantage) || headsDiffer(database, this.#places.project, home);
    if (!isForeign && !directoriesDiffer(database, sight)) return;
    const known = rows.allMarks(database);
    const { there, gone: missing } = planIdsIn(this.#places, home);
    const changed = [...there, ...missing].filter((id) => {
      const marks = known.get(id);
      return isForeign || marks === undefined || (missing.has(id) && !this.#isCurrent(id, marks));
    });
    const gone = [...known.keys()].filter((id) => !there.has(id) && !missing.has(id));
    const agents = isForeign ? journalNamesIn(this.#places).filter(isAgentId) : [];
    const read = changed.length > 0 ? await this.#options.reader() : undefined;
    const names = [...changed, ...gone, ...agents, DESK_JOURNAL];
    // In batches, so that other processes need not wait for all of them.
    for (let at = 0; at < names.length; at += PORTION) {
      this.#projectAll(names.slice(at, at + PORTION), read);
    }
    this.#deriving(() => {
      if (this.#rows.openings === openings) this.#rows.keep((kept) => rememberDirectories(kept, vantage, sight, home));
    });
    // Deleted in between: the rows just written are gone with it.
    if (this.#rows.openings !== openings) await this.#catchUp();
  }

  /** For a search: the files that were added or changed since the search before, in batches. */
  async #readTexts(): Promise<void> {
    const missing = await this.#derived(rows.missingTexts);
    for (let at = 0; at < missing.length; at += PORTION) {
      const read = missing.slice(at, at + PORTION).map(({ id, mark }) => {
        const file = readPlanFile(this.#places, id);
        return { id, mark, text: file.kind === "present" ? file.text : "" };
      });
      this.#deriving(() => {
        for (const { id, mark, text } of read)
          this.#rows.keep((database) => writeRows.putText(database, id, mark, text));
      }, "light");
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** After a power failure the tables may be damaged, or lag behind the journals: all rows are derived again. */
  #forgetEarlierBoot(): void {
    if (!rows.isIntact(this.#rows.get())) this.#rows.discard();
    else this.#deriving(() => this.#rows.keep(writeRows.forgetAll));
  }

  /** Reads rows that are up to date. */
  async #derived<T>(read: (database: Database) => T): Promise<T> {
    this.#late.write();
    try {
      await this.#catchUp();
      return read(this.#rows.get());
    } catch (error) {
      if (isDiskFull(error)) this.#rows.useMemory(error);
      else if (!this.#rows.discardIfDamaged(error)) throw error;
      await this.#catchUp();
      return read(this.#rows.get());
    }
  }

  #isCurrent(id: PlanId, marks: rows.Marks | undefined): boolean {
    if (marks === undefined) return false;
    const file = markOf(this.#places.plan(id, "plans")) || markOf(this.#places.plan(id, "archive"));
    return marks.file === file && marks.journal === markOf(this.#places.journal(id));
  }
}

const PORTION = 500;

function begins(id: PlanId, prefix: string): boolean {
  return id.toLowerCase().startsWith(prefix.toLowerCase());
}

/** The caller may keep the result: later records go into another array. */
function lent(journal: JournalReading): JournalReading {
  Object.freeze(journal.records);
  return journal;
}
