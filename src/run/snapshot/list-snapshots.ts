import type { PlanId } from "../../plan/plan.ts";
import type { Snapshot } from "../snapshot.ts";
import type { Place } from "./git.ts";
import { parseRef, refsOf } from "./snapshot-name.ts";
import { askStore, hasStore } from "./store.ts";

/** The snapshots of all runs of a plan, oldest first, as git's refs have them. */
export async function listSnapshots(place: Place, plan: PlanId): Promise<Snapshot[]> {
  if (!hasStore(place)) return [];
  const format = "--format=%(objectname) %(committerdate:unix) %(refname)";
  const listed = await askStore(place, ["for-each-ref", format, `${refsOf(plan)}/`]);
  const snapshots = listed.split("\n").flatMap((line): Snapshot[] => {
    const [, id, seconds, ref = ""] = /^([0-9a-f]+) (\d+) (.+)$/.exec(line) ?? [];
    const parsed = parseRef(ref);
    if (id === undefined || parsed === undefined) return [];
    return [{ id, ...parsed, at: new Date(Number(seconds) * 1000).toISOString() }];
  });
  // Git lists by name: the snapshots of a run stand together, and a run is as old as its first.
  const starts = new Map<string, string>();
  for (const { run, at } of snapshots) if (!starts.has(run)) starts.set(run, at);
  const startOf = ({ run }: Snapshot) => `${starts.get(run) ?? ""} ${run}`;
  return snapshots.sort((one, other) => {
    const [left, right] = [startOf(one), startOf(other)];
    return left === right ? one.number - other.number : left < right ? -1 : 1;
  });
}

/** Removes those of a run. */
export async function forgetSnapshots(place: Place, plan: PlanId, run: string): Promise<void> {
  if (!hasStore(place)) return;
  const refs = await askStore(place, ["for-each-ref", "--format=%(refname)", `${refsOf(plan, run)}/`]);
  const commands = refs.split("\n").flatMap((ref) => (ref === "" ? [] : [`delete ${ref}\0\0`]));
  await askStore(place, ["update-ref", "--no-deref", "--stdin", "-z"], commands.join(""));
}
