import type { Message } from "discord.js";
import type { Digest } from "../../plan/digest.ts";
import { customIdsOf } from "./replied-card.ts";

const FIRST_MS = 1_420_070_400_000;

/**
 * Whether this text stood on the card when somebody said something, by Discord's own clock. Whoever spoke before it came
 * there has not read it, whenever their words arrive here.
 */
export function stoodThere(card: Message, digest: Digest, said: string): boolean {
  const isShown = customIdsOf(card).some((id) => id.on === "plan" && id.digest === digest);
  const saidAt = Number(BigInt(said) >> 22n) + FIRST_MS;
  return isShown && (card.editedTimestamp ?? card.createdTimestamp) <= saidAt;
}
