import type { InboxEntry } from "../../../desk/requests.ts";
import type { Answer } from "../../../lifecycle/request.ts";
import { answeredWith, runChoices, runFacts, runQuestion } from "../../../lifecycle/run-request-words.ts";
import { timeAgo } from "../../../plan/time-ago.ts";
import { visible } from "../../../plan/visible.ts";
import { foldCommand } from "../../../plan/visible-command.ts";
import { wrap } from "../../../plan/wrap.ts";
import type { Style } from "../style.ts";

/** What waits for a person: what it is about, and the command that answers it. */
export function inboxText(
  entries: readonly InboxEntry[],
  { style, width, now }: { style: Style; width: number; now: Date },
): string {
  if (entries.length === 0) return "Nothing waits for you.\n";
  return entries
    .map((entry) => {
      const head = `${style.cyan(visible(entry.id))}  ${style.yellow(entry.kind)}  ${style.dim(timeAgo(entry.opened_at, now))}`;
      const expiry =
        entry.expires_at && !entry.closing ? `${style.dim("  expires")} ${timeAgo(entry.expires_at, now)}` : "";
      const lines = subjectOf(entry).flatMap((part) =>
        typeof part === "string"
          ? part.split("\n").flatMap((line) => wrap(visible(line), width - 4))
          : foldCommand(part.call, width - 4),
      );
      const body = lines.map((line) => `  │ ${line}\n`).join("");
      return `${head}${expiry}\n${body}  ${style.dim(visible(howOf(entry)))}\n`;
    })
    .join("\n");
}

/** Words, and calls with all that a person would allow: these are visible already. */
function subjectOf(entry: InboxEntry): (string | { call: string })[] {
  switch (entry.kind) {
    case "review":
      return [`Revision ${entry.revision} waits for its review: ${entry.title ?? entry.journal}`];
    case "decision":
      return [
        `${entry.title ?? entry.journal}\n${entry.header}: ${entry.question}`,
        `${entry.options.join(" | ")}${entry.multi_select ? " (choose any)" : ""}`,
      ];
    case "divergence":
      return [
        `The file of ${entry.journal} differs from what was signed.\nsigned (go on with the signed text) | review`,
      ];
    case "amendment":
    case "budget":
    case "interruption": {
      const words = runChoices(entry).map(({ word, label }) => `${word} (${label.toLowerCase()})`);
      const call = entry.kind === "amendment" ? entry.summary : undefined;
      const facts = runFacts(entry).map((fact) => (fact === call ? { call: spelledOut(call) } : fact));
      return [`${entry.title ?? entry.journal}`, `${runQuestion(entry)}.`, ...facts, words.join(" | ")];
    }
    case "question":
      return [
        `${entry.opened_by.name} asks: ${entry.question}${entry.options ? `\n${entry.options.join(" | ")}` : ""}`,
      ];
    case "confirmation":
      return [
        { call: `${visible(entry.opened_by.name)} wants to use ${visible(entry.tool)}: ${spelledOut(entry.summary)}` },
        `${entry.reason}\nyes | no`,
      ];
  }
}

function spelledOut(summary: string): string {
  return visible(summary, { multiline: true, spelled: true });
}

function howOf({ id, kind, journal, closing }: InboxEntry): string {
  if (closing?.how === "answered") return `answered by ${closing.by.name}: ${answerText(closing.answer)}`;
  if (closing) return closing.how;
  return kind === "review" ? `countersign approve ${journal}` : `countersign answer ${id} …`;
}

function answerText(answer: Answer): string {
  switch (answer.kind) {
    case "review":
      return answer.verdict.replace("_", " ");
    case "decision":
      return answer.selections.join(", ");
    case "divergence":
      return answer.choice;
    case "amendment":
    case "budget":
    case "interruption":
      return answeredWith(answer);
    case "question":
      return answer.text;
    case "confirmation":
      return answer.allow ? "yes" : "no";
  }
}
