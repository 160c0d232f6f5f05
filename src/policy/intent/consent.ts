import { defined } from "../../plan/defined.ts";
import * as chinese from "./chinese.ts";
import * as english from "./english.ts";
import { Phrases, textOf } from "./phrase.ts";
import type { Token } from "./utterance.ts";

/** The words of consent, if the whole message is nothing but consent and politeness. */
export function findConsent(tokens: readonly Token[]): string | undefined {
  return tokens.length > MOST_TOKENS ? undefined : consume(tokens, kinds());
}

/** The same for any core, for example a request to stop, with politeness around it. */
export function findWhole(tokens: readonly Token[], core: Phrases): string | undefined {
  if (tokens.length > MOST_TOKENS) return undefined;
  return consume(tokens, [{ phrases: core, isCore: true }, ...kinds().filter(({ isCore }) => !isCore)]);
}

/** Whether it is nothing but politeness and praise, which asks for nothing. */
export function isPolite(tokens: readonly Token[]): boolean {
  if (tokens.length > MOST_TOKENS) return false;
  const ways =
    eat(
      tokens,
      kinds().filter(({ isCore }) => !isCore),
    )[tokens.length] ?? [];
  return ways.some(({ isOpen }) => !isOpen);
}

/** Whether a message begins with consent, whatever follows. */
export function beginsWithConsent(tokens: readonly Token[]): boolean {
  return eat(tokens.slice(0, MOST_TOKENS), kinds()).some((states) => states.some(isComplete));
}

/** Consent is short. Chinese has a token for every character. */
const MOST_TOKENS = 100;

interface Kind {
  phrases: Phrases;
  /** The core of the message; all other phrases only accompany it. */
  isCore?: true;
  /** Praise must not be a noun's adjective: in "good start" it is, so such words may not directly follow it. */
  isPraise?: true;
  /** Not directly after praise (`praise`), or only at the start of a clause (`anything`). */
  notAfter?: "praise" | "anything";
}

let compiled: readonly Kind[] | undefined;

function kinds(): readonly Kind[] {
  compiled ??= [english, chinese].flatMap(({ RULES, LIGHT, PRAISE, CONSENT, BARE, ALONE, THEN }): Kind[] => [
    { phrases: new Phrases([CONSENT, RULES]), isCore: true },
    { phrases: new Phrases([BARE, RULES]), isCore: true, notAfter: "praise" },
    { phrases: new Phrases([ALONE, RULES]), isCore: true, notAfter: "anything" },
    { phrases: new Phrases([LIGHT, RULES]) },
    { phrases: new Phrases([PRAISE, RULES]), isPraise: true },
    { phrases: new Phrases([THEN, RULES]), notAfter: "praise" },
  ]);
  return compiled;
}

const ENDERS = new Set([".", "!", "。", "~", "~~", "\n", "…", "．"]);
/** More must follow these: a message that ends there is not finished. */
const JOINERS = new Set([",", ";", "、", "-", "–", "—", "and", "&", "so", "并", "并且"]);
const FRIENDLY = new Set([..."👍👌✅🚀🎉🙏💪🔥😀😃😄😁🙂😊🥳✨❤💯🙌👏🫡☑✔😎🤝🙇😉🤗🏃⚡🆗⭐🌟🎊"]);

interface Reached {
  isOpen: boolean;
  /** The token before: none (a boundary), praise, or other words. */
  before: "boundary" | "praise" | "words";
  core?: string;
}

/** The message is consumed phrase by phrase, in all possible ways at once, and must be consumed completely. */
function consume(tokens: readonly Token[], vocabulary: readonly Kind[]): string | undefined {
  return eat(tokens, vocabulary)[tokens.length]?.find(isComplete)?.core;
}

function isComplete({ core, isOpen }: Reached): boolean {
  return core !== undefined && !isOpen;
}

/** Every way to consume the tokens before each position. */
function eat(tokens: readonly Token[], vocabulary: readonly Kind[]): Reached[][] {
  const reached: Map<string, Reached>[] = Array.from({ length: tokens.length + 1 }, () => new Map());
  const reach = (at: number, state: Reached) => {
    const key = `${state.core !== undefined} ${state.isOpen} ${state.before}`;
    if (!reached[at]?.has(key)) reached[at]?.set(key, state);
  };
  reach(0, { isOpen: false, before: "boundary" });
  for (const [at, token] of tokens.entries()) {
    const states = [...(reached[at]?.values() ?? [])];
    if (states.length === 0) continue;
    for (const { phrases, isCore, isPraise, notAfter } of vocabulary) {
      const ends = phrases.ends(tokens, at);
      for (const state of states) {
        const before = token.kind === "han" && token.isSpaced ? "boundary" : state.before;
        if (notAfter === "praise" && before === "praise") continue;
        if (notAfter === "anything" && before !== "boundary") continue;
        for (const end of ends) {
          const core = isCore ? (state.core ?? textOf(tokens.slice(at, end))) : state.core;
          reach(end, {
            isOpen: false,
            before: isPraise ? "praise" : "words",
            ...defined({ core }),
          });
        }
      }
    }
    for (const state of states) {
      if (token.kind === "emoji" && FRIENDLY.has(token.text)) reach(at + 1, { ...state, before: "boundary" });
      if (at === 0) continue;
      if (ENDERS.has(token.text)) reach(at + 1, { ...state, before: "boundary" });
      if (JOINERS.has(token.text)) reach(at + 1, { ...state, isOpen: true, before: "boundary" });
    }
  }
  return reached.map((states) => [...states.values()]);
}
