import { defined } from "../plan/defined.ts";
import { hashOf } from "./hash-of.ts";
import type { JournalReading } from "./journal.ts";
import type { Key } from "./keyring.ts";
import type { PlanFile } from "./plan-file.ts";
import { JOURNAL_FORMAT, placeMark, type Seal, type SealedRecord, sealRecord } from "./seal.ts";
import type { Change, NewRecord } from "./store.ts";

interface SealedLines {
  /** Without line ends. */
  lines: string[];
  records: SealedRecord[];
}

/** The lines with which a change continues an intact journal: numbered, linked to the record before, and sealed. */
export function sealRecords(
  { name, project, journal }: { name: string; project: string; journal: JournalReading },
  records: readonly (NewRecord & { file?: string })[],
  key: Key,
): SealedLines {
  if (journal.broken) throw new Error(`The journal is broken, so nothing is added to it: ${journal.broken.message}`);
  const place = placeMark(project);
  let prev: Seal = journal.end;
  const sealed = records.map(({ at, by, boot, events, file }, index) => {
    const record = {
      format: JOURNAL_FORMAT,
      seq: journal.records.length + index + 1,
      journal: name,
      place,
      at,
      by,
      ...defined({ boot }),
      events,
      ...defined({ file }),
      key: key.id,
      prev,
    };
    const { line, seal } = sealRecord(record, key);
    prev = seal;
    return { line, record: { ...record, seal } };
  });
  return { lines: sealed.map(({ line }) => line), records: sealed.map(({ record }) => record) };
}

/** The last record holds the hash of the file after the commit; those before it, the hash before. */
export function withHashes(
  records: readonly NewRecord[],
  file: PlanFile,
  change: Pick<Change<unknown>, "file">,
): (NewRecord & { file?: string })[] {
  return records.map((record, index) => {
    if (change.file === undefined) return record;
    const isLast = index === records.length - 1;
    if (isLast) return { ...record, file: hashOf(change.file.text) };
    return file.kind === "present" ? { ...record, file: file.hash } : record;
  });
}
