import { crypto } from "../desk/crypto.ts";
import { isDiskFull } from "../desk/disk-full.ts";
import { keepNewest } from "../desk/file-store/keep-newest.ts";
import type { Home } from "../desk/home.ts";
import { type HomeDatabase, openHomeDatabase } from "../desk/home-database.ts";
import { type Broken, type JournalReading, readJournal } from "../desk/journal.ts";
import { type Key, type Keyring, lateKeyring } from "../desk/keyring.ts";
import { placeMark, type Seal, type SealedRecord } from "../desk/seal.ts";
import { freezeGrown } from "../plan/freeze.ts";

/** Records whose seals and order were checked. */
export interface KnownRecords {
  life: number;
  records: readonly SealedRecord[];
}

/** A journal as the database has it; all null where it has none. */
export interface JournalRow {
  /** Counts how often the journal was quarantined, from 1. */
  life: number | null;
  seq: number | null;
  seal: Seal | null;
  /** The lines after those that were known when it was asked. */
  lines: string[] | null;
}

const NOTHING_KNOWN: KnownRecords = { life: 1, records: [] };

const MOST_KNOWN = 500;

/**
 * Reads the journals of a project as servers trust them. A database tells no edit, cut or restored backup by itself: each
 * line has a seal whose key only servers have, and each server remembers the heads it has seen in its own directory.
 */
export class TeamJournals {
  /** What stands for the project in its records: the same on every server. */
  readonly place: string;
  readonly #home: Home;
  readonly #keys: Keyring;
  #database: HomeDatabase | undefined;
  readonly #known = new Map<string, KnownRecords>();

  constructor(project: string, home: Home) {
    this.place = `team:${project}`;
    this.#home = home;
    this.#keys = lateKeyring(home);
  }

  get key(): Key {
    return this.#keys.current;
  }

  /** The records that a query need not read; they are passed to `read` with its answer, as others may become known. */
  known(name: string): KnownRecords {
    return this.#known.get(name) ?? NOTHING_KNOWN;
  }

  read(name: string, row: JournalRow, known: KnownRecords = NOTHING_KNOWN): JournalReading {
    const life = row.life ?? 1;
    // Not what the database no longer has: the heads below tell that it is missing.
    const records = known.life === life ? known.records.slice(0, row.seq ?? 0) : [];
    const bytes = Buffer.from((row.lines ?? []).map((line) => `${line}\n`).join(""));
    const head = row.seq === null ? undefined : { seq: row.seq, seal: row.seal ?? "" };
    const begun = head?.seq === 0 && head.seal === "" ? undefined : head;
    const reading = readJournal(name, this.place, bytes, this.#keys, begun, { length: 0, records, areShared: true });
    const broken =
      reading.broken ??
      this.#wrongBeginning(name, life, reading) ??
      this.#wrongPlace(reading.records, records.length) ??
      this.#wrongHead(name, life, reading);
    if (broken) {
      this.#known.delete(name);
      return { ...reading, broken };
    }
    this.#keep(name, life, reading.records);
    try {
      this.#remember(name, life, reading.records);
    } catch (error) {
      // Reading works without it.
      if (!isDiskFull(error)) throw error;
    }
    return reading;
  }

  /** After a commit. */
  committed(name: string, life: number, records: readonly SealedRecord[]): void {
    this.#keep(name, life, records);
    try {
      this.#remember(name, life, records);
    } catch {
      // The change has happened. The next reading remembers it, or fails.
    }
  }

  /** Changes whenever this server remembers more of a journal. */
  remembered(name: string): string {
    return `${this.latestLife(name)} ${this.#heads().head(this.place, name)?.seal}`;
  }

  /** The last life of a journal that this server knows of. */
  latestLife(name: string): number {
    return this.#heads().head(this.place, lifeName(name))?.seq ?? 1;
  }

  /** The seal that the first record of a life follows. Without the key, no old records can begin another life. */
  beginning(name: string, life: number): Seal {
    return lifeSeal(this.place, name, life, this.#keys.current);
  }

  /** Those of which this server remembers records. */
  names(): string[] {
    return this.#heads()
      .heads(this.place)
      .filter(({ seq }) => seq > 0)
      .map(({ journal }) => journal);
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  #keep(name: string, life: number, records: readonly SealedRecord[]): void {
    freezeGrown(records);
    const known = this.known(name);
    const isOlder = life < known.life || (life === known.life && records.length < known.records.length);
    if (!isOlder) keepNewest(this.#known, name, { life, records }, MOST_KNOWN);
  }

  /** Also of an empty journal: another life is begun by servers only. */
  #wrongBeginning(name: string, life: number, { records, end }: JournalReading): Broken | undefined {
    const first = records[0]?.prev ?? end;
    const key = this.#keys.find(first.split(".")[0] ?? "");
    const expected = life === 1 ? "" : key && lifeSeal(this.place, name, life, key);
    if (first === expected) return undefined;
    return { kind: "replaced", seq: 1, message: "Record 1 does not begin this journal: it was quarantined." };
  }

  /** The database could bring its own head for a journal that servers sealed in another project. */
  #wrongPlace(records: readonly SealedRecord[], known: number): Broken | undefined {
    const place = placeMark(this.place);
    const foreign = records.slice(known).find((record) => record.place !== place);
    if (foreign === undefined) return undefined;
    const { seq } = foreign;
    return { kind: "foreign", seq, message: `Record ${seq} was written in another project.` };
  }

  /** What this server has seen must still be there. */
  #wrongHead(name: string, life: number, { records }: JournalReading): Broken | undefined {
    const heads = this.#heads();
    const latest = this.latestLife(name);
    if (life < latest) {
      return { kind: "replaced", seq: 1, message: "The journal is one that was quarantined: it does not come back." };
    }
    const head = life === latest ? heads.head(this.place, name) : undefined;
    if (head === undefined || head.seq === 0) return undefined;
    if (records.length < head.seq) {
      const seq = records.length + 1;
      const message = `The journal ends at record ${records.length}; this server remembers ${head.seq}.`;
      return { kind: "cut", seq, message };
    }
    if (records[head.seq - 1]?.seal === head.seal) return undefined;
    return { kind: "replaced", seq: head.seq, message: `Record ${head.seq} is not the one this server remembers.` };
  }

  #remember(name: string, life: number, records: readonly SealedRecord[]): void {
    const heads = this.#heads();
    const { seq, seal } = records.at(-1) ?? { seq: 0, seal: "" };
    const isNews = () => {
      const latest = this.latestLife(name);
      return life > latest || (life === latest && seq > (heads.head(this.place, name)?.seq ?? 0));
    };
    if (!isNews()) return;
    heads.exclusively(() => {
      // Another process of this server may have remembered more since.
      if (!isNews()) return;
      if (life > 1) heads.setHead(this.place, lifeName(name), { seq: life, seal: "" });
      heads.setHead(this.place, name, { seq, seal });
    });
  }

  #heads(): HomeDatabase {
    this.#database ??= openHomeDatabase(this.#home);
    return this.#database;
  }
}

function lifeName(name: string): string {
  return `${name}#life`;
}

function lifeSeal(place: string, name: string, life: number, { id, secret }: Key): Seal {
  const body = `countersign life\n${place}\n${name}\n${life}`;
  return `${id}.${crypto().createHmac("sha256", secret).update(body).digest("hex")}`;
}
