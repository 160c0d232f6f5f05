import { Client, type ClientOptions, DiscordAPIError, GatewayIntentBits, HTTPError } from "discord.js";
import type { LocalChannel } from "../../../testing/discord/channel.ts";
import { type DiscordOptions, type LocalDiscord, startDiscord } from "../../../testing/discord/discord.ts";
import type { LocalMember } from "../../../testing/discord/member.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { afterTest } from "../../agent/bench/after-test.ts";

const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits;

export interface LoggedIn {
  discord: LocalDiscord;
  client: Client<true>;
  /** `#general`, as the server has it. */
  general: LocalChannel;
  ada: LocalMember;
  /** A request past the builders of discord.js, which would find some of what is wrong. */
  send(body: object): Promise<{ id: string }>;
}

/** The client of discord.js as it is, in a Discord of the test's own. */
export async function loggedIn(options: DiscordOptions = {}, more: Partial<ClientOptions> = {}): Promise<LoggedIn> {
  const discord = await started(options);
  const client = newClient(discord, more);
  const ada = discord.addMember({ name: "ada", roles: ["approvers"] });
  await Promise.all([new Promise((resolve) => client.once("clientReady", resolve)), client.login(discord.token)]);
  const general = discord.guild.channel("general");
  const send = (body: object) =>
    client.rest.post(`/channels/${general.id}/messages`, { body }) as Promise<{ id: string }>;
  return { discord, client: client as Client<true>, general, ada, send };
}

export async function started(options: DiscordOptions = {}): Promise<LocalDiscord> {
  // Time stands still unless a test moves it: three seconds are over soon on a machine that is busy.
  const discord = await startDiscord({ clock: new FakeClock(), ...options });
  afterTest(async () => {
    await discord.close();
    if (discord.errors.length > 0) throw new AggregateError(discord.errors, "The local Discord broke.");
  });
  return discord;
}

export function newClient({ api }: LocalDiscord, more: Partial<ClientOptions> = {}): Client {
  // A second login would wait five seconds after the first.
  const ws = { buildIdentifyThrottler: async () => ({ waitForIdentify: async () => {} }) };
  const rest = { api, ...more.rest };
  const client = new Client({ intents: [Guilds, GuildMessages, MessageContent], ws, ...more, rest });
  afterTest(() => client.destroy());
  return client;
}

/** What Discord answered to a request that it refused: `50035 components[0].label BASE_TYPE_MAX_LENGTH`. */
export async function refusalOf(request: Promise<unknown>): Promise<string> {
  try {
    await request;
  } catch (error) {
    if (error instanceof DiscordAPIError) {
      const [, ...fields] = error.message.split("\n");
      const named = fields.map((field) => field.replace(/^(.*?)\[([A-Z\d_]+)\]:.*$/, "$1 $2"));
      return [`${error.code}`, ...named].join(" ");
    }
    if (error instanceof HTTPError) return `status ${error.status}`;
    throw error;
  }
  return "taken";
}
