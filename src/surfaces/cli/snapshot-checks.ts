import type { Desk } from "../../desk/desk.ts";
import { abandonedStores } from "../../run/snapshot/store.ts";
import { quoted } from "../../sandbox/wrap.ts";
import type { Check } from "./examination.ts";

/**
 * Snapshots of repositories that are gone. They are never removed by themselves: a repository that was moved, or is on a disk
 * that is not there now, still needs them.
 */
export function examineSnapshots(desk: Desk): Check[] {
  return abandonedStores(desk.home.directory).map(({ store, repository }) => ({
    result: "note",
    what: `snapshots of ${repository}, which is not there any more`,
    hint: `If it was removed, and not moved: rm -rf ${quoted(store)}`,
  }));
}
