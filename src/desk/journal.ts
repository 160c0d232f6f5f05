import { defined } from "../plan/defined.ts";
import { counted } from "../plan/quantities.ts";
import type { Keyring } from "./keyring.ts";
import { isSealedBy, JOURNAL_FORMAT, placeMark, type Seal, type SealedRecord, splitLine } from "./seal.ts";

/**
 * The newest record of a journal, as the user's own directory remembers it. With `seq` 0 there is none yet, and the
 * first one has to follow `seal`: so a journal that was quarantined or moved away cannot come back.
 */
export interface Head {
  seq: number;
  seal: Seal;
}

/** Why a journal is not trusted. */
export interface Broken {
  kind: "changed" | "cut" | "replaced" | "foreign" | "unverified" | "missing" | "newer";
  /** The first invalid record. */
  seq: number;
  message: string;
  /**
   * Why, if this machine can tell (`explain-broken.ts`). `moved` and `copied`: it remembers the journal in the directory
   * `from`. `forgotten`: it was written here, and `home.db` does not know it. `other_user`: its file belongs to `user`.
   * `file_left`: of a plan whose journal is missing, the file is still there.
   */
  cause?: "moved" | "copied" | "forgotten" | "put_aside" | "other_user" | "file_left";
  from?: string;
  user?: string;
}

export interface JournalReading {
  /** Every readable record; trusted only if the journal is not broken. */
  records: readonly SealedRecord[];
  broken?: Broken;
  /**
   * The length of a partial last line that a crash left: it was never acknowledged. Zeros after it are allocated
   * room.
   */
  tornBytes: number;
  /** The sequence number of the head. */
  known: number;
  /** The seal that the next record follows. */
  end: Seal;
  /** Bytes up to the end of the last whole line. */
  wholeBytes: number;
  /** The last line lacks only its line break. */
  lacksNewline: boolean;
}

/** The first lines of a journal, whose seals and order were checked. */
interface KnownLines {
  /** In bytes. */
  length: number;
  records: readonly SealedRecord[];
  /** Whether callers get the records themselves, or a copy. */
  areShared: boolean;
}

/**
 * Reads a journal and checks seals, order, and the head kept outside the project. The bytes are those after the known
 * lines.
 */
export function readJournal(
  name: string,
  project: string,
  bytes: Buffer,
  keyring: Keyring,
  head: Head | undefined,
  known: KnownLines = { length: 0, records: [], areShared: false },
): JournalReading {
  const written = writtenIn(bytes);
  const end = written.lastIndexOf(0x0a) + 1;
  const tail = written.toString("utf8", end);
  const lines = written.toString("utf8", 0, end).split("\n").slice(0, -1);
  const isTailWhole = tail !== "" && isWhole(tail, keyring);
  if (isTailWhole) lines.push(tail);
  const { records, broken } = readLines(name, known, lines, keyring);
  const wholeBytes = isTailWhole ? written.length : end;
  const wrong = broken ?? compareWithHead(records, placeMark(project), keyring, head);
  return {
    records,
    ...defined({ broken: wrong }),
    known: head?.seq ?? 0,
    end: records.at(-1)?.seal ?? beginning(head),
    tornBytes: Math.max(0, endOfBytes(bytes) - wholeBytes),
    wholeBytes: known.length + wholeBytes,
    lacksNewline: isTailWhole,
  };
}

/** The contiguous part of a journal: a power failure may have left parts of later writes in its room. */
function writtenIn(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** Where the unused room begins. */
function endOfBytes(bytes: Buffer): number {
  let end = bytes.length;
  while (end >= ZEROS.length && bytes.subarray(end - ZEROS.length, end).equals(ZEROS)) end -= ZEROS.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end;
}

const ZEROS = Buffer.alloc(4_096);

/** A missing journal: broken if its head says that it existed. */
export function noJournal(head: Head | undefined): JournalReading {
  const message = `The journal is gone; this machine remembers ${counted(head?.seq ?? 0, "record")} of it.`;
  return {
    records: [],
    ...(head && head.seq > 0 && { broken: { kind: "missing", seq: 1, message } as const }),
    known: head?.seq ?? 0,
    end: beginning(head),
    tornBytes: 0,
    wholeBytes: 0,
    lacksNewline: false,
  };
}

function isWhole(line: string, keyring: Keyring): boolean {
  const parts = splitLine(line);
  const key = parts && keyring.find(parts.record.key);
  return parts !== undefined && key !== undefined && isSealedBy(parts.body, parts.record.seal, key);
}

/** Continues after records that are known to be valid. */
function readLines(
  name: string,
  { records: known, areShared }: KnownLines,
  lines: string[],
  keyring: Keyring,
): { records: readonly SealedRecord[]; broken?: Broken } {
  if (lines.length === 0 && areShared) return { records: known };
  const records = [...known];
  let broken: Broken | undefined;
  let prev: Seal | undefined = known.at(-1)?.seal;
  for (const [index, line] of lines.entries()) {
    const seq = known.length + index + 1;
    const parts = splitLine(line);
    if (parts === undefined) {
      broken ??= { kind: "changed", seq, message: `Record ${seq} is not a sealed record.` };
      continue;
    }
    const { body, record } = parts;
    broken ??= wrongRecord(name, seq, prev, body, record, keyring);
    prev = record.seal;
    records.push(record);
  }
  return broken === undefined ? { records } : { records, broken };
}

function wrongRecord(
  name: string,
  seq: number,
  prev: Seal | undefined,
  body: string,
  record: SealedRecord,
  keyring: Keyring,
): Broken | undefined {
  const key = keyring.find(record.key);
  if (key === undefined) {
    const message = `Record ${seq} is sealed with the key ${record.key}, which is not on this machine.`;
    return { kind: "unverified", seq, message };
  }
  if (!isSealedBy(body, record.seal, key)) {
    return { kind: "changed", seq, message: `Record ${seq} was changed after it was sealed.` };
  }
  if ((record.format ?? 1) > JOURNAL_FORMAT) {
    const message = `Record ${seq} was written by a newer Countersign (format ${record.format}); update this one.`;
    return { kind: "newer", seq, message };
  }
  if (record.journal !== name) {
    return { kind: "replaced", seq, message: `Record ${seq} belongs to the journal of ${record.journal}.` };
  }
  if (record.seq !== seq || (prev !== undefined && record.prev !== prev)) {
    return {
      kind: "changed",
      seq,
      message: `Record ${seq} does not follow the one before it: something was taken out or put in.`,
    };
  }
  return undefined;
}

/** The head finds what seals cannot: a journal restored from an earlier day, or copied from another project. */
function compareWithHead(
  records: readonly SealedRecord[],
  place: string,
  keyring: Keyring,
  head: Head | undefined,
): Broken | undefined {
  const [first] = records;
  const isFresh = head === undefined || head.seq === 0;
  if (first === undefined)
    return isFresh ? undefined : { kind: "cut", seq: 1, message: `All ${head.seq} records were cut off.` };
  // Records past the head are valid only if a crash kept the head from being written: made here, with the key in use.
  const isOurs = (record: SealedRecord) => record.key === keyring.current.id && record.place === place;
  if (isFresh) {
    // A first commit is one record, which cannot hold a signature.
    const isFirstCommit = records.length === 1 && isOurs(first) && first.prev === beginning(head);
    return isFirstCommit
      ? undefined
      : { kind: "foreign", seq: 1, message: "The journal was not written in this project on this machine." };
  }
  if (records.length < head.seq) {
    const seq = records.length + 1;
    return {
      kind: "cut",
      seq,
      message: `The journal ends at record ${records.length}; this machine remembers ${head.seq}.`,
    };
  }
  if (records[head.seq - 1]?.seal !== head.seal) {
    return { kind: "replaced", seq: head.seq, message: `Record ${head.seq} is not the one this machine remembers.` };
  }
  const past = records.slice(head.seq).find((record) => !isOurs(record));
  if (past !== undefined) {
    const message = `Record ${past.seq} was added with a key that is no longer in use, or in another project.`;
    return { kind: "changed", seq: past.seq, message };
  }
  return undefined;
}

function beginning(head: Head | undefined): Seal {
  return head?.seq === 0 ? head.seal : "";
}
