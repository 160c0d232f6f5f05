import { Events, GatewayIntentBits, type Message } from "discord.js";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { loggedIn, newClient, started } from "./logged-in.ts";

const { Guilds, GuildMembers, GuildMessages, MessageContent } = GatewayIntentBits;

describe("a bot that logs in", () => {
  it("is told who it is, and of the guild with its channels, roles and people", async () => {
    const discord = await started({ botName: "chorus", guildName: "The guild" });
    discord.addMember({ name: "ada", roles: ["approvers"] });
    discord.guild.addChannel("agents");
    const client = newClient(discord);
    await Promise.all([
      new Promise((resolve) => client.once(Events.ClientReady, resolve)),
      client.login(discord.token),
    ]);
    const guild = client.guilds.cache.first();
    expect(client.user?.username).toBe("chorus");
    expect([guild?.name, guild?.memberCount]).toEqual(["The guild", 2]);
    expect(guild?.channels.cache.map(({ name }) => name)).toEqual(["general", "agents"]);
    const ada = guild?.members.cache.find(({ user }) => user.username === "ada");
    expect(ada?.roles.cache.map(({ name }) => name)).toContain("approvers");
    expect((await client.application?.fetch())?.id).toBe(client.user?.id);
  });

  it("is turned away with a wrong token, by the API and by the gateway", async () => {
    const discord = await started();
    await expect(newClient(discord).login("wrong")).rejects.toThrow(/invalid token/i);
    expect(discord.requests.map(({ status }) => status)).toEqual([401]);
  });

  it("is turned away if it wants an intent that was not switched on for it", async () => {
    const discord = await started({ privileged: [] });
    await expect(newClient(discord, { intents: [Guilds, MessageContent] }).login(discord.token)).rejects.toThrow(
      /disallowed intents/i,
    );
  });

  it("hears only what it asked for", async () => {
    const heard: string[] = [];
    const { client, ada, general, discord } = await loggedIn({}, { intents: [Guilds] });
    client.on(Events.MessageCreate, () => heard.push("message"));
    client.on(Events.ChannelCreate, () => heard.push("channel"));
    const told = new Promise((resolve) => client.once(Events.ChannelCreate, resolve));
    ada.say(general, "hello");
    discord.guild.addChannel("later");
    await told;
    expect(heard).toEqual(["channel"]);
  });

  it("reads without the intent for contents only what is said to it", async () => {
    const { client, ada, general } = await loggedIn({}, { intents: [Guilds, GuildMessages] });
    const heard: string[] = [];
    const told = new Promise<void>((resolve) =>
      client.on(Events.MessageCreate, ({ content }) => heard.push(content) === 2 && resolve()),
    );
    ada.say(general, "psst");
    ada.say(general, `<@${client.user.id}> hello`);
    await told;
    expect(heard).toEqual(["", `<@${client.user.id}> hello`]);
  });

  it("learns of new roles of people only with the intent for them", async () => {
    const privileged = ["GuildMembers", "MessageContent"] as const;
    const { client, ada } = await loggedIn({ privileged }, { intents: [Guilds, GuildMembers] });
    const told = new Promise<string[]>((resolve) =>
      client.once(Events.GuildMemberUpdate, (_, { roles }) => resolve(roles.cache.map(({ name }) => name))),
    );
    ada.setRoles("owners");
    expect(await told).toContain("owners");
  });
});

describe("a client that talks nonsense", () => {
  it.each([
    ["hello", 4002],
    ['{"op":2,"d":null}', 4004],
    ['{"op":6,"d":null}', 4004],
    ['{"op":8,"d":{}}', 4003],
  ])("%s is shown the door with %i", async (text, code) => {
    const discord = await started();
    const socket = new WebSocket(discord.api.replace("http:", "ws:").replace("/api", "/?v=10"));
    const closed = new Promise<number>((resolve) => socket.addEventListener("close", (event) => resolve(event.code)));
    socket.addEventListener("message", () => socket.send(text));
    expect(await closed).toBe(code);
  });
});

describe("a bot whose connection breaks", () => {
  it("resumes, and gets every event that it missed, once and in order", async () => {
    const { client, discord, ada, general } = await loggedIn();
    const heard: string[] = [];
    client.on(Events.MessageCreate, (message) => heard.push(message.content));
    ada.say(general, "1");
    await discord.drop();
    ada.say(general, "2");
    ada.say(general, "3");
    const told = new Promise<void>((resolve) =>
      client.on(Events.MessageCreate, ({ content }) => content === "4" && resolve()),
    );
    await discord.online();
    ada.say(general, "4");
    await told;
    expect(heard).toEqual(["1", "2", "3", "4"]);
    expect(discord.logins).toEqual({ identified: 1, resumed: 1 });
  });

  it("resumes as well when it is asked to reconnect", async () => {
    const { client, discord, ada, general } = await loggedIn();
    const resumed = new Promise((resolve) => client.once(Events.ShardResume, resolve));
    discord.reconnect();
    await resumed;
    const told = new Promise<Message>((resolve) => client.once(Events.MessageCreate, resolve));
    ada.say(general, "still there?");
    expect((await told).content).toBe("still there?");
    expect(discord.logins).toEqual({ identified: 1, resumed: 1 });
  });

  it("notices a silent connection by its heartbeat, and reconnects", async () => {
    const { client, discord, ada, general } = await loggedIn({ heartbeatMs: 40 });
    const told = new Promise<Message>((resolve) => client.once(Events.MessageCreate, resolve));
    discord.stall();
    ada.say(general, "hello?");
    expect((await told).content).toBe("hello?");
    expect(discord.logins).toEqual({ identified: 1, resumed: 1 });
  });

  it("cannot resume after minutes", async () => {
    const clock = new FakeClock();
    const { client, discord } = await loggedIn({ clock });
    const ready = new Promise((resolve) => client.once(Events.ShardReady, resolve));
    await discord.drop();
    clock.advance(4 * 60_000);
    await ready;
    expect(discord.logins).toEqual({ identified: 2, resumed: 0 });
  });

  it("identifies again if its session is gone, and never gets the events it missed", async () => {
    const { client, discord, ada, general } = await loggedIn();
    const heard: string[] = [];
    client.on(Events.MessageCreate, (message) => heard.push(message.content));
    await discord.drop({ resumable: false });
    ada.say(general, "lost");
    const told = new Promise((resolve) => client.once(Events.MessageCreate, resolve));
    await discord.online();
    ada.say(general, "heard");
    await told;
    expect(heard).toEqual(["heard"]);
    expect(discord.logins).toEqual({ identified: 2, resumed: 0 });
  });
});
