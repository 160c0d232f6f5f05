import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BucketLimit } from "./buckets.ts";
import type { FailureFault, RateLimitFault } from "./faults.ts";
import type { LocalGuild, LocalRole, User } from "./guild.ts";
import type { LocalInteraction } from "./interaction.ts";
import type { LocalMember } from "./member.ts";
import { type RecordedRequest, Rest } from "./rest.ts";
import { World, type WorldOptions } from "./world.ts";

export interface DiscordOptions extends WorldOptions {
  /** How many requests of one route and channel are accepted; all if left out. */
  bucket?: BucketLimit;
}

/** Starts a Discord on this machine, with one guild and one bot that may log in. */
export async function startDiscord(options: DiscordOptions = {}): Promise<LocalDiscord> {
  const { WebSocketServer } = await import("ws").catch((cause) => {
    throw new Error("A local Discord needs the package ws: npm install --save-dev ws", { cause });
  });
  const world = new World(options);
  const rest = new Rest(world, options.bucket);
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => world.gateway.connect(socket));
  const discord = new LocalDiscord(world, rest, server, () => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  });
  server.on("request", (request, response) => {
    rest.receive(request, response).catch((error: unknown) => {
      // The client closed the connection in the middle of its request.
      if (!request.complete) return;
      discord.errors.push(error);
      response.destroy();
    });
  });
  // Discord keeps connections for longer than any test takes.
  server.keepAliveTimeout = 600_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  world.files.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return discord;
}

/**
 * A Discord on this machine that unmodified clients log into: gateway and API with Discord's limits and error codes,
 * people who talk, click and fill in forms, and everything that goes wrong when a test wants it to.
 */
export class LocalDiscord {
  /** Errors of this Discord itself: a test should find none. */
  readonly errors: unknown[] = [];
  readonly #world: World;
  readonly #rest: Rest;
  readonly #server: Server;
  readonly #closeSockets: () => void;

  constructor(world: World, rest: Rest, server: Server, closeSockets: () => void) {
    this.#world = world;
    this.#rest = rest;
    this.#server = server;
    this.#closeSockets = closeSockets;
  }

  /** For `new Client({ rest: { api } })`: a client needs no other option. */
  get api(): string {
    return `${this.#world.files.origin}/api`;
  }

  get token(): string {
    return this.#world.token;
  }

  get bot(): User {
    return this.#world.bot;
  }

  get guild(): LocalGuild {
    return this.#world.guild;
  }

  addMember(who: { name: string; roles?: readonly (string | LocalRole)[] }): LocalMember {
    return this.guild.addMember(who);
  }

  /** Every request that came to the API, in order. */
  get requests(): readonly RecordedRequest[] {
    return this.#rest.requests;
  }

  /** Waits for an answered request; an earlier one counts. */
  request(match: (request: RecordedRequest) => boolean): Promise<RecordedRequest> {
    return this.asked((request) => request.status !== undefined && match(request));
  }

  /** The same, before it is answered. */
  asked(match: (request: RecordedRequest) => boolean): Promise<RecordedRequest> {
    const { requests } = this.#rest;
    return this.#rest.until(
      () => requests.find(match),
      () =>
        `a request; the last were:\n${requests
          .slice(-10)
          .map(({ method, path }) => `${method} ${path}`)
          .join("\n")}`,
    );
  }

  /** Everything that members did with the bot, in order, with the time of its acknowledgement. */
  get interactions(): readonly LocalInteraction[] {
    return this.#world.interactions;
  }

  /** Interactions that the bot has not acknowledged. */
  get unanswered(): LocalInteraction[] {
    return this.interactions.filter(({ acknowledged }) => acknowledged === undefined);
  }

  /** Interactions whose deferred reply has not come. */
  get thinking(): LocalInteraction[] {
    return this.interactions.filter(({ reply }) => reply?.loading && !reply.deleted);
  }

  /** How often a bot identified, and how often it resumed after an interruption. */
  get logins(): { identified: number; resumed: number } {
    const { identified, resumed } = this.#world.gateway;
    return { identified, resumed };
  }

  /** Waits until a bot is connected. */
  async online(): Promise<void> {
    const { gateway } = this.#world;
    await gateway.until(
      () => gateway.connected || undefined,
      () => "a bot to connect",
    );
  }

  /** Breaks the connections of the gateway. A bot that resumes gets the events it missed. */
  drop(how: { resumable?: boolean } = {}): Promise<void> {
    return this.#world.gateway.drop(how);
  }

  /** Sends nothing more on the open connections, without closing them. A new connection works. */
  stall(): void {
    this.#world.gateway.stall();
  }

  /** Asks the bots to connect again. */
  reconnect(): void {
    this.#world.gateway.reconnect();
  }

  /** Resets the bot's token: the old one is refused from now on. */
  resetToken(): void {
    this.#world.token = `${this.#world.token}-reset`;
    this.#world.gateway.refuse(4004, "Authentication failed.");
  }

  /** Switches the privileged intents off. */
  switchOffIntents(): void {
    this.#world.privileged = [];
    this.#world.gateway.refuse(4014, "Disallowed intent(s).");
  }

  rateLimit(fault: RateLimitFault): void {
    this.#rest.faults.add({ kind: "rate limit", ...fault });
  }

  fail(fault: FailureFault): void {
    this.#rest.faults.add({ kind: "failure", ...fault });
  }

  /** Removes all faults. */
  heal(): void {
    this.#rest.faults.clear();
    this.#rest.latencyMs = 0;
  }

  /** How long every request takes from now on. */
  set latencyMs(milliseconds: number) {
    this.#rest.latencyMs = milliseconds;
  }

  /** Forgets requests and answered interactions with their tokens: for long tests, while nothing is going on. */
  forget(): void {
    this.#rest.requests.length = 0;
    const open = this.#world.interactions.filter(
      ({ acknowledged, reply }) => acknowledged === undefined || reply?.loading,
    );
    this.#world.interactions.splice(0, Infinity, ...open);
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#closeSockets();
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
