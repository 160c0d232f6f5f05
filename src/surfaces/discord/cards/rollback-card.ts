import type { RollBackPreview } from "../../../acts/prepare-roll-back.ts";
import { rollBackHash } from "../../../acts/roll-back-hash.ts";
import { bindingPlan } from "../../../lifecycle/plan-state.ts";
import { counted } from "../../../plan/quantities.ts";
import { button, type CardMessage, cardMessage, line, rowsOf, words } from "./card-message.ts";
import { type RollBackRange, rollBackCustomId } from "./custom-id.ts";
import { code, inline } from "./discord-text.ts";
import { RED } from "./status-look.ts";
import { fitLines } from "./text-size.ts";

/** Previews a roll back, for the person who asked. Its button rolls back exactly this, or nothing. */
export function rollbackCard(preview: RollBackPreview, { everything = false, isNew = false } = {}): CardMessage {
  const { plan, step, changes, left, inNoSnapshot } = preview;
  const { id } = plan;
  const what = step === undefined ? code(id) : `step ${code(step, 60)} of ${code(id)}`;
  const files = changes.map(({ path, how }) => `• ${BACK[how]} ${code(path, 120)}`);
  const head = [
    `## ↩️ ${inline(bindingPlan(plan).title, 200)}`,
    ...(isNew
      ? ["⚠️ Something changed since the last preview, so nothing was rolled back. This is the new preview."]
      : []),
    `Rolling back ${what} would change ${counted(changes.length, "file")}${changes.length === 0 ? "." : ":"}`,
  ];
  const stay = [
    ...(left.length > 0
      ? [`-# These files differ too, but no known step changed them, so they stay. ${EVERYTHING}`, ...paths(left)]
      : []),
    ...(inNoSnapshot.length > 0
      ? [
          "-# These files are in no snapshot, so they stay.",
          ...inNoSnapshot.map(({ path, because }) => `• ${code(path, 120)}: ${inline(because, 120)}`),
        ]
      : []),
  ];
  const range: RollBackRange = everything ? "everything" : step === undefined ? "all" : placeOf(preview);
  const label = changes.length === 0 ? "Record it as rolled back" : `Roll back ${counted(changes.length, "file")}`;
  return cardMessage({
    colour: RED,
    body: [
      words([...head, ...(files.length > 0 ? [fitLines(files, 1800, "more files")] : [])].join("\n")),
      ...(stay.length > 0 ? [line(), words(fitLines(stay, 900, "more files"))] : []),
    ],
    rows: rowsOf([button(rollBackCustomId(id, range, rollBackHash(preview)), label, "danger")]),
  });
}

const BACK = { added: "remove", changed: "restore", removed: "bring back" } as const;
const EVERYTHING = "/plan rollback everything:True rolls them back as well.";

function paths(all: readonly string[]): string[] {
  return all.map((path) => `• ${code(path, 120)}`);
}

function placeOf({ plan, step }: RollBackPreview): number {
  return bindingPlan(plan).steps.findIndex(({ id }) => id === step);
}
