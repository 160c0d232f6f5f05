import type { InboxEntry } from "../../../desk/requests.ts";
import { runFacts, runQuestion } from "../../../lifecycle/run-request-words.ts";
import { unbroken } from "../../../plan/visible-command.ts";
import { oneLine } from "../lines.ts";
import { visible } from "../visible-in-terminal.ts";

/** What a request asks, on one line. */
export function requestWords(entry: InboxEntry): string {
  switch (entry.kind) {
    case "review":
      return `Review of ${oneLine(entry.title ?? entry.journal)}`;
    case "decision":
      return `${oneLine(entry.header)}: ${oneLine(entry.question)}`;
    case "divergence":
      return `The file of ${oneLine(entry.title ?? entry.journal)} is not what was signed: which text holds?`;
    case "amendment":
    case "budget":
    case "interruption":
      return oneLine(runQuestion(entry));
    case "question":
      return `${oneLine(entry.opened_by.name)} asks: ${oneLine(entry.question)}`;
    case "confirmation":
      return `May ${oneLine(entry.tool)} be used? ${visible(unbroken(entry.summary), { spelled: true })}`;
  }
}

/** What whoever chooses it should know besides. */
export function requestFacts(entry: InboxEntry): string {
  const about = entry.title === undefined ? oneLine(entry.journal) : oneLine(entry.title);
  switch (entry.kind) {
    case "review":
      return `${oneLine(entry.journal)} · revision ${entry.revision}`;
    case "decision":
      return `${about} · ${entry.options.map(oneLine).join(" | ")}`;
    case "divergence":
      return about;
    case "amendment":
    case "budget":
    case "interruption":
      return [about, ...runFacts(entry).map(oneLine)].join(" · ");
    case "question":
      return entry.options === undefined ? about : entry.options.map(oneLine).join(" | ");
    case "confirmation":
      return oneLine(entry.reason);
  }
}
