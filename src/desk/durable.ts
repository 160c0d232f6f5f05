import { closeSync, fdatasyncSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** Writes all bytes at a position of a file. */
export function writeAt(fd: number, bytes: Uint8Array, place: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, place + at);
}

/** Creates a complete, synced file; fails if it exists. */
export function createSynced(path: string, text: string, mode = 0o644): void {
  const fd = openSync(path, "wx", mode);
  try {
    writeAt(fd, Buffer.from(text), 0);
    fdatasyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** After this a rename, creation or removal in the directory survives a crash. */
export function syncDirectory(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Makes a directory and its missing parents; they are synced when it returns. */
export function makeDirectory(path: string, mode = 0o777): boolean {
  const first = mkdirSync(path, { recursive: true, mode });
  if (first === undefined) return false;
  for (let made = path; made.length >= first.length; made = dirname(made)) syncDirectory(dirname(made));
  return true;
}

/** The new name is synced when it returns. */
export function renameSynced(from: string, to: string): void {
  renameSync(from, to);
  syncDirectory(dirname(to));
}
