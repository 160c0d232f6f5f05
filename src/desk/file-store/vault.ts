import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import { isDiskFull } from "../disk-full.ts";
import { syncDirectory } from "../durable.ts";
import { explainBroken } from "../explain-broken.ts";
import type { Home } from "../home.ts";
import { type HomeDatabase, openHomeDatabase } from "../home-database.ts";
import type { Head, JournalReading } from "../journal.ts";
import { type Keyring, lateKeyring } from "../keyring.ts";
import { withHashes } from "../seal-records.ts";
import { StatCache } from "../stat-cache.ts";
import type { Change, ChangeWeight, LoadedPlan } from "../store.ts";
import { journalNamesIn, rememberHead } from "./directories.ts";
import { appendRecords, loadJournal } from "./journal-file.ts";
import { keepNewest } from "./keep-newest.ts";
import { MarkedLines } from "./marked-lines.ts";
import { type MarkedFile, markOf, PlanFiles, readPlanFile, replacePlanFile } from "./plan-file.ts";
import { DESK_JOURNAL, isAgentId, type ProjectPaths, projectPaths } from "./project-paths.ts";
import type { RowDatabase } from "./row-database.ts";
import type { StorageDirectories } from "./storage-directories.ts";
import { begin, findUnfinished, finish, moveIntoPlace, recover, type Unfinished } from "./unfinished.ts";
import { type KnownLines, VerifiedLines } from "./verified-lines.ts";

export interface LoadedFile extends LoadedPlan {
  file: MarkedFile;
}

export interface VaultOptions {
  places: ProjectPaths;
  ground: StorageDirectories;
  home: Home;
  /** Its lock is the outer one of the two. */
  rows: RowDatabase;
  /** Derives the rows of a journal again; called under the lock after each change, with the new reading if known. */
  derive(name: string, known?: { journal: JournalReading; file?: MarkedFile; mayWait?: boolean }): void;
}

/**
 * Journals and plan files, and the order in which they are written. The lock is a write transaction on `state.db`,
 * and inside it one on the user's `home.db`, so that two processes cannot write at once even if `state.db` is deleted
 * while they work.
 */
export class Vault {
  readonly #options: VaultOptions;
  readonly #places: ProjectPaths;
  #homeDatabase: HomeDatabase | undefined;
  readonly #keys: Keyring;
  #committed: Unfinished[] = [];
  /** A journal has grown under the current lock. */
  #isRecorded = false;
  readonly #files: PlanFiles;
  readonly #unfinished = new StatCache<string[]>();
  readonly #sound = new Map<string, KnownLines>();

  constructor(options: VaultOptions) {
    this.#options = options;
    this.#places = options.places;
    this.#files = new PlanFiles(options.places);
    this.#keys = lateKeyring(options.home);
    refuseLink(options.ground.escapingLink());
  }

  load(id: PlanId): LoadedFile {
    return { id, journal: this.loadJournal(id), file: this.#files.read(id) };
  }

  loadJournal(name: string): JournalReading {
    for (let before = ""; ; ) {
      const head = this.home().head(this.#places.project, name);
      const journal = loadJournal(this.#places, name, this.#keys, head, this.#soundLines(name));
      if (!journal.broken) return journal;
      // Without the lock, a commit between reading the head and reading the journal makes an intact journal look
      // broken.
      const now = `${this.home().head(this.#places.project, name)?.seal} ${this.#keys.current.id}`;
      if (now === before) return this.#explained(name, head, journal);
      before = now;
    }
  }

  #explained(name: string, head: Head | undefined, journal: JournalReading): JournalReading {
    if (!journal.broken) return journal;
    const { project } = this.#places;
    const surroundings = { name, project, head, home: this.#options.home, database: this.home() };
    return { ...journal, broken: explainBroken(journal.broken, journal.records, surroundings) };
  }

  /** Replaces the file as an editor would: the next look records the edit. */
  replaceText(id: PlanId, before: string | undefined, text: string): boolean {
    return this.change(() => {
      const file = readPlanFile(this.#places, id);
      if (file.kind === "unusable" || (file.kind === "present" ? file.text : undefined) !== before) return false;
      replacePlanFile(this.#places, id, file.kind === "present" ? file.place : "plans", text);
      this.#options.derive(id);
      return true;
    });
  }

  /** Names of all journals that exist or should exist. */
  journalNames(): string[] {
    const remembered = living(this.home().heads(this.#places.project)).map(({ journal }) => journal);
    const names = new Set([...remembered, ...journalNamesIn(this.#places)]);
    return [...names].filter(isJournalName).sort();
  }

  /** The order matters: `unfinished.ts` says what each crash in between leaves, and how it is recovered. */
  commit(
    name: string,
    journal: JournalReading,
    file: MarkedFile,
    change: Change<unknown>,
    weight: ChangeWeight = "full",
  ): void {
    const records = change.records ?? [];
    if (records.length === 0) return;
    this.#refuseObstacle();
    // With no file to move, and a head to start from, a crash in between leaves nothing to recover.
    const isAlone = weight === "light" && !change.file && !change.artifacts?.length && journal.records.length > 0;
    const mayWait = isAlone && change.rowsMayWait === true;
    const last = journal.records.length + records.length;
    const unfinished = isAlone ? undefined : begin(this.#places, name, last, file, change);
    let appended: ReturnType<typeof appendRecords>;
    try {
      const sound = this.#soundLines(name);
      const hashed = withHashes(records, file, change);
      appended = appendRecords(this.#places, name, journal, hashed, this.#keys, sound, mayWait);
    } catch (error) {
      if (unfinished) finish(unfinished);
      throw error;
    }
    this.#isRecorded = true;
    const { head } = appended;
    const after = { ...journal, records: appended.records };
    try {
      if (head) this.#setHead(name, head, mayWait);
      if (unfinished)
        moveIntoPlace(this.#places, unfinished, (path) => markOf(path) === this.#markFound(name, file, path));
      this.#options.derive(name, { journal: after, ...(isAlone && { file }), mayWait });
      if (unfinished) this.#committed.push(unfinished);
    } catch (error) {
      // The record is written, so the change has happened. The rest is recovered as after a crash.
      if (!isDiskFull(error)) throw error;
    }
  }

  /** As `exclusively`, and creates the directories for a first plan. */
  change<T>(work: () => T, weight?: ChangeWeight): T {
    refuseLink(this.#options.ground.make());
    return this.#locked(work, weight);
  }

  /** Runs `work` while no other process can commit, after recovering commits of dead processes. */
  exclusively<T>(work: () => T, weight?: ChangeWeight): T {
    refuseLink(this.#options.ground.escapingLink());
    return this.#locked(work, weight);
  }

  #locked<T>(work: () => T, weight: ChangeWeight = "full"): T {
    for (;;) {
      let done: { value: T } | undefined;
      this.#isRecorded = false;
      try {
        this.#options.rows.exclusively(() =>
          this.home().exclusively(() => {
            // Deleted while this process waited: others use a new database by now. From here on they wait for this
            // process.
            if (!this.#options.rows.isInPlace()) return;
            this.#mend();
            done = { value: work() };
          }, weight),
        );
      } catch (error) {
        // Only the head is missing: the record is written, and the next reader moves the head.
        if (done === undefined || !this.#isRecorded || !isDiskFull(error)) throw error;
        this.#committed.length = 0;
      }
      if (done === undefined) continue;
      for (const unfinished of this.#committed.splice(0)) finish(unfinished);
      return done.value;
    }
  }

  /** Before reading: recovers the commit of a process that died. On a full disk a later reader does. */
  settle(): void {
    if (findUnfinished(this.#places, this.#unfinished).length === 0) return;
    try {
      this.exclusively(() => undefined);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
  }

  /**
   * After reading: moves a head that a crash left behind to the end of its journal, while the key that sealed the
   * records in between is still in use. A process that cannot write leaves that to the next one.
   */
  settleHead(name: string, journal: JournalReading): void {
    if (journal.broken || journal.records.length <= journal.known) return;
    try {
      this.exclusively(() => {
        const now = this.loadJournal(name);
        const last = now.records.at(-1);
        // Usually another process was just about to do so.
        if (last === undefined || now.broken || now.records.length <= now.known) return;
        this.#setHead(name, last);
      }, "light");
    } catch {
      // Reading works without it.
    }
  }

  /** Quarantines a journal and retires its head. */
  setAside(name: string): string {
    return this.change(() => {
      const path = this.#places.journal(name);
      const asideAt = (n: number): string => join(this.#places.sessions, `${name}.set-aside-${n}`);
      let n = 1;
      while (existsSync(asideAt(n))) n++;
      const aside = asideAt(n);
      // A dangling link does not "exist", but blocks the path.
      if (markOf(path) !== "") renameSync(path, aside);
      syncDirectory(this.#places.sessions);
      this.home().retireHead(this.#places.project, name);
      this.#noteHead(name);
      this.#options.derive(name);
      return aside;
    });
  }

  /**
   * Accepts journals here that match the heads of another path, and retires those heads. Journals that are gone from both
   * are remembered here from then on: otherwise the move would hide their loss.
   */
  adoptFrom(project: string): string[] {
    return this.exclusively(() => {
      const home = this.home();
      const former = projectPaths(project);
      const here = new Set(living(home.heads(this.#places.project)).map(({ journal }) => journal));
      const known = living(home.heads(project)).filter(({ journal }) => !here.has(journal));
      const isSound = ({ journal: name, ...head }: (typeof known)[number]) => {
        const journal = loadJournal(this.#places, name, this.#keys, head);
        return journal.records.length > 0 && !journal.broken;
      };
      // The desk's own journal has to record the adoption, so it starts again if it is gone.
      const isGone = ({ journal: name }: (typeof known)[number]) =>
        name !== DESK_JOURNAL && [this.#places, former].every((places) => markOf(places.journal(name)) === "");
      const movable = known.filter(isSound);
      const gone = movable.length > 0 ? known.filter(isGone) : [];
      for (const { journal: name, ...head } of [...movable, ...gone]) {
        this.#setHead(name, head);
        home.retireHead(project, name);
        this.#options.derive(name);
      }
      return movable.map(({ journal }) => journal);
    });
  }

  close(): void {
    this.#homeDatabase?.close();
    this.#homeDatabase = undefined;
  }

  /** Agents' journals grow with every denied call, plans' with every step; both are read all the time. */
  #soundLines(name: string): KnownLines | undefined {
    if (!isAgentId(name) && !isPlanId(name)) return undefined;
    const sound = this.#sound.get(name) ?? (isPlanId(name) ? new MarkedLines() : new VerifiedLines());
    keepNewest(this.#sound, name, sound);
    return sound;
  }

  /** Without the lock on `state.db` nothing is written, even where it could be. */
  #refuseObstacle(): void {
    const { obstacle } = this.#options.rows;
    // On a full disk the lock on `home.db` is there, and the journal may have room.
    if (obstacle === undefined || isDiskFull(obstacle)) return;
    const message = `${this.#places.plans} must be writable to record changes; reading still works. ${obstacle.message}`;
    throw Object.assign(new Error(message, { cause: obstacle }), { code: (obstacle as NodeJS.ErrnoException).code });
  }

  #mend(): void {
    for (const unfinished of findUnfinished(this.#places, this.#unfinished)) {
      if (!isJournalName(unfinished.journal)) {
        finish(unfinished);
        continue;
      }
      const journal = this.loadJournal(unfinished.journal);
      const last = journal.records.at(-1);
      if (last && !journal.broken) {
        this.#setHead(unfinished.journal, last);
      }
      recover(this.#places, unfinished, journal);
      this.#options.derive(unfinished.journal);
    }
  }

  #markFound(id: PlanId, file: MarkedFile, path: string): string {
    return file.kind !== "missing" && this.#places.plan(id, file.place) === path ? file.mark : "";
  }

  /** With rows that wait, the database notes no head either: a later one is as good. */
  #setHead(name: string, { seq, seal }: Head, mayWait = false): void {
    this.home().setHead(this.#places.project, name, { seq, seal });
    if (!mayWait) this.#noteHead(name);
  }

  #noteHead(name: string): void {
    const head = this.home().head(this.#places.project, name);
    this.#options.rows.keep((database) => rememberHead(database, name, head));
  }

  home(): HomeDatabase {
    this.#homeDatabase ??= openHomeDatabase(this.#options.home);
    return this.#homeDatabase;
  }
}

/** Without those that were retired: their journals were given up, or moved away. */
function living(heads: ReturnType<HomeDatabase["heads"]>): ReturnType<HomeDatabase["heads"]> {
  return heads.filter(({ seq }) => seq > 0);
}

function refuseLink(away: string | undefined): void {
  if (away !== undefined) throw new Error(`${away} is a link that leads elsewhere; remove it.`);
}

export function isJournalName(name: string): boolean {
  return isPlanId(name) || isAgentId(name) || name === DESK_JOURNAL;
}
