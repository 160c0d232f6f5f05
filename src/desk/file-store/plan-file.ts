import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { PlanId } from "../../plan/plan.ts";
import { createSynced, renameSynced } from "../durable.ts";
import { hashOf } from "../hash-of.ts";
import { LARGEST_TEXT, type PlanFile } from "../plan-file.ts";
import { StatCache } from "../stat-cache.ts";
import { keepNewest } from "./keep-newest.ts";
import type { ProjectPaths } from "./project-paths.ts";

/** With a mark that changes whenever the file does. */
export type MarkedFile =
  | Extract<PlanFile, { kind: "missing" }>
  | (Exclude<PlanFile, { kind: "missing" }> & { mark: string });

export function readPlanFile(places: ProjectPaths, id: PlanId): MarkedFile {
  return readAt(places, id, "plans") ?? readAt(places, id, "archive") ?? { kind: "missing" };
}

/** Reads plan files, each only once while its stat is unchanged. */
export class PlanFiles {
  readonly #places: ProjectPaths;
  readonly #known = new Map<PlanId, StatCache<MarkedFile>>();

  constructor(places: ProjectPaths) {
    this.#places = places;
  }

  read(id: PlanId): MarkedFile {
    const known = this.#known.get(id) ?? new StatCache();
    keepNewest(this.#known, id, known);
    const path = this.#places.plan(id, "plans");
    return known.find(path, () => readPlanFile(this.#places, id), isInPlans);
  }
}

function isInPlans(file: MarkedFile): boolean {
  return file.kind === "present" && file.place === "plans";
}

/** Changes whenever the file does, without reading it. Empty for a missing file. */
export function markOf(path: string): string {
  try {
    return mark(lstatSync(path));
  } catch {
    return "";
  }
}

/** Replaces a plan's file atomically and durably, as an editor would, and does nothing else. */
export function replacePlanFile(places: ProjectPaths, id: PlanId, place: "plans" | "archive", text: string): void {
  const temporary = join(places.unfinished, `edit-${process.pid}`);
  createSynced(temporary, text);
  renameSynced(temporary, places.plan(id, place));
}

function mark(stats: Stats): string {
  return `${stats.ino}:${stats.size}:${stats.mtimeMs}`;
}

function readAt(places: ProjectPaths, id: PlanId, place: "plans" | "archive"): MarkedFile | undefined {
  const path = places.plan(id, place);
  let fd: number;
  try {
    // Never follows a link: it could point at any file.
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    const reason = code === "ELOOP" ? "it is a symbolic link" : `it cannot be opened (${code})`;
    return { kind: "unusable", place, reason, mark: markOf(path) };
  }
  try {
    const stats = fstatSync(fd);
    const found = mark(stats);
    if (!stats.isFile()) return { kind: "unusable", place, reason: "it is not a regular file", mark: found };
    if (stats.size > LARGEST_TEXT) return { kind: "unusable", place, reason: "it is larger than 8 MB", mark: found };
    const bytes = readFileSync(fd);
    const text = bytes.toString("utf8");
    if (!Buffer.from(text).equals(bytes))
      return { kind: "unusable", place, reason: "it is not UTF-8 text", mark: found };
    return { kind: "present", place, text, hash: hashOf(text), mark: found };
  } finally {
    closeSync(fd);
  }
}
