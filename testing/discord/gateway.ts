import { randomUUID } from "node:crypto";
import { type Fields, isFields } from "./limits/form.ts";
import type { LocalMessage } from "./message.ts";
import { readable } from "./readable.ts";
import { Watched } from "./watched.ts";
import type { World } from "./world.ts";

const INTENTS = {
  Guilds: 0,
  GuildMembers: 1,
  GuildPresences: 8,
  GuildMessages: 9,
  DirectMessages: 12,
  MessageContent: 15,
};
export type Intent = keyof typeof INTENTS;
export type Privileged = "GuildMembers" | "GuildPresences" | "MessageContent";
const PRIVILEGED: readonly Privileged[] = ["GuildMembers", "GuildPresences", "MessageContent"];
const EVERY_INTENT = 2 ** 26 - 1;
const MOST_KEPT = 10_000;
const SESSION_HOLDS_FOR = 3 * 60 * 1000;

const DISPATCH = 0;
const HEARTBEAT = 1;
const IDENTIFY = 2;
const RESUME = 6;
const RECONNECT = 7;
const INVALID_SESSION = 9;
const HELLO = 10;
const HEARTBEAT_ACK = 11;

/** What the gateway needs of a WebSocket; those of `ws` have it. */
export interface Socket {
  send(text: string): void;
  close(code: number, reason?: string): void;
  terminate(): void;
  on(event: "message", listener: (data: { toString(): string }) => void): unknown;
  on(event: "close", listener: (code: number) => void): unknown;
}

/** A login. It outlives its connection, so that a bot that resumes gets the events it missed. */
interface Session {
  readonly id: string;
  readonly intents: number;
  socket: Socket | undefined;
  /** When its connection was closed. */
  leftAt: number | undefined;
  sequence: number;
  sent: { readonly sequence: number; readonly text: string }[];
}

/** Sends events to bots, and after an interruption those they missed. */
export class Gateway extends Watched {
  readonly #world: World;
  readonly #heartbeatMs: number;
  readonly #sockets = new Set<Socket>();
  readonly #sessions = new Map<string, Session>();
  /** How often a bot identified, and how often it resumed. */
  identified = 0;
  resumed = 0;

  constructor(world: World, heartbeatMs: number) {
    super();
    this.#world = world;
    this.#heartbeatMs = heartbeatMs;
  }

  connect(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("message", (data) => this.#receive(socket, data.toString()));
    socket.on("close", (code) => this.#disconnect(socket, code));
    send(socket, { op: HELLO, d: { heartbeat_interval: this.#heartbeatMs } });
  }

  get connected(): boolean {
    return [...this.#sessions.values()].some(({ socket }) => socket !== undefined);
  }

  dispatch(event: string, data: object, intent?: Intent): void {
    for (const session of this.#sessions.values()) {
      if (intent === undefined || has(session.intents, intent)) tell(session, event, data);
    }
  }

  /** Sends a message event to the sessions that may read the message. */
  dispatchMessage(event: "MESSAGE_CREATE" | "MESSAGE_UPDATE" | "MESSAGE_DELETE", message: LocalMessage): void {
    if (message.ephemeral || !message.channel.botMay("ViewChannel")) return;
    const { id, channel } = message;
    const intent = channel.guildId === undefined ? "DirectMessages" : "GuildMessages";
    for (const session of this.#sessions.values()) {
      if (!has(session.intents, intent)) continue;
      if (event === "MESSAGE_DELETE") tell(session, event, { id, channel_id: channel.id, guild_id: channel.guildId });
      else tell(session, event, readable(message, has(session.intents, "MessageContent"), this.#world));
    }
  }

  /** Breaks every connection without a close code. Without `resumable` no bot can resume. */
  async drop({ resumable = true }: { resumable?: boolean } = {}): Promise<void> {
    if (!resumable) this.#sessions.clear();
    const sockets = [...this.#sockets];
    for (const socket of sockets) socket.terminate();
    const isClosed = () => sockets.every((socket) => !this.#sockets.has(socket));
    await this.until(
      () => isClosed() || undefined,
      () => "connections to be closed",
    );
  }

  /** Leaves every connection open and sends nothing on it: only a missing heartbeat shows that. */
  stall(): void {
    for (const socket of this.#sockets) this.#mute(socket);
    this.#sockets.clear();
  }

  /** Closes every connection for good, with a code that says why. No bot can resume. */
  refuse(code: number, reason: string): void {
    this.#sessions.clear();
    for (const socket of this.#sockets) socket.close(code, reason);
  }

  /** Asks all bots to connect again, as Discord does before maintenance. */
  reconnect(): void {
    for (const socket of this.#sockets) send(socket, { op: RECONNECT, d: null });
  }

  #receive(socket: Socket, text: string): void {
    if (!this.#sockets.has(socket)) return;
    const { op, d } = read(text);
    const session = [...this.#sessions.values()].find((other) => other.socket === socket);
    if (op === HEARTBEAT) {
      if (session && typeof d === "number") session.sent = session.sent.filter(({ sequence }) => sequence > d);
      send(socket, { op: HEARTBEAT_ACK });
    } else if (op === IDENTIFY) {
      if (session) socket.close(4005, "Already authenticated.");
      else this.#identify(socket, isFields(d) ? d : {});
    } else if (op === RESUME) this.#resume(socket, isFields(d) ? d : {});
    else if (op === undefined) socket.close(4002, "Error while decoding payload.");
    else if (session === undefined) socket.close(4003, "Not authenticated.");
  }

  #identify(socket: Socket, { token, intents }: Fields): void {
    this.#forgetOldSessions();
    const refused = this.#refusalOf(token, intents);
    if (refused) {
      socket.close(...refused);
      return;
    }
    const wanted = Number(intents);
    const session: Session = { id: randomUUID(), intents: wanted, socket, leftAt: undefined, sequence: 0, sent: [] };
    this.#sessions.set(session.id, session);
    const { guild, bot, application } = this.#world;
    tell(session, "READY", {
      v: 10,
      user: { ...bot, verified: true, mfa_enabled: false, email: null, flags: 0 },
      guilds: [{ id: guild.id, unavailable: true }],
      session_id: session.id,
      resume_gateway_url: this.#world.files.origin.replace("http:", "ws:"),
      shard: [0, 1],
      application,
    });
    if (has(wanted, "Guilds")) tell(session, "GUILD_CREATE", guild.payload());
    this.identified += 1;
    this.touch();
  }

  #refusalOf(token: unknown, intents: unknown): [code: number, reason: string] | undefined {
    if (token !== this.#world.token) return [4004, "Authentication failed."];
    if (!Number.isInteger(intents) || Number(intents) > EVERY_INTENT) return [4013, "Invalid intent(s)."];
    const isForbidden = (intent: Privileged) =>
      has(Number(intents), intent) && !this.#world.privileged.includes(intent);
    return PRIVILEGED.some(isForbidden) ? [4014, "Disallowed intent(s)."] : undefined;
  }

  #resume(socket: Socket, { token, session_id: id, seq }: Fields): void {
    this.#forgetOldSessions();
    const session = this.#sessions.get(String(id));
    const first = session?.sent[0]?.sequence ?? (session?.sequence ?? 0) + 1;
    if (token !== this.#world.token) socket.close(4004, "Authentication failed.");
    else if (session === undefined || Number(seq) < first - 1) send(socket, { op: INVALID_SESSION, d: false });
    else if (Number(seq) > session.sequence) socket.close(4007, "Invalid seq.");
    else this.#replay(session, socket, Number(seq));
  }

  #replay(session: Session, socket: Socket, seq: number): void {
    session.socket = socket;
    session.leftAt = undefined;
    for (const { sequence, text } of session.sent) if (sequence > seq) socket.send(text);
    tell(session, "RESUMED", {});
    this.resumed += 1;
    this.touch();
  }

  #disconnect(socket: Socket, code: number): void {
    this.#sockets.delete(socket);
    const session = this.#mute(socket);
    // A bot that closes normally does not resume.
    if (session && (code === 1000 || code === 1001)) this.#sessions.delete(session.id);
    this.touch();
  }

  #mute(socket: Socket): Session | undefined {
    const session = [...this.#sessions.values()].find((other) => other.socket === socket);
    if (session) Object.assign(session, { socket: undefined, leftAt: this.#world.clock.now() });
    return session;
  }

  #forgetOldSessions(): void {
    const since = this.#world.clock.now() - SESSION_HOLDS_FOR;
    for (const { id, leftAt } of this.#sessions.values())
      if (leftAt !== undefined && leftAt < since) this.#sessions.delete(id);
  }
}

function read(text: string): Fields {
  try {
    const payload: unknown = JSON.parse(text);
    return isFields(payload) ? payload : {};
  } catch {
    return {};
  }
}

function tell(session: Session, event: string, data: object): void {
  session.sequence += 1;
  const text = JSON.stringify({ op: DISPATCH, s: session.sequence, t: event, d: data });
  session.sent.push({ sequence: session.sequence, text });
  if (session.sent.length > MOST_KEPT) session.sent.shift();
  session.socket?.send(text);
}

function send(socket: Socket, payload: object): void {
  socket.send(JSON.stringify(payload));
}

function has(intents: number, intent: Intent): boolean {
  return (intents & (1 << INTENTS[intent])) !== 0;
}
