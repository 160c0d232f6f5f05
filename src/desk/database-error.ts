import { dirname } from "node:path";
import { visible } from "../plan/visible.ts";
import { canLock, lockHolder, withoutLocksMessage } from "./file-locks.ts";
import { diskFullMessage } from "./no-room.ts";

/** An error of SQLite with the file and what to do, for people who do not know SQLite. */
export class DatabaseError extends Error {
  readonly code: string | undefined;
  /** SQLite's extended code. */
  readonly errcode: number;
  readonly path: string;

  constructor(path: string, message: string, cause: SqliteFailure) {
    super(message, { cause });
    this.name = "DatabaseError";
    this.path = path;
    this.code = cause.code;
    this.errcode = cause.errcode;
  }
}

type SqliteFailure = Error & { code?: string; errcode: number };

/** The primary code of an SQLite error: the low bits of the extended one. */
export function sqliteCode(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff;
}

export const SQLITE = {
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  PROTOCOL: 15,
  NOTADB: 26,
};

/** Names the file and what to do; `whenDamaged` is its owner's advice. Other errors are returned unchanged. */
export function explained(path: string, error: unknown, whenDamaged: string): unknown {
  const said = adviceOn(path, sqliteCode(error), whenDamaged);
  if (said === undefined || error instanceof DatabaseError) return error;
  const failure = error as SqliteFailure;
  return new DatabaseError(path, `${said} (SQLite: ${failure.message})`, failure);
}

function lockedMessage(path: string): string {
  const holder = lockHolder(path);
  if (holder === undefined && !canLock(dirname(path))) return withoutLocksMessage(dirname(path));
  if (holder === undefined)
    return `Another process has held ${path} for too long: check which processes run, then repeat the command.`;
  const { pid, command, isStopped } = holder;
  const name = `Process ${pid} (${visible(command.slice(0, LONGEST_COMMAND), { spelled: true })})`;
  return isStopped
    ? `${name} is stopped and keeps ${path} locked: continue it (kill -CONT ${pid}) or end it (kill -KILL ${pid}), then repeat the command.`
    : `${name} has held ${path} for too long: wait for it or end it (kill ${pid}), then repeat the command.`;
}

const LONGEST_COMMAND = 200;

function adviceOn(path: string, code: number, whenDamaged: string): string | undefined {
  switch (code) {
    case SQLITE.READONLY:
    case SQLITE.CANTOPEN:
      return `${path} cannot be written: it and its directory must exist and be writable. Check the owner and the permissions of both.`;
    case SQLITE.FULL:
      return diskFullMessage(path);
    case SQLITE.IOERR:
      return `The disk that holds ${path} fails to read or write: check whether it is full, unmounted or broken, then repeat the command. No confirmed change is lost.`;
    case SQLITE.CORRUPT:
    case SQLITE.NOTADB:
      return `${path} is damaged. ${whenDamaged}`;
    case SQLITE.BUSY:
      return lockedMessage(path);
    default:
      return undefined;
  }
}
