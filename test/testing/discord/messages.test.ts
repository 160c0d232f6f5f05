import {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelType,
  ContainerBuilder,
  EmbedBuilder,
  Events,
  FileBuilder,
  MediaGalleryBuilder,
  type Message,
  MessageFlags,
  TextChannel,
  TextDisplayBuilder,
} from "discord.js";
import { describe, expect, it, vi } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { type LoggedIn, loggedIn, refusalOf } from "./logged-in.ts";

const PNG = Buffer.from("89504e470d0a1a0a", "hex");

function channelIn({ client, general }: LoggedIn): TextChannel {
  const channel = client.channels.cache.get(general.id);
  if (channel instanceof TextChannel) return channel;
  throw new Error("There is no such channel.");
}

function card(text: string): ContainerBuilder {
  const button = (id: string, label: string) =>
    new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(ButtonStyle.Primary);
  return new ContainerBuilder()
    .setAccentColor(0x2ecc71)
    .addTextDisplayComponents(new TextDisplayBuilder().setContent(text))
    .addMediaGalleryComponents(
      new MediaGalleryBuilder().addItems((item) =>
        item.setURL("attachment://graph.png").setDescription("Graph of the steps"),
      ),
    )
    .addFileComponents(new FileBuilder().setURL("attachment://plan.md"))
    .addActionRowComponents((row) =>
      row.addComponents(button("p:approve", "Approve"), button("p:reject", "Reject").setDisabled(true)),
    );
}

const FILES = () => [
  new AttachmentBuilder(PNG, { name: "graph.png" }),
  new AttachmentBuilder(Buffer.from("# Plan"), { name: "plan.md" }),
];

describe("a message", () => {
  it("of components holds files, and is read as a person sees it", async () => {
    const bot = await loggedIn();
    const sent = await channelIn(bot).send({
      flags: MessageFlags.IsComponentsV2,
      components: [card("## Ship it")],
      files: FILES(),
    });
    const seen = await bot.general.next();
    expect(seen.text).toBe("## Ship it\n(Graph of the steps)\n(plan.md)\n[Approve] [Reject, disabled]");
    expect(seen.file("plan.md").text).toBe("# Plan");
    expect(sent.flags.has(MessageFlags.IsComponentsV2)).toBe(true);
    const fetched = await fetch(seen.file("graph.png").url);
    expect([fetched.headers.get("content-type"), Buffer.from(await fetched.arrayBuffer())]).toEqual(["image/png", PNG]);
  });

  it("keeps its files over an edit that names them, and loses those it does not name", async () => {
    const bot = await loggedIn();
    const sent = await channelIn(bot).send({
      flags: MessageFlags.IsComponentsV2,
      components: [card("first")],
      files: FILES(),
    });
    const seen = await bot.general.next();
    await sent.edit({ components: [card("second")] });
    expect([seen.text.split("\n")[0], seen.attachments.length, seen.earlier.length]).toEqual(["second", 2, 1]);
    const bare = new TextDisplayBuilder().setContent("third");
    await sent.edit({ components: [bare], attachments: [] });
    expect([seen.text, seen.attachments]).toEqual(["third", []]);
  });

  it("tells the bot of edits and deletions", async () => {
    const bot = await loggedIn();
    const told = new Promise<string>((resolve) =>
      bot.client.once(Events.MessageUpdate, (_, { content }) => resolve(content)),
    );
    const message = bot.ada.say(bot.general, "frist");
    bot.ada.edit(message, "first");
    expect(await told).toBe("first");
    const gone = new Promise<string>((resolve) => bot.client.once(Events.MessageDelete, ({ id }) => resolve(id)));
    bot.ada.delete(message);
    expect(await gone).toBe(message.id);
    expect(bot.general.messages).toEqual([]);
  });

  it("is waited for one after the other, however fast they came", async () => {
    const bot = await loggedIn();
    for (const text of ["one", "two", "three"]) await channelIn(bot).send(text);
    expect((await bot.general.next()).text).toBe("one");
    expect((await bot.general.next("three")).text).toBe("three");
    const fourth = bot.general.next();
    await channelIn(bot).send("four");
    expect((await fourth).text).toBe("four");
    expect(bot.general.transcript).toContain("countersign: two\ncountersign: three");
  });

  it("is waited for until it says something", async () => {
    const bot = await loggedIn();
    const sent = await channelIn(bot).send("0 of 3");
    const seen = await bot.general.next();
    const done = seen.changed("3 of 3");
    await sent.edit("1 of 3");
    await sent.edit("3 of 3");
    expect((await done).earlier).toEqual(["0 of 3", "1 of 3"]);
    const gone = expect(seen.changed("4 of 3")).rejects.toThrow("was deleted");
    await sent.delete();
    await gone;
    await seen.gone();
  });

  it("with a nonce is sent once, however often it is sent", async () => {
    const clock = new FakeClock();
    const { send, general } = await loggedIn({ clock });
    const body = { content: "Approved.", nonce: "plan-1:approved", enforce_nonce: true };
    const [first, again] = [await send(body), await send(body)];
    expect(again.id).toBe(first.id);
    await send({ ...body, enforce_nonce: false });
    clock.advance(6 * 60_000);
    await send(body);
    expect(general.messages).toHaveLength(3);
  });

  it("comes with files of people, whose links run out after a day", async () => {
    const clock = new FakeClock();
    const bot = await loggedIn({ clock });
    const told = new Promise<Message>((resolve) => bot.client.once(Events.MessageCreate, resolve));
    bot.ada.say(bot.general, "see", { files: [{ name: "my notes.txt", content: "buy milk" }] });
    const attachment = (await told).attachments.first();
    expect(attachment?.name).toBe("my_notes.txt");
    expect(await (await fetch(attachment?.url ?? "")).text()).toBe("buy milk");
    clock.advance(25 * 60 * 60_000);
    expect((await fetch(attachment?.url ?? "")).status).toBe(404);
  });

  it("that replies names what it answers", async () => {
    const bot = await loggedIn();
    await channelIn(bot).send("the card");
    const told = new Promise<Message>((resolve) =>
      bot.client.on(Events.MessageCreate, (message) => !message.author.bot && resolve(message)),
    );
    const seen = await bot.general.next();
    bot.ada.say(bot.general, "please change step 2", { replyTo: seen });
    expect((await told).reference?.messageId).toBe(seen.id);
    expect((await (await told).fetchReference()).content).toBe("the card");
  });
});

describe("pings", () => {
  it("are those that the text has and the sender allows", async () => {
    const bot = await loggedIn();
    const { id: role = "" } = bot.ada.roles[0] ?? {};
    const text = `@everyone <@${bot.ada.id}> <@&${role}> <@1>`;
    const channel = channelIn(bot);
    const pings = async (allowedMentions?: object) => {
      await channel.send(allowedMentions ? { content: text, allowedMentions } : text);
      return (await bot.general.next()).pings;
    };
    expect(await pings()).toEqual(["@everyone", "@approvers", "@ada"]);
    expect(await pings({ parse: [] })).toEqual([]);
    expect(await pings({ parse: ["roles"], users: [bot.ada.id] })).toEqual(["@approvers", "@ada"]);
    expect(
      await refusalOf(channel.send({ content: text, allowedMentions: { parse: ["users"], users: [bot.ada.id] } })),
    ).toContain("50035");
  });

  it("come from texts of components too, never from embeds, and never by an edit", async () => {
    const bot = await loggedIn();
    const channel = channelIn(bot);
    await channel.send({
      flags: MessageFlags.IsComponentsV2,
      components: [new TextDisplayBuilder().setContent("@here")],
    });
    expect((await bot.general.next()).pings).toEqual(["@everyone"]);
    const sent = await channel.send({ embeds: [new EmbedBuilder().setDescription("@everyone")] });
    expect((await bot.general.next()).pings).toEqual([]);
    await sent.edit({ content: "@everyone" });
    expect(bot.general.last?.pings).toEqual([]);
  });
});

describe("a place", () => {
  it("that is gone, hidden, read-only or of the wrong kind refuses with Discord's codes", async () => {
    const { client, discord, general, send } = await loggedIn();
    const post = (channel: string, more: object = {}) =>
      client.rest.post(`/channels/${channel}/messages`, { body: { content: "hi" }, ...more });
    const forum = discord.guild.addChannel("ideas", { kind: "forum" });
    expect(await refusalOf(post("1"))).toBe("10003");
    expect(await refusalOf(post(forum.id))).toBe("50008");
    general.forbid("AttachFiles");
    expect(await refusalOf(post(general.id, { files: [{ name: "a.txt", data: "a" }] }))).toBe("50013");
    general.forbid("SendMessages");
    expect(await refusalOf(send({ content: "hi" }))).toBe("50013");
    general.forbid("ViewChannel");
    expect(await refusalOf(send({ content: "hi" }))).toBe("50001");
    general.allow("ViewChannel", "SendMessages");
    expect(await refusalOf(send({ content: "hi" }))).toBe("taken");
    discord.guild.removeChannel(general);
    expect(await refusalOf(send({ content: "hi" }))).toBe("10003");
  });

  it("lets a bot edit only its own messages, and only while they are there", async () => {
    const { client, ada, general, send } = await loggedIn();
    const theirs = ada.say(general, "mine");
    const patch = (id: string) =>
      client.rest.patch(`/channels/${general.id}/messages/${id}`, { body: { content: "x" } });
    expect(await refusalOf(patch(theirs.id))).toBe("50005");
    expect(await refusalOf(patch("1"))).toBe("10008");
    const own = await send({ content: "hi" });
    ada.delete(await general.next());
    expect(await refusalOf(patch(own.id))).toBe("10008");
    expect(await refusalOf(client.rest.get("/users/1"))).toBe("10013");
    expect(await refusalOf(client.rest.get("/nothing/here"))).toBe("0");
  });

  it("has threads, of bots and of people, which share its permissions", async () => {
    const bot = await loggedIn();
    const sent = await channelIn(bot).send("Plan 7");
    const thread = await sent.startThread({ name: "Plan 7" });
    const [local] = bot.general.threads;
    expect([thread.type, local?.id]).toEqual([ChannelType.PublicThread, sent.id]);
    await thread.send("step 1 done");
    expect((await local?.next())?.text).toBe("step 1 done");
    expect(await refusalOf(sent.startThread({ name: "again" }))).toBe("160004");
    expect(
      await refusalOf(bot.client.rest.post(`/channels/${bot.general.id}/threads`, { body: { name: "x".repeat(101) } })),
    ).toBe("50035 name BASE_TYPE_BAD_LENGTH");
    const told = new Promise<string>((resolve) => bot.client.once(Events.ThreadCreate, ({ name }) => resolve(name)));
    const theirs = bot.ada.startThread(bot.general, "questions");
    expect(await told).toBe("questions");
    bot.general.forbid("SendMessagesInThreads");
    expect(await refusalOf(bot.client.rest.post(`/channels/${theirs.id}/messages`, { body: { content: "hi" } }))).toBe(
      "50013",
    );
    await thread.setArchived(true);
    expect(local?.archived).toBe(true);
  });

  it("lists messages, the newest first, and notes that a bot types", async () => {
    const bot = await loggedIn();
    for (const text of ["1", "2", "3"]) bot.ada.say(bot.general, text);
    const channel = channelIn(bot);
    expect((await channel.messages.fetch({ limit: 2 })).map(({ content }) => content)).toEqual(["3", "2"]);
    await channel.sendTyping();
    expect(bot.general.typed).toBe(1);
    const dm = await bot.client.users.send(bot.ada.id, "just you");
    expect(dm.channel.isDMBased()).toBe(true);
  });

  it("takes rows of buttons only with something to read above them", async () => {
    const bot = await loggedIn();
    const row = new ActionRowBuilder<ButtonBuilder>().addComponents(
      new ButtonBuilder().setCustomId("a").setLabel("A").setStyle(1),
    );
    expect(await refusalOf(channelIn(bot).send({ components: [row] }))).toBe("50006");
    expect(await refusalOf(channelIn(bot).send({ content: "pick", components: [row] }))).toBe("taken");
    expect(bot.general.last?.text).toBe("pick\n[A]");
  });
});

describe("a test that waits in vain", () => {
  it("is told for what, and what there is instead", async () => {
    const { general, ada } = await loggedIn();
    ada.say(general, "nobody answers");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    afterTest(() => vi.useRealTimers());
    const told = expect(general.next("hello")).rejects.toThrow(
      "Waited in vain for hello in general, where there is:\nada: nobody answers",
    );
    vi.advanceTimersByTime(30_000);
    await told;
  });
});
