import { counted } from "../../../plan/quantities.ts";
import { visible } from "../../../plan/visible.ts";
import type { PreparedRollBack } from "../../../run/roll-back-plan.ts";
import type { Dialog } from "./dialog.ts";

const MOST = 30;
const BACK = { added: "remove", changed: "restore", removed: "bring back" } as const;

/** What taking back would do to the files. */
export function rollbackDialog(
  what: string,
  {
    changes,
    steps,
    leftOut = [],
  }: Pick<PreparedRollBack, "changes" | "steps"> & Partial<Pick<PreparedRollBack, "leftOut">>,
): Dialog {
  const more = changes.length - MOST;
  const lines = [
    ...changes.slice(0, MOST).map(({ path, how }) => `${BACK[how]} ${visible(path)}`),
    ...(more > 0 ? [`… and ${more} more`] : []),
  ];
  return {
    heading: `Take back ${counted(changes.length, "change")} of ${what}?`,
    passages: [
      { kind: "exact", text: lines.length === 0 ? "No file has to be changed." : lines.join("\n") },
      { kind: "note", text: `Of ${steps.join(", ")}. What anybody changed since stays; then nothing is touched.` },
      ...(leftOut.length > 0 ? [{ kind: "warning", text: inNoSnapshot(leftOut) } as const] : []),
    ],
    entries: [
      { key: "1", label: "Take it back", lets: true },
      { key: "2", label: "Leave everything as it is" },
    ],
    picks: "at_once",
    leaves: "Esc: leave everything as it is",
    answer: ([index]) => ({ kind: "confirmation", allow: index === 0 }),
  };
}

function inNoSnapshot(leftOut: PreparedRollBack["leftOut"]): string {
  const names = leftOut.slice(0, MOST).map(({ path }) => visible(path));
  const more = leftOut.length - names.length;
  return `In no snapshot, so that they stay as they are: ${names.join(", ")}${more > 0 ? `, and ${more} more` : ""}.`;
}
