import { defined } from "../../src/plan/defined.ts";
import type { LocalChannel } from "./channel.ts";
import { BUTTON, type Component, everyComponent, SELECTS } from "./component.ts";
import { filePayload, type LocalFile } from "./files.ts";
import type { User } from "./guild.ts";
import type { LocalInteraction } from "./interaction.ts";
import type { Fields } from "./limits/form.ts";
import type { LocalMember } from "./member.ts";
import { messageText } from "./message-text.ts";
import { NO_PINGS, type Pings, pingNames } from "./pings.ts";
import { Watched } from "./watched.ts";

export const EPHEMERAL = 1 << 6;
export const LOADING = 1 << 7;
const HAS_THREAD = 1 << 5;

/** What a message is recognised by: a part of its text, or whatever a function says. */
export type Match = string | RegExp | ((message: LocalMessage) => boolean);

interface Origin {
  readonly id: string;
  readonly channel: LocalChannel;
  readonly author: User;
  readonly at: number;
  readonly flags: number;
  readonly nonce?: string | undefined;
  readonly replyTo?: LocalMessage | undefined;
  readonly interaction?: LocalInteraction | undefined;
  readonly visibleTo?: LocalMember | undefined;
}

/** A message as it stands now. */
export class LocalMessage extends Watched {
  readonly id: string;
  readonly channel: LocalChannel;
  readonly author: User;
  readonly at: number;
  readonly nonce: string | undefined;
  readonly replyTo: LocalMessage | undefined;
  readonly interaction: LocalInteraction | undefined;
  /** Who alone sees it, if it is ephemeral. */
  readonly visibleTo: LocalMember | undefined;
  content = "";
  embeds: readonly Fields[] = [];
  components: readonly Component[] = [];
  attachments: readonly LocalFile[] = [];
  flags: number;
  pinged: Pings = NO_PINGS;
  thread: LocalChannel | undefined;
  editedAt: number | undefined;
  deleted = false;
  /** What it said before each edit, the oldest first. */
  readonly earlier: string[] = [];

  constructor({ id, channel, author, at, flags, nonce, replyTo, interaction, visibleTo }: Origin) {
    super();
    this.id = id;
    this.channel = channel;
    this.author = author;
    this.at = at;
    this.flags = flags;
    this.nonce = nonce;
    this.replyTo = replyTo;
    this.interaction = interaction;
    this.visibleTo = visibleTo;
  }

  /** All that a person sees of it. */
  get text(): string {
    return this.loading ? `${this.author.username} is thinking…` : messageText(this);
  }

  get ephemeral(): boolean {
    return this.visibleTo !== undefined;
  }

  /** Whether it only says that an answer will come. */
  get loading(): boolean {
    return (this.flags & LOADING) !== 0;
  }

  /** Who was told of it: `@everyone`, `@approvers`, `@ada`. */
  get pings(): string[] {
    return pingNames(this.pinged, this.channel.guild);
  }

  get buttons(): Component[] {
    return [...everyComponent(this.components)].filter(({ type }) => type === BUTTON);
  }

  get selects(): Component[] {
    return [...everyComponent(this.components)].filter(({ type }) => SELECTS.includes(type));
  }

  file(name: string): LocalFile {
    const found = this.attachments.find((file) => file.name === name);
    if (found) return found;
    throw new Error(
      `There is no ${name} here, only: ${this.attachments.map((file) => file.name).join(", ") || "no file"}`,
    );
  }

  /** Waits until it is so; without a match, for the next edit. */
  changed(match?: Match): Promise<LocalMessage> {
    const before = this.earlier.length;
    return this.until(
      () => {
        const isSo = match === undefined ? this.earlier.length > before : isMatch(this, match);
        if (!isSo && this.deleted) throw new Error(`The message was deleted before it changed; it said:\n${this.text}`);
        return isSo ? this : undefined;
      },
      () => `${matchText(match)} in a message that says:\n${this.text}`,
    );
  }

  /** Waits until it is deleted. */
  gone(): Promise<LocalMessage> {
    return this.until(
      () => (this.deleted ? this : undefined),
      () => `the end of a message that says:\n${this.text}`,
    );
  }

  payload(): Record<string, unknown> {
    const { channel, interaction, replyTo, pinged, nonce, editedAt } = this;
    return {
      id: this.id,
      channel_id: channel.id,
      ...(channel.guildId && { guild_id: channel.guildId }),
      author: this.author,
      content: this.content,
      timestamp: new Date(this.at).toISOString(),
      edited_timestamp: editedAt === undefined ? null : new Date(editedAt).toISOString(),
      tts: false,
      mention_everyone: pinged.everyone,
      mentions: pinged.users.flatMap((id) => channel.guild.user(id) ?? []),
      mention_roles: pinged.roles,
      attachments: this.attachments.map(filePayload),
      embeds: this.embeds.map((embed) => ({ type: "rich", ...embed })),
      components: this.components,
      pinned: false,
      type: interaction?.type === 2 ? 20 : replyTo ? 19 : 0,
      flags: this.flags | (this.thread ? HAS_THREAD : 0),
      ...defined({ nonce }),
      ...(replyTo && {
        message_reference: { type: 0, message_id: replyTo.id, channel_id: channel.id, guild_id: channel.guildId },
        referenced_message: replyTo.deleted ? null : replyTo.shallowPayload(),
      }),
      ...(interaction && {
        application_id: this.author.id,
        webhook_id: this.author.id,
        interaction_metadata: interaction.metadata,
      }),
      ...(this.thread && { thread: this.thread.payload() }),
    };
  }

  /** Without what it answers to: that is told one step deep. */
  shallowPayload(): Record<string, unknown> {
    const { referenced_message: _, ...rest } = this.payload();
    return rest;
  }
}

export function isMatch(message: LocalMessage, match: Match | undefined): boolean {
  if (match === undefined) return true;
  if (typeof match === "function") return match(message);
  return typeof match === "string" ? message.text.includes(match) : match.test(message.text);
}

export function matchText(match: Match | undefined): string {
  if (match === undefined) return "anything";
  return typeof match === "function" ? "what the test looks for" : String(match);
}
