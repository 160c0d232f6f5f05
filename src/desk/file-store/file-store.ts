import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import { syncDirectory } from "../durable.ts";
import type { Home } from "../home.ts";
import { type HomeDatabase, openHomeDatabase } from "../home-database.ts";
import type { JournalReading } from "../journal.ts";
import { type Keyring, openKeyring } from "../keyring.ts";
import type { Reader } from "../plan-view.ts";
import type { PlanPage, PlanQuery, RequestQuery } from "../rows.ts";
import type { Database } from "../sqlite.ts";
import type { Change, LoadedPlan, NewRecord, Store } from "../store.ts";
import {
  bootDiffers,
  directoriesDiffer,
  journalNamesIn,
  lookAt,
  planIdsIn,
  rememberDirectories,
} from "./directories.ts";
import { appendRecords, loadJournal } from "./journal-file.ts";
import { DESK_JOURNAL, isAgentId, linkedAway, makePlaces, type Places, placesOf } from "./places.ts";
import { hashOf, markOf, type PlanFile, readPlanFile } from "./plan-file.ts";
import { projectJournal, projectPlan } from "./project-rows.ts";
import { RowDatabase } from "./row-database.ts";
import * as rows from "./row-index.ts";
import { begin, findUnfinished, finish, moveIntoPlace, recover, type Unfinished } from "./unfinished.ts";

export interface FileStoreOptions {
  project: string;
  home: Home;
  /** Loads what reads a plan's text; called only when a text has to be read. */
  reader: () => Promise<Reader>;
}

/**
 * Markdown files, JSONL journals, and SQLite as lock and index. The journal is the truth: a commit is a line in it.
 * The lock is a write transaction on `state.db`, and inside it one on the user's `home.db`, so that even somebody who
 * deletes `state.db` while others work does not let two of them write at once.
 */
export class FileStore implements Store {
  readonly #options: FileStoreOptions;
  readonly #places: Places;
  readonly #rows: RowDatabase;
  #homeDatabase: HomeDatabase | undefined;
  #keyring: Keyring | undefined;
  #committed: Unfinished[] = [];

  constructor(options: FileStoreOptions) {
    this.#options = options;
    this.#places = placesOf(options.project);
    this.#rows = new RowDatabase(this.#places.database);
    this.#refuseLinks();
  }

  async loadPlan(id: PlanId): Promise<LoadedPlan> {
    this.#settle();
    return this.#load(id);
  }

  async changePlan<Result>(id: PlanId, work: (loaded: LoadedPlan) => Change<Result>): Promise<Result> {
    makePlaces(this.#places);
    return this.#exclusively(() => {
      const loaded = this.#load(id);
      const change = work(loaded);
      this.#commit(id, loaded.journal, loaded.file, change);
      return change.result;
    });
  }

  async loadJournal(name: string): Promise<JournalReading> {
    this.#settle();
    return this.#loadJournal(name);
  }

  async changeJournal<Result>(name: string, work: (journal: JournalReading) => Change<Result>): Promise<Result> {
    makePlaces(this.#places);
    return this.#exclusively(() => {
      const journal = this.#loadJournal(name);
      const change = work(journal);
      this.#commit(name, journal, { kind: "missing" }, change);
      return change.result;
    });
  }

  async listPlans(query: PlanQuery): Promise<PlanPage> {
    if (!this.#isThere()) return { rows: [], outdated: [], ...(query.count && { total: 0 }) };
    const page = () => this.#derived((database) => rows.pageOfPlans(database, query));
    const { marks, ...found } = await page();
    const outdated = found.rows.map(({ id }) => id).filter((id) => !this.#isCurrent(id, marks.get(id)));
    if (outdated.length === 0) return { ...found, outdated };
    const read = await this.#options.reader();
    this.#projectAll(outdated, read);
    const { marks: _, ...renewed } = await page();
    return { ...renewed, outdated };
  }

  async listAgents() {
    if (!this.#isThere()) return [];
    return this.#derived(rows.listAgents);
  }

  async listRequests(query: RequestQuery) {
    if (!this.#isThere()) return [];
    return this.#derived((database) => rows.listRequests(database, query));
  }

  async idlePlans(statuses: readonly string[], before: string): Promise<PlanId[]> {
    if (!this.#isThere()) return [];
    return this.#derived((database) => rows.idlePlans(database, statuses, before));
  }

  async journalNames(): Promise<string[]> {
    const remembered = this.#home().heads(this.#options.project);
    const names = new Set([...remembered.map(({ journal }) => journal), ...journalNamesIn(this.#places)]);
    return [...names].filter(isJournalName).sort();
  }

  async feed(after: number, limit: number) {
    if (!this.#isThere()) return { feed: "", records: [], end: 0, isEnd: true };
    const { feed, entries } = await this.#derived((database) => {
      return { feed: rows.feedName(database), entries: rows.readFeed(database, after, limit) };
    });
    const journals = new Map<string, JournalReading>();
    const records = entries.flatMap(({ journal: name, seq }) => {
      if (!isJournalName(name)) return [];
      const journal = journals.get(name) ?? this.#loadJournal(name);
      journals.set(name, journal);
      return (journal.broken ? undefined : journal.records[seq - 1]) ?? [];
    });
    return { feed, records, end: entries.at(-1)?.n ?? after, isEnd: entries.length < limit };
  }

  async feedPoint(n?: number) {
    if (!this.#isThere()) return { feed: "", n: 0, versions: new Map() };
    return this.#derived((database) => rows.feedPoint(database, n));
  }

  pulse(): number {
    if (!this.#isThere()) return 0;
    const version = this.#rows.get().get<{ data_version: number }>("PRAGMA data_version")?.data_version ?? 0;
    return this.#rows.openings * 2 ** 32 + version;
  }

  async rebuild(): Promise<void> {
    if (!this.#isThere()) return;
    this.#exclusively(() => rows.forgetAll(this.#rows.get()));
    await this.#catchUp();
  }

  async setAside(name: string): Promise<string> {
    makePlaces(this.#places);
    return this.#exclusively(() => {
      const path = this.#places.journal(name);
      const asideAt = (n: number): string => join(this.#places.sessions, `${name}.set-aside-${n}`);
      let n = 1;
      while (existsSync(asideAt(n))) n++;
      const aside = asideAt(n);
      // A link that leads nowhere does not exist, and is in the way all the same.
      if (markOf(path) !== "") renameSync(path, aside);
      syncDirectory(this.#places.sessions);
      this.#home().retireHead(this.#options.project, name);
      this.#project(name);
      return aside;
    });
  }

  async adoptFrom(project: string): Promise<string[]> {
    if (!this.#isThere()) return [];
    return this.#exclusively(() => {
      const home = this.#home();
      const living = (heads: ReturnType<HomeDatabase["heads"]>) => heads.filter(({ seq }) => seq > 0);
      const here = new Set(living(home.heads(this.#options.project)).map(({ journal }) => journal));
      const movable = living(home.heads(project)).filter(({ journal: name, ...head }) => {
        const journal = loadJournal(this.#places, name, this.#keys(), head);
        return !here.has(name) && journal.records.length > 0 && !journal.broken;
      });
      for (const { journal: name, ...head } of movable) {
        home.setHead(this.#options.project, name, head);
        home.retireHead(project, name);
        this.#project(name);
      }
      return movable.map(({ journal }) => journal);
    });
  }

  close(): void {
    this.#rows.close();
    this.#homeDatabase?.close();
    this.#homeDatabase = undefined;
  }

  #refuseLinks(): void {
    const away = linkedAway(this.#places);
    if (away !== undefined) throw new Error(`${away} is a link that leads elsewhere; remove it.`);
  }

  /** Whether anything was ever kept here: looking at a project must not leave traces in it. */
  #isThere(): boolean {
    return existsSync(this.#places.plans);
  }

  #load(id: PlanId): LoadedPlan {
    return { id, journal: this.#loadJournal(id), file: readPlanFile(this.#places, id) };
  }

  #loadJournal(name: string): JournalReading {
    const keys = this.#keys();
    const sight = () => ({ head: this.#home().head(this.#options.project, name), key: keys.current.id });
    for (let before = sight(); ; ) {
      const journal = loadJournal(this.#places, name, keys, before.head);
      if (!journal.broken) return journal;
      // Without the lock, commits between our looks at the head and at the journal make a sound one seem not to hold.
      const now = sight();
      if (now.head?.seal === before.head?.seal && now.key === before.key) return journal;
      before = now;
    }
  }

  /** The order matters: `unfinished.ts` says what each crash in between leaves, and how it is mended. */
  #commit(name: string, journal: JournalReading, file: PlanFile, change: Change<unknown>): void {
    const records = change.records ?? [];
    if (records.length === 0) return;
    const unfinished = begin(this.#places, name, journal.records.length + records.length, file, change);
    const sealed = appendRecords(this.#places, name, journal, withHashes(records, file, change), this.#keys());
    const last = sealed.at(-1);
    if (last) this.#home().setHead(this.#options.project, name, { seq: last.seq, seal: last.seal });
    moveIntoPlace(this.#places, unfinished, (path) => markOf(path) === this.#markFound(name, file, path));
    this.#project(name);
    this.#committed.push(unfinished);
  }

  #markFound(id: PlanId, file: PlanFile, path: string): string {
    return file.kind !== "missing" && this.#places.plan(id, file.place) === path ? file.mark : "";
  }

  #project(name: string, read?: Reader): void {
    const loaded = isPlanId(name) ? this.#load(name) : this.#loadJournal(name);
    this.#rows.keep((database) => {
      if ("journal" in loaded) projectPlan(database, this.#places, loaded, read);
      else projectJournal(database, name, loaded);
    });
  }

  #projectAll(names: readonly string[], read?: Reader): void {
    this.#exclusively(() => {
      for (const name of names) this.#project(name, read);
    });
  }

  /** Runs `work` while no other process can commit, after mending what a dead one left. */
  #exclusively<T>(work: () => T): T {
    this.#refuseLinks();
    for (;;) {
      const done = this.#rows.exclusively(() =>
        this.#home().exclusively(() => {
          // Deleted while we waited: others keep their rows in another one by now. From here on they wait for us.
          if (!this.#rows.isInPlace()) return undefined;
          this.#mend();
          return { value: work() };
        }),
      );
      if (done === undefined) continue;
      for (const unfinished of this.#committed.splice(0)) finish(unfinished);
      return done.value;
    }
  }

  #mend(): void {
    for (const unfinished of findUnfinished(this.#places)) {
      if (!isJournalName(unfinished.journal)) {
        finish(unfinished);
        continue;
      }
      const journal = this.#loadJournal(unfinished.journal);
      const last = journal.records.at(-1);
      if (last && !journal.broken) {
        this.#home().setHead(this.#options.project, unfinished.journal, { seq: last.seq, seal: last.seal });
      }
      recover(this.#places, unfinished, journal);
      this.#project(unfinished.journal);
    }
  }

  /** Before a look: if a process died at work, its work is mended first. */
  #settle(): void {
    if (findUnfinished(this.#places).length > 0) this.#exclusively(() => undefined);
  }

  /** Before a list: plans that came or went without us, by git or by hand, are taken in. */
  async #catchUp(): Promise<void> {
    this.#settle();
    const database = this.#rows.get();
    const { openings } = this.#rows;
    const sight = lookAt(this.#places);
    const isNewBoot = bootDiffers(database);
    if (!isNewBoot && !directoriesDiffer(database, sight)) return;
    const known = rows.allMarks(database);
    const found = planIdsIn(this.#places);
    const changed = [...found].filter((id) => {
      const marks = known.get(id);
      return marks === undefined || (isNewBoot && !this.#isCurrent(id, marks));
    });
    const gone = [...known.keys()].filter((id) => !found.has(id));
    const agents = isNewBoot ? journalNamesIn(this.#places).filter(isAgentId) : [];
    const read = changed.length > 0 ? await this.#options.reader() : undefined;
    const names = [...changed, ...gone, ...agents, DESK_JOURNAL];
    // In portions, so that nobody else has to wait for all of them.
    for (let at = 0; at < names.length; at += PORTION) {
      this.#projectAll(names.slice(at, at + PORTION), read);
    }
    this.#exclusively(() => {
      if (this.#rows.openings === openings) rememberDirectories(this.#rows.get(), sight);
    });
    // Deleted while we were at it: what we took in is gone with it.
    if (this.#rows.openings !== openings) await this.#catchUp();
  }

  /** Reads rows that are up to date. */
  async #derived<T>(read: (database: Database) => T): Promise<T> {
    try {
      await this.#catchUp();
      return read(this.#rows.get());
    } catch (error) {
      if (!this.#rows.discardIfDamaged(error)) throw error;
      await this.#catchUp();
      return read(this.#rows.get());
    }
  }

  #isCurrent(id: PlanId, marks: rows.Marks | undefined): boolean {
    if (marks === undefined) return false;
    const file = markOf(this.#places.plan(id, "plans")) || markOf(this.#places.plan(id, "archive"));
    return marks.file === file && marks.journal === markOf(this.#places.journal(id));
  }

  #home(): HomeDatabase {
    this.#homeDatabase ??= openHomeDatabase(this.#options.home);
    return this.#homeDatabase;
  }

  #keys(): Keyring {
    this.#keyring ??= openKeyring(this.#options.home);
    return this.#keyring;
  }
}

/** The last record says how the commit leaves the file; those before it, how it was found. */
function withHashes(
  records: readonly NewRecord[],
  file: PlanFile,
  change: Change<unknown>,
): (NewRecord & { file?: string })[] {
  return records.map((record, index) => {
    if (change.file === undefined) return record;
    const isLast = index === records.length - 1;
    if (isLast) return { ...record, file: hashOf(change.file.text) };
    return file.kind === "present" ? { ...record, file: file.hash } : record;
  });
}

function isJournalName(name: string): boolean {
  return isPlanId(name) || isAgentId(name) || name === DESK_JOURNAL;
}

const PORTION = 500;
