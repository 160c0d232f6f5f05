import type { Audit, AuditEntry } from "../../../desk/audit.ts";
import { visible } from "../../../plan/visible.ts";
import { wrap } from "../../../plan/wrap.ts";
import type { Style } from "../style.ts";

/** Who did what, oldest first; records that are not verified are marked. */
export function auditText(entries: readonly AuditEntry[], { style, width }: { style: Style; width: number }): string {
  if (entries.length === 0) return "There are no such records.\n";
  return entries
    .filter((entry) => !isReviewRequest(entry))
    .map((entry) => {
      const who = `${visible(entry.by.name)} (${entry.by.surface})`;
      const what = entry.action.replaceAll("_", " ") + (entry.revision === undefined ? "" : ` r${entry.revision}`);
      const doubt = entry.verified ? "" : style.red("  NOT VERIFIED");
      const head = `${style.dim(entry.at.slice(0, 19).replace("T", " "))}  ${style.cyan(visible(entry.journal))}  ${style.bold(what)}  ${who}${doubt}\n`;
      const digest = entry.digest && `${entry.digest.slice(0, 19)}…`;
      const words = [entry.detail, digest].filter((part) => part !== undefined).join("\n");
      const lines = words.split("\n").flatMap((line) => wrap(visible(line), width - 4));
      return head + (words === "" ? "" : lines.map((line) => `  │ ${line}\n`).join(""));
    })
    .join("");
}

/** A review request repeats the proposal before it and the answer after it. */
function isReviewRequest({ facts, verified }: AuditEntry): boolean {
  return verified && /\/review-[\d.]+$/.test(facts?.request_id ?? "");
}

/** One line a journal: the number of verified records, or the first broken one. */
export function verifyText(journals: Audit["journals"], style: Style): string {
  if (journals.length === 0) return "There are no journals yet.\n";
  return journals
    .map(({ journal, records, broken }) => {
      const count = `${records} ${records === 1 ? "record" : "records"}`;
      if (broken === undefined) return `${style.green("verified")}  ${visible(journal)}  ${count}\n`;
      return `${style.red("broken")}    ${visible(journal)}  record ${broken.seq}: ${broken.kind}: ${visible(broken.message)}\n`;
    })
    .join("");
}
