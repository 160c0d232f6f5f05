import { edit, post, remove } from "../post.ts";
import { readable } from "../readable.ts";
import { refusal, refuseForm } from "../refusal.ts";
import type { World } from "../world.ts";
import { type Call, channelOf, messageOf, type Route, route } from "./route.ts";

const WITHOUT_MESSAGES = ["category", "forum"];

export const MESSAGE_ROUTES: readonly Route[] = [
  route("POST /channels/:channel/messages", (call, id) => {
    const { world } = call;
    const channel = channelOf(world, id);
    if (WITHOUT_MESSAGES.includes(channel.kind)) throw refusal("notText");
    if (channel.locked) throw refusal("archived");
    const may = channel.botMay(channel.isThread ? "SendMessagesInThreads" : "SendMessages");
    if (!may || (call.files.length > 0 && !channel.botMay("AttachFiles"))) throw refusal("missingPermissions");
    return post(world, channel, call).payload();
  }),
  route("GET /channels/:channel/messages", ({ world, query }, id) => list(world, id, query)),
  route("GET /channels/:channel/messages/:message", ({ world }, channel, id) => {
    const message = messageOf(world, channel, id);
    if (!message.channel.botMay("ReadMessageHistory")) throw refusal("missingAccess");
    return readable(message, mayRead(world), world);
  }),
  route("PATCH /channels/:channel/messages/:message", (call, channel, id) => {
    const message = ownMessage(call, channel, id);
    // A new message opens a thread again; an edit does not.
    if (message.channel.archived || message.channel.locked) throw refusal("archived");
    edit(call.world, message, call);
    return message.payload();
  }),
  route("DELETE /channels/:channel/messages/:message", ({ world }, channel, id) => {
    const message = messageOf(world, channel, id);
    if (message.author !== world.bot && !message.channel.botMay("ManageMessages")) throw refusal("missingPermissions");
    remove(world, message);
  }),
  route("POST /channels/:channel/messages/bulk-delete", ({ world, body }, channel) => {
    if (!channelOf(world, channel).botMay("ManageMessages")) throw refusal("missingPermissions");
    const ids = Array.isArray(body["messages"]) ? body["messages"].map(String) : [];
    for (const id of ids) remove(world, messageOf(world, channel, id));
  }),
  route("POST /channels/:channel/typing", ({ world }, id) => {
    const channel = channelOf(world, id);
    if (!channel.botMay(channel.isThread ? "SendMessagesInThreads" : "SendMessages"))
      throw refusal("missingPermissions");
    channel.typed += 1;
    channel.touch();
  }),
];

function ownMessage({ world }: Call, channel: string, id: string) {
  const message = messageOf(world, channel, id);
  if (message.author !== world.bot) throw refusal("notYourMessage");
  return message;
}

/** The newest first. */
function list(world: World, id: string, query: URLSearchParams): object[] {
  const channel = channelOf(world, id);
  if (!channel.botMay("ReadMessageHistory")) return [];
  const limit = Number(query.get("limit") ?? 50);
  if (!(limit >= 1 && limit <= 100))
    refuseForm([
      { path: ["limit"], code: "NUMBER_TYPE_MAX", message: "int value should be less than or equal to 100." },
    ]);
  const [before, after] = ["before", "after"].map((name) => query.get(name));
  const all = channel.messages
    .filter((message) => !before || BigInt(message.id) < BigInt(before))
    .filter((message) => !after || BigInt(message.id) > BigInt(after));
  const shown = after ? all.slice(0, limit) : all.slice(-limit);
  return shown.reverse().map((message) => readable(message, mayRead(world), world));
}

function mayRead({ privileged }: World): boolean {
  return privileged.includes("MessageContent");
}
