import { adviceLines, type NextAction } from "../../../lifecycle/next-action.ts";
import { defined } from "../../../plan/defined.ts";
import { callAction } from "../call-action.ts";
import { LIMITS } from "../limits.ts";
import { attached, type CardMessage, cardMessage, type Row, textFile, words } from "./card-message.ts";
import { codeBlock, fits, inline, mention, quoted } from "./discord-text.ts";
import { shownSize } from "./fit-menus.ts";
import { RED } from "./status-look.ts";
import { fitLines } from "./text-size.ts";

/** A short message of the bot. All of it is escaped, quotes too. */
export function noticeMessage(text: string): CardMessage {
  return cardMessage({ body: [words(quotedPlainly(text))] });
}

/** Why something was refused, what to do instead, and the text that the person wrote, if they wrote one. */
export function refusalMessage({ written = "", ...refusal }: RefusalWords): CardMessage {
  const refused = refusalCard(refusal);
  if (written.trim() === "") return refused;
  // One message: a repeated reply edits it, while a repeated second message would be posted twice.
  const kept = textMessage({
    title: "What you wrote",
    text: written,
    fileName: "what-you-wrote.md",
    room: Math.min(ROOM, LIMITS.text - shownSize(refused.components) - AROUND),
  });
  return { ...kept, components: [...refused.components, ...kept.components] };
}

/** Room for the title and the note. */
const AROUND = 300;

function refusalCard({ kind, message, hint, next = [], problems = [], rows = [] }: RefusalWords): CardMessage {
  const wrong = problems.map((problem) => `• ${inline(problem.message, 300)}`);
  const lines = [
    `🚫 ${kind === "not_an_approver" ? withNames(inline(message, 1200)) : inline(message, 1200)}`,
    ...(wrong.length > 0 ? [fitLines(wrong, 1200)] : []),
    ...[...(hint ? [hint] : []), ...adviceLines(next, callAction)].map((line) => `-# ${inline(line, 800)}`),
  ];
  return cardMessage({ colour: RED, body: [words(lines.join("\n"))], rows });
}

/** Shows approvers by name instead of id. */
function withNames(escaped: string): string {
  return escaped.replace(/\b(?:role|discord)\\:\d{15,20}(?=[,.])/g, (entry) => mention(entry.replace("\\", "")));
}

/** A refusal of the desk, or one of the bot's own. */
export interface RefusalWords {
  kind?: string;
  message: string;
  hint?: string;
  next?: readonly NextAction[];
  problems?: readonly { message: string }[];
  /** Buttons that help. */
  rows?: readonly Row[];
  /** The person's text, to be given back. */
  written?: string;
}

export interface LongText {
  title: string;
  text: string;
  /** The name of the attached file, if the text is too long to be shown. */
  fileName: string;
  language?: string;
  /** Its hidden characters are spelled out already. */
  isSpelled?: boolean;
  /** How much of it is shown. */
  room?: number;
}

/** Preformatted lines; a text that does not fit is also attached. */
export function textMessage(long: LongText): CardMessage {
  const { title, text, fileName, language, isSpelled, room = ROOM } = long;
  const block = codeBlock(text || " ", room, defined({ language, spelled: isSpelled }));
  const isShort = fits(text, room);
  const note = isShort ? [] : ["-# Only the beginning is shown; the attached file has all of it."];
  return cardMessage({
    body: [words([`### ${inline(title, 200)}`, block, ...note].join("\n")), ...(isShort ? [] : [attached(fileName)])],
    files: isShort ? [] : [textFile(fileName, text)],
  });
}

const ROOM = 3000;

/** Escapes markdown and keeps line breaks. */
function quotedPlainly(text: string): string {
  return text.trim() === "" ? "…" : quoted(text, 3500, 60).replace(/^> /gm, "");
}
