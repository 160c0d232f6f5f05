import type { Message } from "discord.js";
import type { Digest } from "../../plan/digest.ts";
import { customIdsOf } from "./replied-card.ts";

const FIRST_MS = 1_420_070_400_000;

/**
 * Whether the card showed this text when the message was written, by Discord's own clock. A message from before answers an
 * older text, whenever it arrives here.
 */
export function wasShownBefore(card: Message, digest: Digest, said: string): boolean {
  const isShown = customIdsOf(card).some((id) => id.on === "plan" && id.digest === digest);
  const saidAt = Number(BigInt(said) >> 22n) + FIRST_MS;
  return isShown && (card.editedTimestamp ?? card.createdTimestamp) <= saidAt;
}
