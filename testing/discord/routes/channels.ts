import type { LocalChannel } from "../channel.ts";
import { type Fields, Form } from "../limits/form.ts";
import type { LocalMessage } from "../message.ts";
import { refusal, refuseForm } from "../refusal.ts";
import { type Call, channelOf, messageOf, type Route, route } from "./route.ts";

export const CHANNEL_ROUTES: readonly Route[] = [
  route("GET /channels/:channel", ({ world }, id) => channelOf(world, id).payload()),
  route("PATCH /channels/:channel", ({ world, body }, id) => {
    const channel = channelOf(world, id);
    // A member who may write in a thread may open it again, unless it is locked.
    const isOpening =
      channel.isThread && !channel.locked && Object.keys(body).join() === "archived" && !body["archived"];
    const isAllowed = isOpening
      ? channel.botMay("SendMessagesInThreads")
      : channel.botMay(channel.isThread ? "ManageThreads" : "ManageChannels") || channel.owner === world.bot.id;
    if (!isAllowed) throw refusal("missingPermissions");
    change(channel, body);
    world.guild.tell(channel.isThread ? "THREAD_UPDATE" : "CHANNEL_UPDATE", channel.payload());
    return channel.payload();
  }),
  route("DELETE /channels/:channel", ({ world }, id) => {
    const channel = channelOf(world, id);
    if (!channel.botMay(channel.isThread ? "ManageThreads" : "ManageChannels")) throw refusal("missingPermissions");
    world.guild.removeChannel(channel);
    return channel.payload();
  }),
  route("POST /channels/:channel/threads", (call, id) => startThread(call, channelOf(call.world, id))),
  route("POST /channels/:channel/messages/:message/threads", (call, channel, id) => {
    const message = messageOf(call.world, channel, id);
    if (message.thread) throw refusal("hasThread");
    return startThread(call, message.channel, message);
  }),
  route("PUT /channels/:channel/thread-members/:member", ({ world }, id) => void channelOf(world, id)),
  route("DELETE /channels/:channel/thread-members/:member", ({ world }, id) => void channelOf(world, id)),
  route("GET /guilds/:guild", ({ world }, id) => guildOf(world, id).summary()),
  route("GET /guilds/:guild/channels", ({ world }, id) => {
    const all = guildOf(world, id).channels.filter(({ isThread, kind }) => !isThread && kind !== "direct");
    return all.map((channel) => channel.payload());
  }),
  route("GET /guilds/:guild/threads/active", ({ world }, id) => {
    const threads = guildOf(world, id).channels.filter(({ isThread, archived }) => isThread && !archived);
    return { threads: threads.map((thread) => thread.payload()), members: [] };
  }),
  route("GET /guilds/:guild/roles", ({ world }, id) => guildOf(world, id).summary()["roles"]),
  route("GET /guilds/:guild/members", ({ world, query }, id) => {
    if (!world.privileged.includes("GuildMembers")) throw refusal("missingAccess");
    return guildOf(world, id)
      .members.slice(0, Number(query.get("limit") ?? 1))
      .map((member) => member.payload());
  }),
  route("GET /guilds/:guild/members/:member", ({ world }, id, member) => {
    const found = guildOf(world, id).members.find((one) => one.id === member);
    if (found === undefined) throw refusal("unknownMember");
    return found.payload();
  }),
];

function startThread({ world, body }: Call, parent: LocalChannel, from?: LocalMessage): object {
  const isPrivate = body["type"] === 12;
  if (!parent.botMay(isPrivate ? "CreatePrivateThreads" : "CreatePublicThreads")) throw refusal("missingPermissions");
  const form = new Form();
  form.text(["name"], body["name"], { min: 1, max: 100 });
  const minutes = body["auto_archive_duration"];
  if (minutes !== undefined && ![60, 1440, 4320, 10080].includes(Number(minutes)))
    form.refuse(["auto_archive_duration"], "BASE_TYPE_CHOICES", "Value must be one of {60, 1440, 4320, 10080}.");
  refuseForm(form.problems);
  const kind = isPrivate ? "private thread" : "thread";
  const origin = { name: String(body["name"]), owner: world.bot.id, kind } as const;
  return world.guild.addThread(parent, from ? { ...origin, from } : origin).payload();
}

function change(channel: LocalChannel, { name, archived, locked }: Fields): void {
  const form = new Form();
  form.text(["name"], name, { min: 1, max: 100, optional: true });
  refuseForm(form.problems);
  if (typeof name === "string") channel.name = name;
  if (typeof archived === "boolean") channel.archived = archived;
  if (typeof locked === "boolean") channel.locked = locked;
}

function guildOf({ guild }: Call["world"], id: string) {
  if (guild.id !== id) throw refusal("unknownGuild");
  return guild;
}
