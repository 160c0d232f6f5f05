import type { LocalGuild } from "./guild.ts";
import { isMatch, type LocalMessage, type Match, matchText } from "./message.ts";
import { bitsOf, includes, OF_THE_BOT, type Permission } from "./permission.ts";
import { Watched } from "./watched.ts";

export const CHANNEL_TYPES = {
  text: 0,
  direct: 1,
  voice: 2,
  category: 4,
  announcements: 5,
  thread: 11,
  "private thread": 12,
  forum: 15,
} as const;

export type ChannelKind = keyof typeof CHANNEL_TYPES;

/** A channel, or a thread in one. */
export class LocalChannel extends Watched {
  readonly id: string;
  readonly guild: LocalGuild;
  readonly kind: ChannelKind;
  readonly parent: LocalChannel | undefined;
  /** The other person of a private channel with the bot. */
  readonly recipient: string | undefined;
  readonly createdAt: number;
  readonly owner: string | undefined;
  name: string;
  archived = false;
  locked = false;
  /** How often the bot showed that it types. */
  typed = 0;
  #denied = 0n;
  #messages: LocalMessage[] = [];
  #told = 0;

  constructor(
    guild: LocalGuild,
    {
      id,
      name,
      kind,
      at,
      parent,
      recipient,
      owner,
    }: {
      id: string;
      name: string;
      kind: ChannelKind;
      at: number;
      parent?: LocalChannel | undefined;
      recipient?: string | undefined;
      owner?: string | undefined;
    },
  ) {
    super();
    this.guild = guild;
    this.id = id;
    this.name = name;
    this.kind = kind;
    this.createdAt = at;
    this.parent = parent;
    this.recipient = recipient;
    this.owner = owner;
  }

  get guildId(): string | undefined {
    return this.kind === "direct" ? undefined : this.guild.id;
  }

  get isThread(): boolean {
    return this.parent !== undefined && this.kind.endsWith("thread");
  }

  /** What everybody here sees, the oldest first. */
  get messages(): LocalMessage[] {
    return this.#messages.filter(({ deleted, ephemeral }) => !deleted && !ephemeral);
  }

  get last(): LocalMessage | undefined {
    return this.messages.at(-1);
  }

  get threads(): LocalChannel[] {
    return this.guild.channels.filter(({ parent }) => parent === this);
  }

  /** Everything that is seen here, one message after the other. */
  get transcript(): string {
    return this.messages.map(({ author, text }) => `${author.username}: ${text}`).join("\n");
  }

  /**
   * The next message of the bot, of those that `next` has not yet given or gone past; waits for it if it is not there
   * yet. A test that asks for one after the other misses none, however fast they came.
   */
  next(match?: Match): Promise<LocalMessage> {
    return this.until(
      () => {
        const at = this.#messages.findIndex(
          (message, index) =>
            index >= this.#told && message.author.bot && !message.ephemeral && isMatch(message, match),
        );
        if (at === -1) return undefined;
        this.#told = at + 1;
        return this.#messages[at];
      },
      () => `${matchText(match)} in ${this.name}, where there is:\n${this.transcript}`,
    );
  }

  message(id: string): LocalMessage | undefined {
    return this.#messages.find((message) => message.id === id && !message.deleted);
  }

  add(message: LocalMessage): void {
    this.#messages.push(message);
    this.touch();
  }

  /** Takes permissions from the bot, here and in the threads. */
  forbid(...permissions: readonly Permission[]): void {
    this.#denied |= bitsOf(...permissions);
    this.guild.tell("CHANNEL_UPDATE", this.payload());
  }

  /** Gives them back. */
  allow(...permissions: readonly Permission[]): void {
    this.#denied &= ~bitsOf(...permissions);
    this.guild.tell("CHANNEL_UPDATE", this.payload());
  }

  get botPermissions(): bigint {
    return OF_THE_BOT & ~this.#denied & ~(this.parent?.isThread === false ? this.parent.#denied : 0n);
  }

  botMay(permission: Permission): boolean {
    return this.kind === "direct" || includes(this.botPermissions, permission);
  }

  payload(): Record<string, unknown> {
    const type = CHANNEL_TYPES[this.kind];
    const at = new Date(this.createdAt).toISOString();
    if (this.kind === "direct")
      return { id: this.id, type, last_message_id: null, recipients: [this.guild.user(this.recipient ?? "")] };
    const shared = { id: this.id, type, guild_id: this.guild.id, name: this.name, last_message_id: null };
    if (this.isThread)
      return {
        ...shared,
        parent_id: this.parent?.id,
        owner_id: this.owner,
        message_count: this.#messages.length,
        member_count: 1,
        rate_limit_per_user: 0,
        thread_metadata: {
          archived: this.archived,
          locked: this.locked,
          auto_archive_duration: 1440,
          archive_timestamp: at,
          create_timestamp: at,
          ...(this.kind === "private thread" && { invitable: true }),
        },
      };
    const overwrites =
      this.#denied === 0n ? [] : [{ id: this.guild.botRole.id, type: 0, allow: "0", deny: `${this.#denied}` }];
    const place = { parent_id: this.parent?.id ?? null, position: 0, nsfw: false, topic: null, rate_limit_per_user: 0 };
    return { ...shared, ...place, permission_overwrites: overwrites };
  }
}
