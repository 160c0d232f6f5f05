import { counted } from "../../plan/quantities.ts";
import type { AgentConfig } from "./config/discord-config.ts";
import { mayTalk } from "./config/may-talk.ts";
import type { OlderMessages } from "./missed-messages.ts";
import { memberOf } from "./who.ts";

/** What a channel is told of messages that are too old to be answered; nothing, if none of them was for the agent. */
export function olderWords({ messages, isMore }: OlderMessages, { talk }: AgentConfig): string | undefined {
  const { length } = messages.filter(({ author: user, member, guild }) =>
    mayTalk(talk, memberOf({ user, member, guild })),
  );
  if (length === 0 && !isMore) return undefined;
  const what = isMore ? "many older messages" : counted(length, "older message");
  return `While I was away, ${what} ${length === 1 && !isMore ? "was" : "were"} not read. Say it again if it still matters.`;
}
