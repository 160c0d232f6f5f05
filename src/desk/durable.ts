import { closeSync, fdatasyncSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { namingFullDisk } from "./no-room.ts";

/** Writes all bytes at a position of a file. */
export function writeAt(fd: number, bytes: Uint8Array, place: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, place + at);
}

/** Creates a complete, synced file; fails if it exists. If it cannot be written, for example on a full disk, none is left. */
export function createSynced(path: string, text: string, mode = 0o644): void {
  const fd = namingFullDisk(path, () => openSync(path, "wx", mode));
  try {
    namingFullDisk(path, () => {
      writeAt(fd, Buffer.from(text), 0);
      fdatasyncSync(fd);
    });
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** As `createSynced`, and a crash leaves no part of it at the path; a file that is there is replaced. */
export function replaceSynced(path: string, text: string, mode = 0o644): void {
  const temporary = `${path}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  namingFullDisk(dirname(path), () => {
    createSynced(temporary, text, mode);
    renameSynced(temporary, path);
  });
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
  const first = namingFullDisk(path, () => mkdirSync(path, { recursive: true, mode }));
  if (first === undefined) return false;
  for (let made = path; made.length >= first.length; made = dirname(made)) syncDirectory(dirname(made));
  return true;
}

/** The new name is synced when it returns. */
export function renameSynced(from: string, to: string): void {
  renameSync(from, to);
  syncDirectory(dirname(to));
}
