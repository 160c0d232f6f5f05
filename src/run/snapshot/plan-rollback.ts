import type { PathBytes } from "../../desk/tree/path-bytes.ts";
import { type Entries, type Entry, isSameEntry } from "./entry.ts";
import { isKept } from "./kept-path.ts";

/** The actions that undo a change, and the obstacles. */
export interface RollbackPlan {
  write: Map<PathBytes, Entry>;
  remove: PathBytes[];
  /** Files that are not as the change left them. */
  changedSince: PathBytes[];
  /** Files outside the change that would be lost if a file were restored. */
  inTheWay: PathBytes[];
  /** Submodules: they are left as they are. */
  submodules: PathBytes[];
}

/**
 * The change led from `to` to `expected`. Only files that differ between the two are touched, and only those that are now
 * as the change left them. A file that is already restored needs nothing: so a rollback that broke off can be repeated.
 */
export function planRollback(
  expected: Entries,
  to: Entries,
  now: Entries,
  only: (path: PathBytes) => boolean,
): RollbackPlan {
  const plan: RollbackPlan = { write: new Map(), remove: [], changedSince: [], inTheWay: [], submodules: [] };
  for (const path of new Set([...expected.keys(), ...to.keys()])) {
    const [left, wanted, have] = [expected.get(path), to.get(path), now.get(path)];
    if (isSameEntry(left, wanted) || isSameEntry(have, wanted) || !isKept(path) || !only(path)) continue;
    if (!isSameEntry(have, left)) plan.changedSince.push(path);
    else if (wanted?.mode === "160000" || left?.mode === "160000") plan.submodules.push(path);
    else if (wanted === undefined) plan.remove.push(path);
    else plan.write.set(path, wanted);
  }
  plan.inTheWay.push(...obstacles(plan, now));
  return plan;
}

/** A file cannot be where a directory stays, nor the other way round. */
function obstacles({ write, remove }: RollbackPlan, now: Entries): Set<PathBytes> {
  const removed = new Set(remove);
  const stays = [...now.keys()].filter((path) => !removed.has(path) && !write.has(path));
  const files = new Set([...stays, ...write.keys()]);
  const found = new Set<PathBytes>();
  for (const path of write.keys()) {
    for (const above of directoriesOf(path)) if (files.has(above)) found.add(above);
  }
  for (const path of stays) if (directoriesOf(path).some((above) => write.has(above))) found.add(path);
  return found;
}

/** From the top down. */
export function directoriesOf(path: PathBytes): PathBytes[] {
  const found: PathBytes[] = [];
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) found.push(path.slice(0, at));
  return found;
}
