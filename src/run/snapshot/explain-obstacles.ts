import { type PathBytes, textOf } from "../../desk/tree/path-bytes.ts";
import { defined } from "../../plan/defined.ts";
import type { Conflict, Snapshot, SnapshotId } from "../snapshot.ts";
import { changesBetween } from "./compare-snapshots.ts";
import type { Reader } from "./reader.ts";
import type { Obstacle, Obstacles } from "./rollback.ts";
import type { SnapshotName } from "./snapshot-name.ts";

/** Why each file is in the way: the first later snapshot in which it changed. */
export async function explainObstacles(
  reader: Reader,
  obstacles: Obstacles,
  expected: SnapshotId,
  ofRun: readonly Snapshot[],
): Promise<Conflict[]> {
  const start = ofRun.findLastIndex(({ id }) => id === expected);
  const later = start < 0 ? [] : ofRun.slice(start);
  const changers = new Map<string, SnapshotName>();
  for (const [index, { id, name }] of later.entries()) {
    const previous = later[index - 1];
    const changes = previous === undefined ? [] : await changesBetween(reader, previous.id, id);
    for (const { path } of changes) changers.set(path, changers.get(path) ?? name);
  }
  return inOrder(obstacles).map(([bytes, obstacle]) => {
    const path = textOf(bytes);
    const by = changers.get(path);
    return { path, because: reasonOf(obstacle, by), ...defined({ by }) };
  });
}

function reasonOf(obstacle: Obstacle, by: SnapshotName | undefined): string {
  switch (obstacle) {
    case "in the way":
      return "it is in the place of another file, and would be lost";
    case "not readable":
      return "it cannot be read, so its content could be lost";
    case "changed since":
      if (by === undefined) return "it was changed since";
      return typeof by === "string" ? "a rollback changed it since" : `step ${by.step} changed it later`;
  }
}

export function inOrder<T>(files: ReadonlyMap<PathBytes, T>): [PathBytes, T][] {
  return [...files].sort(([one], [other]) => (one < other ? -1 : 1));
}
