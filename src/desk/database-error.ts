/** What SQLite could not do with a file, told to somebody who has never heard of it. */
export class DatabaseError extends Error {
  readonly code: string | undefined;
  /** SQLite's own code, the finer one. */
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

/** The primary code of an SQLite error; the finer ones are in the bits above it. */
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

/** Names the file and what to do; `whenDamaged` is what its owner advises. Other errors stay as they are. */
export function explained(path: string, error: unknown, whenDamaged: string): unknown {
  const said = adviceOn(path, sqliteCode(error), whenDamaged);
  if (said === undefined || error instanceof DatabaseError) return error;
  const failure = error as SqliteFailure;
  return new DatabaseError(path, `${said} (SQLite: ${failure.message})`, failure);
}

function adviceOn(path: string, code: number, whenDamaged: string): string | undefined {
  switch (code) {
    case SQLITE.READONLY:
    case SQLITE.CANTOPEN:
      return `${path} cannot be written: it and its directory must be there and writable to take in changes. Look at the owner and the permissions of both.`;
    case SQLITE.FULL:
      return `The disk that holds ${path} is full: free some space and repeat what you did. Nothing that was confirmed is lost.`;
    case SQLITE.IOERR:
      return `The disk that holds ${path} fails to read or write: see whether it is full, gone or broken, and repeat what you did. Nothing that was confirmed is lost.`;
    case SQLITE.CORRUPT:
    case SQLITE.NOTADB:
      return `${path} is damaged. ${whenDamaged}`;
    case SQLITE.BUSY:
      return `Another process has held ${path} for too long: see what is running, and repeat what you did.`;
    default:
      return undefined;
  }
}
