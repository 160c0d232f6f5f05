import type { RollBackPreview } from "../../../acts/prepare-roll-back.ts";
import { counted } from "../../../plan/quantities.ts";
import { visible } from "../../../plan/visible.ts";
import { unknownChangesMessage } from "../../../run/open-plan-snapshots.ts";
import { confirmation, type Dialog } from "./dialog.ts";

const MOST = 30;
const BACK = { added: "remove", changed: "restore", removed: "bring back" } as const;

/** Shows what a roll back would do to the files. */
export function rollbackDialog({ plan, step, steps, changes, left, inNoSnapshot, unknown }: RollBackPreview): Dialog {
  const what = step === undefined ? plan.id : `step ${step}`;
  const lines = some(changes.map(({ path, how }) => `${BACK[how]} ${visible(path)}`));
  const unseen = inNoSnapshot.map(({ path }) => visible(path));
  const others = left.map((path) => visible(path));
  return {
    heading: `Roll back ${counted(changes.length, "change")} of ${what}?`,
    passages: [
      { kind: "exact", text: lines.length === 0 ? "No file has to change." : lines.join("\n") },
      { kind: "note", text: `Steps: ${steps.length === 0 ? "none" : steps.join(", ")}. Changes made later stay.` },
      ...(unknown.length > 0 ? [{ kind: "warning", text: unknownChangesMessage(unknown) } as const] : []),
      ...(others.length > 0 ? [{ kind: "note", text: `${LEFT} ${some(others).join(", ")}.` } as const] : []),
      ...(unseen.length > 0
        ? [{ kind: "warning", text: `${IN_NO_SNAPSHOT} ${some(unseen).join(", ")}.` } as const]
        : []),
    ],
    ...confirmation("Roll it back", "Keep all files", "Esc: keep all files"),
  };
}

const LEFT = "Kept, because no step is known to have changed them (--everything rolls them back, too):";
const IN_NO_SNAPSHOT = "Kept, because no snapshot has them:";

function some(lines: readonly string[]): string[] {
  const more = lines.length - MOST;
  return [...lines.slice(0, MOST), ...(more > 0 ? [`… and ${more} more`] : [])];
}
