import { hasHidden } from "../../plan/visible.ts";
import type { Doubt } from "../intent.ts";
import { simplified } from "./simplified.ts";

export type Language = "en" | "zh" | "mixed";

/** A word, a Chinese character, an emoji or a mark. */
export interface Token {
  text: string;
  kind: "word" | "han" | "emoji" | "mark";
  /** White space precedes it: between Chinese characters that counts as punctuation. */
  isSpaced: boolean;
}

export interface Utterance {
  /** The person's own words: without quotations. */
  tokens: Token[];
  isQuoting: boolean;
  language: Language | undefined;
}

/** Longer texts are not an answer to a plan; the limit also bounds the reading time. */
const MOST_CHARACTERS = 4000;

export function readUtterance(text: string): Utterance | { doubt: Doubt; reason: string } {
  if (text.length > MOST_CHARACTERS) return { doubt: "long", reason: "It is too long to be read as an answer." };
  // The wide space of Chinese keyboards is visible.
  const typed = text
    .replaceAll("\r\n", "\n")
    .replaceAll("\u3000", " ")
    .replace(/^[ \t\n]+|[ \t\n]+$/g, "");
  if (hasHidden(typed)) return { doubt: "hidden", reason: "It holds invisible characters." };
  const own = withoutQuotedLines(typed);
  const all = tokenise(plain(own));
  if (all.some(isDisguised)) return { doubt: "hidden", reason: "It holds letters that look like others." };
  const tokens = withoutQuotations(all);
  const isQuoting = own !== typed || tokens.length < all.length;
  if (all.length === 0 && !isQuoting) return { doubt: "empty", reason: "Nothing was said." };
  return { tokens, isQuoting, language: languageOf(tokens) };
}

/** One spelling for texts that look the same: width, case, apostrophes, smileys, traditional characters. */
function plain(text: string): string {
  const composed = text.slice(0, MOST_CHARACTERS).normalize("NFKC").toLowerCase();
  return simplified(composed.replace(/[’‘ʼ´]/g, "'").replace(/(?<=\s):-?[)d](?!\S)/g, "🙂"));
}

/** Without code blocks and lines that begin with `>`. */
function withoutQuotedLines(text: string): string {
  if (!/^\s*(?:[>＞]|```|~~~)/m.test(text)) return text;
  let isCode = false;
  const kept = text.split("\n").filter((line) => {
    const start = line.trimStart();
    const isFence = start.startsWith("```") || start.startsWith("~~~");
    if (isFence) isCode = !isCode;
    return !isCode && !isFence && !/^[>＞]/.test(start);
  });
  return kept.join("\n");
}

const TOKEN =
  /(?<space>[^\S\n]+)|(?<emoji>\p{RGI_Emoji})|(?<han>\p{Script=Han})|(?<word>[[\p{L}\p{M}\p{N}]--\p{Script=Han}]+(?:['\-][[\p{L}\p{M}\p{N}]--\p{Script=Han}]+)*)|(?<strike>~~+)|(?<mark>.)/gsv;

function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let isSpaced = false;
  for (const { 0: found, groups = {} } of text.matchAll(TOKEN)) {
    if (groups["space"] !== undefined) {
      isSpaced = true;
      continue;
    }
    const kind = groups["emoji"] ? "emoji" : groups["han"] ? "han" : groups["word"] ? "word" : "mark";
    tokens.push({ text: kind === "emoji" ? bareEmoji(found) : found, kind, isSpaced });
    isSpaced = false;
  }
  return tokens;
}

/** Without skin tones and selectors. */
function bareEmoji(emoji: string): string {
  return emoji.replace(/[\u{1F3FB}-\u{1F3FF}\uFE0F]/gu, "");
}

/** Letters of two alphabets in one word, or letters with something drawn over them. */
function isDisguised({ text, kind }: Token): boolean {
  if (kind !== "word" || /^[\p{ASCII}]+$/v.test(text)) return false;
  return /\p{Script=Latin}/u.test(text) && /[[\p{L}\p{M}]--\p{Script=Latin}]/v.test(text);
}

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "~~": "~~",
  "“": "”",
  "”": "”",
  "„": "“”",
  "«": "»",
  "»": "«",
  "‹": "›",
  "「": "」",
  "『": "』",
  "《": "》",
  "〈": "〉",
  "〝": "〞〟",
  "❝": "❞",
  "<": ">",
  "[": "]",
  "{": "}",
  "【": "】",
};

/** Without text in quotation marks or brackets of markup; an open one reaches to the end. */
function withoutQuotations(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    const closing = token.kind === "mark" ? CLOSING[token.text] : undefined;
    if (closing === undefined) {
      kept.push(token);
      continue;
    }
    const end = tokens.findIndex((other, index) => index > at && other.kind === "mark" && closing.includes(other.text));
    // Tildes after a friendly word are a strike-through only if they come in pairs.
    if (token.text === "~~" && end < 0) continue;
    if (end < 0) break;
    at = end;
  }
  return kept;
}

function languageOf(tokens: readonly Token[]): Language | undefined {
  const isChinese = tokens.some(({ kind }) => kind === "han");
  const isEnglish = tokens.some(({ kind, text }) => kind === "word" && /[a-z]/.test(text));
  return isChinese ? (isEnglish ? "mixed" : "zh") : isEnglish ? "en" : undefined;
}
