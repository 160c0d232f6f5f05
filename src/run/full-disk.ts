import type { Desk } from "../desk/desk.ts";
import { hasRoom } from "../desk/disk-full.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";

type EndStep = Extract<PlanCommand, { type: "end_step" }>;

/** Why a run records nothing now. */
export function fullDiskReason(desk: Desk): string {
  return `The disk that holds ${fullDirectory(desk) ?? desk.project} is full: free some space. The run continues when there is room.`;
}

/**
 * A step that failed on a full disk is interrupted, and a person is asked: its command may be right, and so may be the next
 * ones, which must not fail in the same way.
 */
export function interruptedByFullDisk(desk: Desk, ending: EndStep): EndStep {
  if (ending.outcome !== "failed") return ending;
  const directory = fullDirectory(desk);
  const said = [ending.notes, ending.result?.error, ending.result?.output].join("\n");
  if (directory === undefined && !NO_ROOM.test(said)) return ending;
  const disk = directory === undefined ? "A disk was full while it ran" : `The disk that holds ${directory} is full`;
  const notes = `${disk}: free some space, then run the step again. ${ending.notes ?? ""}`.trim();
  return { ...ending, outcome: "interrupted", ask: true, notes };
}

/** As the C library and Node word it. */
const NO_ROOM = /\bENOSPC\b|No space left on device|\bEDQUOT\b|Disk quota exceeded/i;

function fullDirectory({ project, home }: Desk): string | undefined {
  return [project, home.directory].find((directory) => !hasRoom(directory));
}
