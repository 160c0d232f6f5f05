import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
} from "node:fs";
import { dirname } from "node:path";
import { isDiskFull } from "../disk-full.ts";
import { syncDirectory, writeAt } from "../durable.ts";
import type { Head, JournalReading } from "../journal.ts";
import { noJournal, readJournal } from "../journal.ts";
import type { Keyring } from "../keyring.ts";
import { namingFullDisk } from "../no-room.ts";
import type { SealedRecord } from "../seal.ts";
import { sealRecords } from "../seal-records.ts";
import type { NewRecord } from "../store.ts";
import type { ProjectPaths } from "./project-paths.ts";
import type { KnownLines } from "./verified-lines.ts";

/** Reads a journal from the disk and checks its seals and its head. */
export function loadJournal(
  places: ProjectPaths,
  name: string,
  keyring: Keyring,
  head: Head | undefined,
  sound?: KnownLines,
): JournalReading {
  const path = places.journal(name);
  // Two changes within the resolution of the file's times look like one: the head shows whether another process has
  // written.
  if (sound && head?.seq === sound.records.length && sound.areAllOf(path))
    return readJournal(name, places.project, NO_BYTES, keyring, head, sound);
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(fd);
      if (!stats.isFile()) return unusable("it is not a regular file");
      if (stats.size > LARGEST) return unusable("it is larger than 256 MB");
      if (sound === undefined) return readJournal(name, places.project, readFileSync(fd), keyring, head);
      const bytes = readFrom(fd, sound.areIn(fd) ? sound.length : 0, stats.size);
      const journal = readJournal(name, places.project, bytes, keyring, head, sound);
      const isLonger = journal.wholeBytes > sound.length && !journal.lacksNewline;
      if (isLonger && !journal.broken) {
        const more = journal.records.slice(sound.records.length);
        sound.goOn(bytes.subarray(0, journal.wholeBytes - sound.length), more, fd, journal.tornBytes === 0);
      }
      return journal;
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return noJournal(head);
    if (code !== "ELOOP" && code !== "EISDIR" && code !== "EACCES") throw error;
    return unusable(code === "ELOOP" ? "it is a symbolic link" : code);
  }
}

const NO_BYTES = Buffer.alloc(0);

function readFrom(fd: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Math.max(0, end - start));
  let read = 0;
  for (let more = 1; more > 0 && read < bytes.length; read += more)
    more = readSync(fd, bytes, read, bytes.length - read, start + read);
  return bytes.subarray(0, read);
}

const LARGEST = 256 * 1024 * 1024;

function unusable(reason: string): JournalReading {
  return {
    ...noJournal(undefined),
    broken: { kind: "replaced", seq: 1, message: `The journal cannot be read: ${reason}.` },
  };
}

/**
 * Appends sealed records to an intact journal. Every byte is synced when it returns. Where more records will follow
 * soon, it allocates room for them: overwriting takes the disk half as long as extending a file.
 */
export function appendRecords(
  places: ProjectPaths,
  name: string,
  journal: JournalReading,
  records: readonly (NewRecord & { file?: string })[],
  keyring: Keyring,
  sound?: KnownLines,
  moreFollow = false,
): { head: SealedRecord | undefined; records: readonly SealedRecord[] } {
  const { lines, records: sealed } = sealRecords({ name, project: places.project, journal }, records, keyring.current);
  const path = places.journal(name);
  const isNew = journal.wholeBytes === 0;
  const known = sound?.length === journal.wholeBytes && !journal.lacksNewline ? sound : undefined;
  const all = known?.areShared ? known : { records: [...journal.records, ...sealed] };
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;
  const fd = namingFullDisk(path, () => openSync(path, flags, 0o644));
  try {
    if (journal.tornBytes > 0) ftruncateSync(fd, journal.wholeBytes);
    const bytes = Buffer.from(`${journal.lacksNewline ? "\n" : ""}${lines.join("\n")}\n`);
    const end = journal.wholeBytes + bytes.length;
    const size = known?.fileSize ?? fstatSync(fd).size;
    namingFullDisk(path, () => {
      writeAt(fd, bytes, journal.wholeBytes);
      if (moreFollow && end > size) allocateRoom(fd, end);
      if (!moreFollow && size > end) ftruncateSync(fd, end);
      fdatasyncSync(fd);
    });
    known?.goOn(bytes, sealed, fd, true);
  } catch (error) {
    // The record was not acknowledged. What cannot be cut off now is a partial line, which the next write cuts off.
    if (isDiskFull(error)) ftruncateSync(fd, journal.wholeBytes);
    throw error;
  } finally {
    closeSync(fd);
  }
  if (isNew) syncDirectory(dirname(path));
  return { head: sealed.at(-1), records: all.records };
}

/** About as many lines as a run writes in a moment. */
const ROOM = Buffer.alloc(64 * 1024);

/** Only a favour to the next record: this one is written. */
function allocateRoom(fd: number, end: number): void {
  try {
    writeAt(fd, ROOM, end);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}
