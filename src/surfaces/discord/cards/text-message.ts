import { attached, type CardMessage, cardMessage, textFile, words } from "./card-message.ts";
import { codeBlock, fits, inline, quoted } from "./discord-text.ts";
import { fitLines } from "./fit-lines.ts";

/** A word of ours in between; what it quotes is escaped with all the rest. */
export function noticeMessage(text: string, { isPrivate = false }: { isPrivate?: boolean } = {}): CardMessage {
  return cardMessage({ isPrivate, body: [words(quotedPlainly(text))] });
}

/** Why something cannot be done, for whoever tried, and what can be done instead. */
export function refusalMessage({ message, hint, problems = [] }: RefusalWords): CardMessage {
  const lines = [
    `🚫 ${inline(message, 1200)}`,
    ...(problems.length > 0
      ? [
          fitLines(
            problems.map((one) => `• ${inline(one.message, 300)}`),
            1200,
            "more",
          ),
        ]
      : []),
    ...(hint ? [`-# ${inline(hint, 800)}`] : []),
  ];
  return cardMessage({ isPrivate: true, colour: 0xda373c, body: [words(lines.join("\n"))] });
}

/** As the desk says no; `problems` are all that was wrong with a text. */
export interface RefusalWords {
  message: string;
  hint?: string;
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
