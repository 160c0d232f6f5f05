import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { nodeSqlite } from "./node-sqlite.ts";

/** A process that has a lock on a file. */
export interface LockHolder {
  pid: number;
  /** Its command line. */
  command: string;
  /** It was stopped, as by Ctrl+Z or SIGSTOP, and keeps its locks. */
  isStopped: boolean;
}

/** The other process that keeps a database locked, where the system tells (Linux). */
export function lockHolder(path: string): LockHolder | undefined {
  // With a write-ahead log the lock is on the shared memory, and every reader has a harmless one on the database.
  const shared = inodeOf(`${path}-shm`);
  const inodes = [inodeOf(path), shared].filter((inode) => inode !== undefined);
  const locks = systemLocks().filter(({ inode, pid }) => inodes.includes(inode) && pid > 0 && pid !== process.pid);
  const found = locks.find(({ isWrite }) => isWrite) ?? (shared === undefined ? locks[0] : undefined);
  return found && { pid: found.pid, command: commandOf(found.pid), isStopped: isStopped(found.pid) };
}

/** Whether a file in this directory can be locked: SQLite calls a file system without locks "locked". */
export function canLock(directory: string): boolean {
  const path = join(directory, "locks.db");
  const { DatabaseSync } = nodeSqlite();
  let probe: InstanceType<typeof DatabaseSync> | undefined;
  try {
    probe = new DatabaseSync(path, { timeout: PROBE_MS });
    probe.exec("BEGIN IMMEDIATE; ROLLBACK");
    return true;
  } catch (error) {
    // Another process may be trying at the same time; other errors are not about locks.
    return (error as { errcode?: number }).errcode !== SQLITE_BUSY || lockHolder(path) !== undefined;
  } finally {
    probe?.close();
    rmSync(path, { force: true });
  }
}

const PROBE_MS = 500;
const SQLITE_BUSY = 5;

export function withoutLocksMessage(directory: string): string {
  return `The file system of ${directory} has no file locks (ENOLCK), so no process can record anything there safely. Use a local disk, or turn its locks on (NFS: mount it without nolock, and run its lock service).`;
}

interface SystemLock {
  isWrite: boolean;
  pid: number;
  inode: number;
}

/** For example `1: POSIX  ADVISORY  WRITE 4711 fd:01:131075 1073741824 1073741824`. */
function systemLocks(): SystemLock[] {
  return textOf("/proc/locks")
    .split("\n")
    .flatMap((line) => {
      const [, kind, pid, inode] = /\b(READ|WRITE)\s+(-?\d+)\s+\w+:\w+:(\d+)\s/.exec(line) ?? [];
      return kind === undefined ? [] : [{ isWrite: kind === "WRITE", pid: Number(pid), inode: Number(inode) }];
    });
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

function commandOf(pid: number): string {
  return textOf(`/proc/${pid}/cmdline`).split("\0").join(" ").trim();
}

function isStopped(pid: number): boolean {
  return /^State:\s+[Tt]/m.test(textOf(`/proc/${pid}/status`));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
