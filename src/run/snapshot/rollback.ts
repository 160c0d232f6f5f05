import { type PathBytes, textOf } from "../../desk/tree/path-bytes.ts";
import type { Entries, Entry } from "./entry.ts";
import type { Place } from "./git.ts";
import { ignoredAmong } from "./list-files.ts";
import { unknownInTheWay } from "./on-disk.ts";
import { planRollback, type RollbackPlan } from "./plan-rollback.ts";
import { type Contents, Damaged } from "./reader.ts";
import { removeFile, restoreFile, temporaryFor } from "./restore.ts";
import type { Look } from "./working-tree.ts";

/** The reasons against the rollback, by file. */
export type Obstacles = Map<PathBytes, Obstacle>;
export type Obstacle = "changed since" | "in the way" | "not readable";

export interface RollbackTask {
  expected: Entries;
  to: Entries;
  /** As it was looked at a moment ago. */
  now: Look;
  only: (path: string) => boolean;
}

/** The planned actions. With any obstacle, none is done. */
export function prepareRollback(place: Place, { expected, to, now, only }: RollbackTask) {
  const plan = planRollback(expected, to, now.entries, (path) => only(textOf(path)));
  const leftBehind = new Set([...plan.write.keys()].map(temporaryFor));
  const obstacles: Obstacles = new Map();
  for (const path of plan.inTheWay) obstacles.set(path, "in the way");
  for (const path of unknownInTheWay(place.project, plan, now.entries)) obstacles.set(path, "in the way");
  for (const path of leftBehind) obstacles.delete(path);
  for (const path of plan.changedSince) obstacles.set(path, "changed since");
  for (const path of [...plan.write.keys(), ...plan.remove]) {
    if (now.unseen.has(path)) obstacles.set(path, "not readable");
  }
  return { plan, obstacles };
}

/** Files whose content in the store is damaged. Checked before any file is touched. */
export async function damagedAmong({ write }: RollbackPlan, contents: Contents): Promise<Map<PathBytes, string>> {
  const found = new Map<PathBytes, string>();
  for (const [path, { oid }] of write) {
    try {
      for await (const _ of contents.read(oid));
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      found.set(path, error.message);
    }
  }
  return found;
}

export interface Done {
  written: PathBytes[];
  removed: PathBytes[];
  /** Files that could not be restored or removed, with the reason. */
  left: Map<PathBytes, string>;
  /** Files of the change that git ignores again. They stay: ignored files are never removed. */
  ignored: Set<PathBytes>;
}

/** Restores file by file. Ignore rules come first: they decide which files must not be removed. */
export async function carryOutRollback(
  place: Place,
  { write, remove, submodules }: RollbackPlan,
  now: Look,
  contents: Contents,
): Promise<Done> {
  const done: Done = { written: [], removed: [], left: new Map(), ignored: new Set() };
  for (const path of submodules) done.left.set(path, "it is a submodule: check out its commit yourself");
  const restore = async (path: PathBytes, entry: Entry): Promise<void> => {
    const reason = await restoreFile(place.project, path, entry, now.entries.get(path)?.stats, contents);
    if (reason === undefined) done.written.push(path);
    else done.left.set(path, reason);
  };
  const removed = new Set(remove);
  const rules = [...write].filter(([path]) => isRules(path) && !waits(path, removed));
  for (const [path, entry] of rules) await restore(path, entry);
  const going = remove.filter(isRules);
  const others = remove.filter((path) => !isRules(path));
  for (const path of going) await take(place, path, now, done);
  if (rules.length > 0 || going.length > 0) done.ignored = await ignoredAmong(place, others);
  for (const path of others) {
    if (done.ignored.has(path)) done.left.set(path, "git ignores it now, so it stays");
    else await take(place, path, now, done);
  }
  const early = new Set(rules.map(([path]) => path));
  for (const [path, entry] of write) if (!early.has(path)) await restore(path, entry);
  return done;
}

async function take(place: Place, path: PathBytes, now: Look, done: Done): Promise<void> {
  const reason = await removeFile(place.project, path, now.entries.get(path)?.stats);
  if (reason === undefined) done.removed.push(path);
  else done.left.set(path, reason);
}

function isRules(path: PathBytes): boolean {
  return path === ".gitignore" || path.endsWith("/.gitignore");
}

/** Whether something has to go before it can be written. */
function waits(path: PathBytes, removed: ReadonlySet<PathBytes>): boolean {
  return [...removed].some((gone) => path.startsWith(`${gone}/`) || gone.startsWith(`${path}/`));
}
