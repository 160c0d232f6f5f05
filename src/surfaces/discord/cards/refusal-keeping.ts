import { LIMITS } from "../limits.ts";
import type { CardMessage } from "./card-message.ts";
import { shownWords } from "./shown-words.ts";
import { type RefusalWords, refusalMessage, textMessage } from "./text-message.ts";
import { weightOf } from "./weight.ts";

/** For the title, and that there is more. */
const AROUND = 300;
const MOST = 3000;

/**
 * Why a form was refused, with the text that the person wrote in it. It is one message: a repeated answer replaces itself,
 * while a second message would be there twice.
 */
export function refusalKeeping(refusal: RefusalWords, written: string): CardMessage {
  const refused = refusalMessage(refusal);
  if (written.trim() === "") return refused;
  const used = refused.components.flatMap(shownWords).reduce((sum, text) => sum + weightOf(text), 0);
  const kept = textMessage({
    title: "What you wrote",
    text: written,
    fileName: "what-you-wrote.md",
    isPrivate: true,
    room: Math.min(MOST, LIMITS.text - used - AROUND),
  });
  return { ...kept, components: [...refused.components, ...kept.components] };
}
