import type { LocalMessage } from "../../../testing/discord/message.ts";
import type { DiscordBench } from "./bench.ts";

/** As after the loss of the card store: the same card again, which the store does not have. */
export async function copyOf({ discord, general }: DiscordBench, card: LocalMessage): Promise<LocalMessage> {
  const FILES = [12, 13];
  const components = card.components.map(({ type, components: parts = [] }) => ({
    ...{ type, components: parts.filter((part) => !FILES.includes(part.type)) },
  }));
  const sent = await fetch(`${discord.api}/v10/channels/${general.id}/messages`, {
    method: "POST",
    headers: { authorization: `Bot ${discord.token}`, "content-type": "application/json" },
    body: JSON.stringify({ flags: card.flags, components }),
  });
  const { id } = (await sent.json()) as { id: string };
  const copy = general.message(id);
  if (!copy) throw new Error("There is no copy.");
  return copy;
}
