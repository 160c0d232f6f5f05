import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isPlanId } from "../../plan/plan.ts";
import { createSynced, makeDirectory, renameSynced, syncDirectory } from "../durable.ts";
import type { JournalReading } from "../journal.ts";
import { namingFullDisk } from "../no-room.ts";
import type { StatCache } from "../stat-cache.ts";
import type { Change } from "../store.ts";
import { type MarkedFile, markOf, readPlanFile } from "./plan-file.ts";
import { leaves, type ProjectPaths } from "./project-paths.ts";

/**
 * A staged commit, as a directory `.unfinished/<journal>.<seq>.<found>`: created before the journal is written,
 * removed after everything else. Its files are moved into place once record <seq> is in the journal. If the process
 * dies, the next one rolls it forward, or discards it if the journal never got the record.
 */
export interface Unfinished {
  journal: string;
  seq: number;
  /** The hash of the plan's file as the commit found it, or `none`. */
  found: string;
  path: string;
}

type Staged = Pick<Change<unknown>, "file" | "artifacts">;

export function begin(
  places: ProjectPaths,
  journal: string,
  seq: number,
  file: MarkedFile,
  staged: Staged,
): Unfinished {
  if (staged.artifacts?.length && leaves(places.artifactsOf(journal), places.plans)) {
    throw new Error(`${places.artifactsOf(journal)} is a link that leaves the plans' directory; remove it.`);
  }
  const found = foundIn(file);
  const path = join(places.unfinished, `${journal}.${seq}.${found}`);
  const unfinished = { journal, seq, found, path };
  try {
    namingFullDisk(places.plans, () => stage(places, path, staged));
  } catch (error) {
    finish(unfinished);
    throw error;
  }
  return unfinished;
}

function stage(places: ProjectPaths, path: string, staged: Staged): void {
  mkdirSync(path);
  if (staged.file) createSynced(join(path, `${staged.file.place}.md`), staged.file.text);
  for (const { name, text } of staged.artifacts ?? []) createSynced(join(path, `artifact.${name}`), text);
  if (!staged.file && !staged.artifacts?.length) return;
  syncDirectory(path);
  syncDirectory(places.unfinished);
}

/** Moves the staged files into place, unless the plan's file changed since `isAsBefore` was computed. */
export function moveIntoPlace(
  places: ProjectPaths,
  unfinished: Unfinished,
  isAsBefore: (path: string) => boolean,
): void {
  for (const name of namesIn(unfinished.path)) {
    const from = join(unfinished.path, name);
    const id = unfinished.journal;
    // Other files here are not ours.
    if (!/^(?:plans\.md|archive\.md|artifact\.[A-Za-z0-9][\w.-]*)$/.test(name) || !lstatSync(from).isFile()) continue;
    if (name.startsWith("artifact.")) {
      if (leaves(places.artifactsOf(id), places.plans)) continue;
      makeDirectory(places.artifactsOf(id));
      renameSynced(from, join(places.artifactsOf(id), name.slice("artifact.".length)));
      continue;
    }
    const place = name === "archive.md" ? "archive" : "plans";
    const to = places.plan(id, place);
    const other = places.plan(id, place === "plans" ? "archive" : "plans");
    if (!isAsBefore(to) || !isAsBefore(other)) continue;
    // Move the old file first: at no moment are there two, or none.
    const isMoving = markOf(other) !== "";
    if (isMoving) renameSync(other, to);
    renameSynced(from, to);
    if (isMoving) syncDirectory(dirname(other));
  }
}

export function finish(unfinished: Unfinished): void {
  rmSync(unfinished.path, { recursive: true, force: true });
}

/** Staged commits that dead processes left, in `names`. Only to be called under the lock. */
export function findUnfinished({ unfinished }: ProjectPaths, names: StatCache<string[]>): Unfinished[] {
  return names
    .find(unfinished, () => namesIn(unfinished))
    .map((name) => {
      const [, journal = "", seq = "", found = ""] = /^(.*)\.(\d+)\.(\w+)$/.exec(name) ?? [];
      return { journal, seq: Number(seq), found, path: join(unfinished, name) };
    });
}

/** Rolls one of them forward, or discards it. */
export function recover(places: ProjectPaths, unfinished: Unfinished, journal: JournalReading): void {
  const isRecorded = journal.records[unfinished.seq - 1] !== undefined && !journal.broken;
  // A link would lead outside the project.
  const isDirectory = lstatSync(unfinished.path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isRecorded && isDirectory && isPlanId(unfinished.journal)) {
    // Replaces only the file that this commit saw: an edit made since the crash stays, and is found as one.
    const isUntouched = foundIn(readPlanFile(places, unfinished.journal)) === unfinished.found;
    moveIntoPlace(places, unfinished, () => isUntouched);
  }
  // A journal whose first commit wrote no record does not exist.
  if (journal.records.length === 0 && !journal.broken) rmSync(places.journal(unfinished.journal), { force: true });
  finish(unfinished);
}

/** Empty for a missing directory: a process that finishes its own commit removes it without the lock. */
function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return [];
  }
}

function foundIn(file: MarkedFile): string {
  return file.kind === "present" ? file.hash : "none";
}
