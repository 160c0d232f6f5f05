import { detectIntent } from "../intent.ts";
import { AGREES as CHINESE_AGREES, RULES as CHINESE_CONSENT_RULES } from "./chinese.ts";
import { begins, type Clause, clausesOf, isQuestion, sentencesOf } from "./clauses.ts";
import { findWhole, isPolite } from "./consent.ts";
import { AGREES as ENGLISH_AGREES, RULES as ENGLISH_CONSENT_RULES } from "./english.ts";
import { Phrases } from "./phrase.ts";
import * as list from "./reply-phrases.ts";
import { readUtterance, type Token } from "./utterance.ts";

/**
 * The meaning of a reply to a plan that waits for approval:
 * - `consent`: the person agrees. It signs nothing by itself: a surface asks whether they approve.
 * - `question`: it is for the agent, and the plan stays as it is.
 * - `change_request`: the plan goes back to the agent with these words.
 * - `unclear`: friendly, or none of these: a surface asks which one it is.
 */
export type ReplyMeaning = "consent" | "question" | "change_request" | "unclear";

export function classifyReply(text: string): ReplyMeaning {
  const utterance = readUtterance(text);
  if ("doubt" in utterance) return "unclear";
  if (detectIntent(text).intent === "EXECUTE_NOW") return "consent";
  const { tokens, isQuoting } = utterance;
  if (isPolite(tokens)) return !isQuoting && agrees(tokens) ? "consent" : "unclear";
  const sentences = sentencesOf(clausesOf(tokens));
  const asked = sentences.filter(isAsked);
  if (sentences.some((sentence) => !asked.includes(sentence) && sentence.some(wantsChange))) return "change_request";
  if (asked.length === 0) return "unclear";
  return asked.some((sentence) => sentence.some(requestsChange)) ? "change_request" : "question";
}

/** Emoji that approve; others only greet or thank. */
const AGREEING = new Set([..."👍👌✅💯☑✔🆗🚀"]);

function agrees(tokens: readonly Token[]): boolean {
  if (tokens.some(({ text, kind }) => kind === "emoji" && AGREEING.has(text))) return true;
  return phrases().agreement.find([...tokens, STOP]) !== undefined;
}

/** 是 and 对 agree only where a mark follows. */
const STOP: Token = { text: ".", kind: "mark", isSpaced: false };

/** A question, or a request to explain. A question after a wish only asks for agreement: "Use pnpm, ok?" */
function isAsked(sentence: readonly Clause[]): boolean {
  const tag = sentence.length > 1 ? sentence.at(-1) : undefined;
  const isTag = tag !== undefined && isPolite(tag.words);
  return sentence.some((clause) => (clause !== tag || !isTag) && (isQuestion(clause) || inquires(clause)));
}

function inquires({ words }: Clause): boolean {
  return begins(words, phrases().inquiries) || phrases().chineseInquiries.find(words) !== undefined;
}

function wantsChange({ words }: Clause): boolean {
  const { stays, allStays, commands, changes } = phrases();
  if (stays.find(words) !== undefined || findWhole(words, allStays) !== undefined) return false;
  return begins(words, commands) || changes.find(words) !== undefined;
}

/** "Could you use pnpm?" */
function requestsChange(clause: Clause): boolean {
  return !inquires(clause) && begins(clause.words, phrases().requests);
}

let compiled: ReturnType<typeof compile> | undefined;

function phrases() {
  compiled ??= compile();
  return compiled;
}

function compile() {
  const { ENGLISH_RULES, CHINESE_RULES } = list;
  const both = (english: readonly string[], chinese: readonly string[]) =>
    new Phrases([english, ENGLISH_RULES], [chinese, CHINESE_RULES]);
  return {
    agreement: new Phrases([ENGLISH_AGREES, ENGLISH_CONSENT_RULES], [CHINESE_AGREES, CHINESE_CONSENT_RULES]),
    commands: both(list.ENGLISH_COMMANDS, list.CHINESE_COMMANDS),
    changes: both(list.ENGLISH_CHANGES, list.CHINESE_CHANGES),
    stays: both(list.ENGLISH_STAYS, list.CHINESE_STAYS),
    allStays: both(list.ENGLISH_ALL_STAYS, list.CHINESE_ALL_STAYS),
    requests: new Phrases([list.ENGLISH_REQUESTS, ENGLISH_RULES]),
    inquiries: new Phrases([list.ENGLISH_INQUIRIES, ENGLISH_RULES]),
    chineseInquiries: new Phrases([list.CHINESE_INQUIRIES, CHINESE_RULES]),
  };
}
