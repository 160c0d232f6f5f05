import type { Choice } from "../../../acts/request-choice.ts";
import { type Fact, formOf, type RequestForm } from "../../../acts/request-form.ts";
import { choiceName } from "../../../acts/request-parse.ts";
import type { InboxEntry, InboxPage } from "../../../desk/requests.ts";
import { runsAgainAt } from "../../../lifecycle/request.ts";
import { closingWords } from "../../../lifecycle/request-closing.ts";
import { grouped } from "../../../plan/quantities.ts";
import { timeAgo, timeUntil } from "../../../plan/time-ago.ts";
import { visible } from "../../../plan/visible.ts";
import { foldCommand } from "../../../plan/visible-command.ts";
import { wrap } from "../../../plan/wrap.ts";
import { type Look, paintedDiff } from "../style.ts";

/** The requests that wait for a person, each with the command that answers it. */
export function inboxText({ requests, total, next }: InboxPage, { all, ...look }: Look & { all?: boolean }): string {
  if (requests.length === 0 && next === undefined) return "No request waits for you.\n";
  const shown = requests.map((entry) => requestText(formOf(entry), look)).join("\n");
  if (requests.length === total) return shown;
  const more = next === undefined ? "" : ` There are more: countersign inbox${all ? " --all" : ""} --after "${next}"`;
  return `${shown}\n${grouped(requests.length)} of ${grouped(total)} requests.${more}\n`;
}

/** One request: its question, its facts and its choices. */
export function requestText(form: RequestForm<InboxEntry>, { style, width, now }: Look): string {
  const { request } = form;
  const head = `${style.cyan(visible(request.id))}  ${style.yellow(request.kind)}  ${style.dim(timeAgo(request.opened_at, now))}`;
  const expiry =
    request.expires_at && !request.closing
      ? `  ${expiryText(request.expires_at, runsAgainAt(request) ? "runs again" : "expires", { style, now })}`
      : "";
  const words = (text: string) => text.split("\n").flatMap((line) => wrap(visible(line, { spelled: true }), width - 4));
  const lines = [
    ...words(visible(request.title ?? request.journal)),
    ...words(visible(form.heading)),
    ...form.facts.flatMap((fact) => factLines(fact, { width: width - 4, style })),
  ];
  const body = lines.map((line) => `  │ ${line}\n`).join("");
  // Without the bar, so that no line of a call or a question looks like a choice.
  const choices = form.choices.flatMap((choice, index) => {
    const [first = "", ...rest] = words(choiceText(form, choice, index));
    return [`  ${first}\n`, ...rest.map((line) => `    ${line}\n`)];
  });
  return `${head}${expiry}\n${body}${choices.join("")}  ${style.dim(visible(howOf(form)))}\n`;
}

/** A request that is open after its deadline has no default, and goes on waiting. */
function expiryText(at: string, verb: string, { style, now }: Pick<Look, "style" | "now">): string {
  const isOverdue = Date.parse(at) <= now.getTime();
  return isOverdue ? style.red(`overdue since ${timeAgo(at, now)}`) : `${style.dim(verb)} ${timeUntil(at, now)}`;
}

/** The lines of a fact. A command is folded at marked places, so that no character of it is lost. */
export function factLines({ as, text }: Fact, { width, style }: Pick<Look, "width" | "style">): string[] {
  const isOurs = as === "note" || as === "warning";
  if (as === "diff") {
    return text.split("\n").flatMap((line) => {
      const parts = foldCommand(visible(line, { spelled: true }), width);
      return parts.map((part) => paintedDiff(style, line, part));
    });
  }
  if (as === "exact") return foldCommand(visible(text, { multiline: true, spelled: true }), width);
  return text.split("\n").flatMap((line) => wrap(visible(line, { spelled: isOurs }), width));
}

/** With its number, except for a question, which takes a number as text. */
function choiceText({ kind }: RequestForm, choice: Choice, index: number): string {
  const { description, recommended } = choice;
  const mark = kind === "question" ? "-" : `${index + 1}`;
  const more = `${recommended ? " (recommended)" : ""}${description ? `: ${visible(description)}` : ""}`;
  return `${mark} ${visible(choiceName(choice))}${more}`;
}

function howOf({ kind, request, picks, words }: RequestForm<InboxEntry>): string {
  const { id, journal, closing } = request;
  if (closing) {
    const { by, how } = closingWords(closing);
    return `${by} ${how}`;
  }
  if (kind === "review") return `countersign approve ${journal}`;
  const several = picks === "several" ? " (any of them, with commas)" : "";
  return `countersign answer ${id} …${several}${words?.with === "refusal" ? " [-m NOTE]" : ""}`;
}
