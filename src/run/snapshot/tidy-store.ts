import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "./git.ts";
import { askStore, hasStore } from "./store.ts";
import { whileAlone } from "./store-lock.ts";

/** Frees the space of deleted snapshots. Does nothing while another process uses the store. */
export async function tidyStore(place: Place): Promise<void> {
  if (!hasStore(place)) return;
  await whileAlone(place.store, async () => {
    if ((await askStore(place, ["for-each-ref", "--count=1"])) === "") {
      rmSync(place.store, { recursive: true, force: true });
      return;
    }
    await askStore(place, ["-c", "repack.writeBitmaps=false", "repack", "-a", "-d", "-q"]);
    await askStore(place, ["prune", "--expire=now"]);
  });
}

/** Removes files that a killed process left in the store: git would fail on them or never remove them. */
export function clearLeftovers({ store }: Place, refs: string): void {
  const remove = (directory: string, isLeft: (name: string) => boolean) => {
    for (const name of namesIn(directory)) if (isLeft(name)) rmSync(join(directory, name), { force: true });
  };
  remove(join(store, refs), (name) => name.endsWith(".lock"));
  remove(store, (name) => name.startsWith("fast_import_crash_"));
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
