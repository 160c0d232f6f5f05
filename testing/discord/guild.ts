import { type ChannelKind, LocalChannel } from "./channel.ts";
import { LocalMember } from "./member.ts";
import type { LocalMessage } from "./message.ts";
import { bitsOf, EVERYONE, OF_THE_BOT, type Permission } from "./permission.ts";
import type { World } from "./world.ts";

/** An account, as Discord describes it. */
export interface User {
  readonly id: string;
  readonly username: string;
  readonly global_name: string | null;
  readonly discriminator: string;
  readonly avatar: string | null;
  readonly bot: boolean;
}

export interface LocalRole {
  readonly id: string;
  readonly name: string;
  readonly permissions: bigint;
}

/** The one guild there is, with the channels, roles and people that a test puts into it. */
export class LocalGuild {
  readonly id: string;
  readonly name: string;
  readonly roles: LocalRole[];
  readonly channels: LocalChannel[] = [];
  readonly members: LocalMember[] = [];
  readonly botRole: LocalRole;
  readonly #world: World;

  constructor(world: World, name: string) {
    this.#world = world;
    this.id = world.ids.next();
    this.name = name;
    this.botRole = { id: world.ids.next(), name: world.bot.username, permissions: OF_THE_BOT };
    this.roles = [{ id: this.id, name: "@everyone", permissions: EVERYONE }, this.botRole];
    this.addChannel("general");
  }

  /** The role of that name, which is made if there is none. */
  role(name: string, ...permissions: readonly Permission[]): LocalRole {
    const known = this.roles.find((role) => role.name === name);
    if (known) return known;
    const role = { id: this.#world.ids.next(), name, permissions: bitsOf(...permissions) };
    this.roles.push(role);
    this.tell("GUILD_ROLE_CREATE", { guild_id: this.id, role: rolePayload(role, this.roles.length - 1) });
    return role;
  }

  addMember({ name, roles = [] }: { name: string; roles?: readonly (string | LocalRole)[] }): LocalMember {
    const all = roles.map((role) => (typeof role === "string" ? this.role(role) : role));
    const member = new LocalMember(this.#world, name, all);
    this.members.push(member);
    this.tell("GUILD_MEMBER_ADD", { guild_id: this.id, ...member.payload() });
    return member;
  }

  addChannel(
    name: string,
    { kind = "text", parent }: { kind?: ChannelKind; parent?: LocalChannel } = {},
  ): LocalChannel {
    const { ids, clock } = this.#world;
    const channel = new LocalChannel(this, { id: ids.next(), name, kind, at: clock.now(), parent });
    this.channels.push(channel);
    this.tell("CHANNEL_CREATE", channel.payload());
    return channel;
  }

  /** A thread takes the id of the message it begins with. */
  addThread(
    parent: LocalChannel,
    { name, owner, from, kind = "thread" }: { name: string; owner: string; from?: LocalMessage; kind?: ChannelKind },
  ): LocalChannel {
    const { ids, clock } = this.#world;
    const thread = new LocalChannel(this, { id: from?.id ?? ids.next(), name, kind, at: clock.now(), parent, owner });
    this.channels.push(thread);
    if (from) from.thread = thread;
    this.tell("THREAD_CREATE", { ...thread.payload(), newly_created: true });
    return thread;
  }

  channel(name: string): LocalChannel {
    const found = this.channels.find((channel) => channel.name === name);
    if (found) return found;
    throw new Error(`There is no channel ${name}, only: ${this.channels.map((channel) => channel.name).join(", ")}`);
  }

  /** With it go its threads, and everything that was said there. */
  removeChannel(channel: LocalChannel): void {
    for (const thread of channel.threads) this.removeChannel(thread);
    this.channels.splice(this.channels.indexOf(channel), 1);
    this.tell(channel.isThread ? "THREAD_DELETE" : "CHANNEL_DELETE", channel.payload());
  }

  /** Archives a thread, as Discord does when it is unused; a moderator can lock it as well. */
  archive(thread: LocalChannel, { locked = false }: { locked?: boolean } = {}): void {
    thread.archived = true;
    thread.locked = locked;
    this.tell("THREAD_UPDATE", thread.payload());
  }

  user(id: string): User | undefined {
    if (id === this.#world.bot.id) return this.#world.bot;
    return this.members.find((member) => member.id === id)?.user;
  }

  tell(event: string, data: object): void {
    this.#world.gateway.dispatch(event, data, event.startsWith("GUILD_MEMBER") ? "GuildMembers" : "Guilds");
  }

  /** What a bot is told when it comes in. */
  payload(): Record<string, unknown> {
    const all = this.channels.filter(({ kind }) => kind !== "direct");
    const botMember = memberPayload(this.#world.bot, [this.botRole.id], new Date(this.#world.startedAt).toISOString());
    return {
      ...this.summary(),
      channels: all.filter(({ isThread }) => !isThread).map((channel) => channel.payload()),
      threads: all.filter(({ isThread, archived }) => isThread && !archived).map((thread) => thread.payload()),
      members: [botMember, ...this.members.map((member) => member.payload())],
      member_count: this.members.length + 1,
      joined_at: new Date(this.#world.startedAt).toISOString(),
      large: false,
      unavailable: false,
      presences: [],
      voice_states: [],
      stage_instances: [],
      guild_scheduled_events: [],
      soundboard_sounds: [],
    };
  }

  /** What is told of it besides who and what is in it. */
  summary(): Record<string, unknown> {
    return {
      id: this.id,
      name: this.name,
      icon: null,
      owner_id: this.members[0]?.id ?? this.#world.bot.id,
      roles: this.roles.map(rolePayload),
      emojis: [],
      stickers: [],
      features: [],
      afk_timeout: 300,
      afk_channel_id: null,
      system_channel_id: null,
      system_channel_flags: 0,
      default_message_notifications: 0,
      explicit_content_filter: 0,
      mfa_level: 0,
      verification_level: 0,
      nsfw_level: 0,
      premium_tier: 0,
      premium_progress_bar_enabled: false,
      preferred_locale: "en-US",
    };
  }
}

export function memberPayload(user: User, roles: readonly string[], joined: string): Record<string, unknown> {
  return {
    user,
    roles,
    nick: null,
    avatar: null,
    joined_at: joined,
    deaf: false,
    mute: false,
    flags: 0,
    pending: false,
  };
}

export function rolePayload({ id, name, permissions }: LocalRole, position: number): object {
  const shared = { color: 0, colors: { primary_color: 0, secondary_color: null, tertiary_color: null }, hoist: false };
  return { id, name, permissions: `${permissions}`, position, ...shared, managed: false, mentionable: true, flags: 0 };
}
