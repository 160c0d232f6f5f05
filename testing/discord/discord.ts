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
  /** Requests of one route and channel that are let through; all of them if nothing is said. */
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
      // Whoever asked is gone in the middle of it.
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
  /** What went wrong in here, and should not have. */
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

  /** For `new Client({ rest: { api } })`: nothing else must be told to a client. */
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

  /** Waits for a request that is answered, also one that was already. */
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

  /** Everything that people did with the bot, in order; each tells when it was acknowledged. */
  get interactions(): readonly LocalInteraction[] {
    return this.#world.interactions;
  }

  /** Those that nobody acknowledged, so far. */
  get unanswered(): LocalInteraction[] {
    return this.interactions.filter(({ acknowledged }) => acknowledged === undefined);
  }

  /** Those that still say the bot is thinking. */
  get thinking(): LocalInteraction[] {
    return this.interactions.filter(({ reply }) => reply?.loading && !reply.deleted);
  }

  /** How often a bot logged in anew, and how often it went on after an interruption. */
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

  /** Breaks the connections of the gateway. What happens until a bot is back it is told then, unless it cannot resume. */
  drop(how: { resumable?: boolean } = {}): Promise<void> {
    return this.#world.gateway.drop(how);
  }

  /** Is not heard of any more on the connections there are, though they stay open, until a bot connects again. */
  stall(): void {
    this.#world.gateway.stall();
  }

  /** Asks the bots to connect again. */
  reconnect(): void {
    this.#world.gateway.reconnect();
  }

  /** Somebody reset the bot's token: the one it has opens nothing any more. */
  resetToken(): void {
    this.#world.token = `${this.#world.token}-reset`;
    this.#world.gateway.refuse(4004, "Authentication failed.");
  }

  /** Somebody switched off the intents that have to be switched on. */
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

  /** Nothing goes wrong any more. */
  heal(): void {
    this.#rest.faults.clear();
    this.#rest.latencyMs = 0;
  }

  /** How long every request takes from now on. */
  set latencyMs(milliseconds: number) {
    this.#rest.latencyMs = milliseconds;
  }

  /** Forgets requests, and interactions that were answered, with their tokens: for tests that run long, while all is quiet. */
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
