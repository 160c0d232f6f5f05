import type { LocalChannel } from "../channel.ts";
import type { LocalMessage } from "../message.ts";
import type { Draft } from "../post.ts";
import { refusal } from "../refusal.ts";
import type { World } from "../world.ts";

/** A request that has been read. Anything may be wrong with it. */
export interface Call extends Draft {
  readonly world: World;
  readonly query: URLSearchParams;
  /** The body if it is a list, which some are. */
  readonly list: readonly unknown[] | undefined;
}

/** Gives what is answered with 200; with `undefined` it is 204, which has no body. */
export type Handler = (call: Call, one: string, two: string, three: string) => unknown;

export interface Route {
  /** `POST /channels/:channel/messages` */
  readonly name: string;
  readonly handle: Handler;
  /** The token of an interaction is enough: no token of a bot is needed. */
  readonly isOpen?: boolean;
}

export function route(name: string, handle: Handler, isOpen = false): Route {
  return { name, handle, isOpen };
}

/** The channel, if the bot sees it. */
export function channelOf(world: World, id: string): LocalChannel {
  const channel = world.guild.channels.find((one) => one.id === id);
  if (channel === undefined) throw refusal("unknownChannel");
  if (!channel.botMay("ViewChannel")) throw refusal("missingAccess");
  return channel;
}

/** The message, if it is one of those that everybody sees. */
export function messageOf(world: World, channel: string, id: string): LocalMessage {
  const message = channelOf(world, channel).message(id);
  if (message === undefined || message.ephemeral) throw refusal("unknownMessage");
  return message;
}
