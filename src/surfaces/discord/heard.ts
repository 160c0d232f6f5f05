import type { Incoming } from "./conversation/incoming-text.ts";
import type { RepliedCard } from "./replied-card.ts";
import type { Member } from "./who.ts";

/** A message that a person wrote in the channel of an agent, or in a thread of it. */
export interface Heard {
  member: Member;
  /** Where. */
  channel: string;
  message: string;
  /** What they typed, and nothing else: only that counts as an answer or an approval. */
  words: string;
  /** The same with files and quotes. */
  whole: string;
  /** What the model gets of it. */
  incoming: Incoming;
  guild: string | null;
  /** The card that it replies to. */
  card?: RepliedCard;
  /** False: the person may sign and not talk to the agent, so only a reply to a card counts. */
  talks?: boolean;
}
