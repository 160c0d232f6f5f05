import { Client, Events, TextChannel } from "discord.js";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { loggedIn, refusalOf } from "./logged-in.ts";

const SEND = "POST /channels/:channel/messages";

describe("what goes wrong", () => {
  it("is a limit that the client waits out", async () => {
    const { discord, send, general } = await loggedIn();
    discord.rateLimit({ route: SEND, times: 2, retryAfterMs: 20 });
    await send({ content: "in the end" });
    expect(discord.requests.filter(({ route }) => route === SEND).map(({ status }) => status)).toEqual([429, 429, 200]);
    expect(general.messages).toHaveLength(1);
  });

  it("is told in the words and headers of Discord", async () => {
    const { discord, general } = await loggedIn();
    discord.rateLimit({ route: /^POST .*messages$/, retryAfterMs: 1500, global: true });
    const headers = { authorization: `Bot ${discord.token}`, "content-type": "application/json" };
    const post = () =>
      fetch(`${discord.api}/v10/channels/${general.id}/messages`, {
        method: "POST",
        headers,
        body: '{"content":"hi"}',
      });
    const limited = await post();
    expect([limited.status, limited.headers.get("retry-after"), limited.headers.get("x-ratelimit-global")]).toEqual([
      429,
      "1.5",
      "true",
    ]);
    expect(await limited.json()).toEqual({ message: "You are being rate limited.", retry_after: 1.5, global: true });
    const taken = await post();
    expect([taken.headers.get("x-ratelimit-limit"), taken.headers.get("x-ratelimit-remaining")]).toEqual(["5", "4"]);
  });

  it("is a limit for everything", async () => {
    const { discord, send } = await loggedIn();
    discord.rateLimit({ route: SEND, retryAfterMs: 20, global: true });
    await send({ content: "in the end" });
    expect(discord.requests.at(-1)?.status).toBe(200);
  });

  it("is a server that fails before anything happened", async () => {
    const { discord, send, general } = await loggedIn();
    discord.fail({ route: SEND, status: 502, times: 2 });
    await send({ content: "once" });
    expect(general.messages.map(({ text }) => text)).toEqual(["once"]);
    discord.fail({ route: SEND, status: 503, times: 4 });
    expect(await refusalOf(send({ content: "never" }))).toBe("status 503");
    expect(general.messages).toHaveLength(1);
  });

  it("is an answer that is lost after it happened: the message is there twice, unless it has a nonce", async () => {
    const { discord, send, general } = await loggedIn();
    discord.fail({ route: SEND, status: 500, afterEffect: true });
    await send({ content: "doubled" });
    discord.fail({ route: SEND, status: "lost", afterEffect: true });
    await send({ content: "single", nonce: "1", enforce_nonce: true }).catch(() =>
      send({ content: "single", nonce: "1", enforce_nonce: true }),
    );
    expect(general.messages.map(({ text }) => text)).toEqual(["doubled", "doubled", "single"]);
  });

  it("is an acknowledgement whose answer is lost: the client tries again, and hears that it was given", async () => {
    const { client, discord, send, ada, general } = await loggedIn();
    discord.fail({ route: "POST /interactions/:interaction/:token/callback", status: 500, afterEffect: true });
    const refused = new Promise((resolve) =>
      client.once(Events.InteractionCreate, (i) => i.isButton() && resolve(refusalOf(i.reply("hi")))),
    );
    await send({
      content: "?",
      components: [{ type: 1, components: [{ type: 2, style: 1, label: "Go", custom_id: "go" }] }],
    });
    const { reply } = await ada.click(await general.next(), "Go");
    expect([reply?.text, await refused]).toEqual(["hi", "40060"]);
  });

  it("must name a known route: an unknown one is a mistake of the test", async () => {
    const { discord } = await loggedIn();
    expect(() => discord.fail({ route: "POST /channels/:id/messages", status: 500 })).toThrow(SEND);
  });

  it("ends when it is healed", async () => {
    const { discord, send } = await loggedIn();
    discord.fail({ route: SEND, status: 500, times: 99 });
    discord.heal();
    expect(await refusalOf(send({ content: "hi" }))).toBe("taken");
  });
});

describe("requests", () => {
  it("are let through as many as a bucket holds, each channel its own", async () => {
    const clock = new FakeClock();
    const { discord, general } = await loggedIn({ clock, bucket: { limit: 2, windowMs: 5000 } });
    const other = discord.guild.addChannel("other");
    const headers = { authorization: `Bot ${discord.token}`, "content-type": "application/json" };
    const post = async (channel: string) =>
      (
        await fetch(`${discord.api}/v10/channels/${channel}/messages`, {
          method: "POST",
          headers,
          body: '{"content":"hi"}',
        })
      ).status;
    expect([await post(general.id), await post(general.id), await post(general.id), await post(other.id)]).toEqual([
      200, 200, 429, 200,
    ]);
    clock.advance(5000);
    expect(await post(general.id)).toBe(200);
  });

  it("take as long as they are told to", async () => {
    const clock = new FakeClock();
    const { discord, send } = await loggedIn({ clock });
    discord.latencyMs = 700;
    const sent = send({ content: "slow" });
    await clock.asleep(700);
    expect(discord.requests.at(-1)?.status).toBe(undefined);
    clock.advance(700);
    await sent;
    expect(discord.requests.at(-1)).toMatchObject({ status: 200, route: SEND, body: { content: "slow" } });
  });

  it("are waited for, and forgotten", async () => {
    const { discord, client, general } = await loggedIn();
    const typed = discord.request(({ path }) => path.endsWith("/typing"));
    const channel = client.channels.cache.get(general.id);
    if (channel instanceof TextChannel) await channel.sendTyping();
    expect((await typed).status).toBe(204);
    discord.forget();
    expect(discord.requests).toEqual([]);
    expect(client).toBeInstanceOf(Client);
  });
});
