import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { DeskEvent } from "../../../desk/events.ts";
import { projectPaths } from "../../../desk/file-store/project-paths.ts";
import { watch } from "../../../desk/watch.ts";
import type { ServedProject } from "../handlers/dashboard.ts";

const LOOK_EVERY_MS = 1_000;

/** Every event of any process in a project, the events of one record together, until the signal. */
export async function followProject(
  { desk }: ServedProject,
  signal: AbortSignal,
  tell: (record: readonly DeskEvent[]) => void,
): Promise<void> {
  // A look at a project must not create files in it.
  const isKept = () => existsSync(projectPaths(desk.project).plans);
  const isNew = !isKept();
  while (!isKept() && !signal.aborted) await delay(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
  if (signal.aborted) return;
  let record: DeskEvent[] = [];
  let isDue = false;
  const flush = () => {
    isDue = false;
    const told = record;
    record = [];
    if (told.length > 0) tell(told);
  };
  for await (const event of watch(desk, { signal, ...(isNew && { since: 0 }) })) {
    const [first] = record;
    if (first && (first.journal !== event.journal || first.version !== event.version)) flush();
    record.push(event);
    if (isDue) continue;
    isDue = true;
    setImmediate(flush);
  }
  flush();
}
