import { adviceLines, type NextAction } from "../../../lifecycle/next-action.ts";
import { callAction } from "../call-action.ts";
import { attached, type CardMessage, cardMessage, textFile, words } from "./card-message.ts";
import { codeBlock, fits, inline, quoted } from "./discord-text.ts";
import { fitLines } from "./fit-lines.ts";
import { mention } from "./mention.ts";

/** A short message of the bot. All of it is escaped, quotes too. */
export function noticeMessage(text: string, { isPrivate = false }: { isPrivate?: boolean } = {}): CardMessage {
  return cardMessage({ isPrivate, body: [words(quotedPlainly(text))] });
}

/** Why something was refused, and what can be done instead. */
export function refusalMessage({ kind, message, hint, next = [], problems = [] }: RefusalWords): CardMessage {
  const lines = [
    `🚫 ${kind === "not_an_approver" ? withNames(inline(message, 1200)) : inline(message, 1200)}`,
    ...(problems.length > 0
      ? [
          fitLines(
            problems.map((one) => `• ${inline(one.message, 300)}`),
            1200,
            "more",
          ),
        ]
      : []),
    ...[...(hint ? [hint] : []), ...adviceLines(next, callAction)].map((line) => `-# ${inline(line, 800)}`),
  ];
  return cardMessage({ isPrivate: true, colour: 0xda373c, body: [words(lines.join("\n"))] });
}

/** Who may sign, by their names and not by their ids. */
function withNames(escaped: string): string {
  return escaped.replace(/\b(?:role|discord)\\:\d{15,20}(?=[,.])/g, (entry) => mention(entry.replace("\\", "")));
}

/** As the desk says no; `problems` are all that was wrong with a text. */
export interface RefusalWords {
  kind?: string;
  message: string;
  hint?: string;
  next?: readonly NextAction[];
  problems?: readonly { message: string }[];
}

export interface LongText {
  title: string;
  text: string;
  /** What the file is called that has all of it, if it is too long to be shown. */
  fileName: string;
  language?: string;
  /** Hidden characters are spelled out in it already. */
  isSpelled?: boolean;
  isPrivate?: boolean;
  /** How much of it is shown. */
  room?: number;
}

/** Lines as a program prints them, whole: what does not fit is attached. */
export function textMessage(long: LongText): CardMessage {
  const { title, text, fileName, language, isSpelled, isPrivate = false, room = ROOM } = long;
  const block = codeBlock(text || " ", room, { ...(language && { language }), ...(isSpelled && { spelled: true }) });
  const isShort = fits(text, room);
  const note = isShort ? [] : ["-# This is the beginning; all of it is in the attached file."];
  return cardMessage({
    isPrivate,
    body: [words([`### ${inline(title, 200)}`, block, ...note].join("\n")), ...(isShort ? [] : [attached(fileName)])],
    files: isShort ? [] : [textFile(fileName, text)],
  });
}

const ROOM = 3000;

/** Lines stay lines; nothing in them is markdown. */
function quotedPlainly(text: string): string {
  return text.trim() === "" ? "…" : quoted(text, 3500, 60).replace(/^> /gm, "");
}
