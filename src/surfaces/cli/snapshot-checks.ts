import type { Desk } from "../../desk/desk.ts";
import { abandonedStores } from "../../run/snapshot/store.ts";
import { quoted } from "../../sandbox/wrap.ts";
import type { Check } from "./examination.ts";

/**
 * Snapshots of repositories that do not exist. Countersign never removes them: a repository that was moved, or whose disk is
 * not mounted, still needs them.
 */
export function examineSnapshots(desk: Desk): Check[] {
  return abandonedStores(desk.home.directory).map(({ store, repository }) => ({
    result: "note",
    what: `snapshots of ${repository}, which does not exist`,
    hint: `If it was removed, and not moved: rm -rf ${quoted(store)}`,
  }));
}
