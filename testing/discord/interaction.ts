import { randomBytes } from "node:crypto";
import { LIMITS } from "../../src/surfaces/discord/limits.ts";
import type { LocalChannel } from "./channel.ts";
import type { LocalMember } from "./member.ts";
import { isMatch, type LocalMessage, type Match, matchText } from "./message.ts";
import type { LocalModal } from "./modal.ts";
import { refusal } from "./refusal.ts";
import { Watched } from "./watched.ts";
import type { World } from "./world.ts";

/** What a person did: a command, a click or choice, a word half typed, a form that was sent off. */
export const COMMAND = 2;
export const COMPONENT = 3;
export const AUTOCOMPLETE = 4;
export const MODAL_SUBMIT = 5;

const ACKNOWLEDGED_WITHIN = 3000;
const TOKEN_HOLDS_FOR = 15 * 60 * 1000;

export interface Choice {
  readonly name: string;
  readonly value: string | number;
}

/** How the bot acknowledged, in the words of Discord's documentation. */
export type Acknowledged = "reply" | "deferred reply" | "deferred update" | "update" | "choices" | "modal";

interface Origin {
  readonly type: number;
  readonly channel: LocalChannel;
  readonly member: LocalMember;
  readonly message?: LocalMessage | undefined;
  /** In words, for those who read an error. */
  readonly what: string;
  readonly data: object;
  /** Which one opened the form that this one sends off. */
  readonly opener?: LocalInteraction | undefined;
}

/** Something that a person did with the bot, and what came of it. */
export class LocalInteraction extends Watched {
  readonly id: string;
  readonly token = randomBytes(48).toString("base64url");
  readonly type: number;
  readonly channel: LocalChannel;
  readonly member: LocalMember;
  /** The message that was clicked on. */
  readonly message: LocalMessage | undefined;
  readonly what: string;
  readonly at: number;
  acknowledged: Acknowledged | undefined;
  acknowledgedAfterMs: number | undefined;
  /** The answer, which may still be "thinking". */
  reply: LocalMessage | undefined;
  readonly followups: LocalMessage[] = [];
  modal: LocalModal | undefined;
  choices: readonly Choice[] | undefined;
  readonly #world: World;
  readonly #data: object;
  readonly #opener: LocalInteraction | undefined;

  constructor(world: World, { type, channel, member, message, what, data, opener }: Origin) {
    super();
    this.#world = world;
    this.#data = data;
    this.#opener = opener;
    this.id = world.ids.next();
    this.at = world.clock.now();
    this.type = type;
    this.channel = channel;
    this.member = member;
    this.message = message;
    this.what = what;
  }

  /** What the person reads first in answer; waits while the bot is thinking. */
  answered(match?: Match): Promise<LocalMessage> {
    const all = () => [this.reply, ...this.followups].filter((message) => message !== undefined);
    return this.until(
      () => all().find((message) => !message.loading && isMatch(message, match)),
      () =>
        `${matchText(match)} in answer to ${this.what}; there is:\n${all()
          .map(({ text }) => text)
          .join("\n")}`,
    );
  }

  /** What `@original` stands for. */
  get original(): LocalMessage | undefined {
    if (this.reply) return this.reply;
    return this.acknowledged?.endsWith("update") ? this.message : undefined;
  }

  /** Whether an answer still counts. */
  mustBeOpen(): void {
    if (this.acknowledged) throw refusal("alreadyAcknowledged");
    if (this.#age > ACKNOWLEDGED_WITHIN) throw refusal("unknownInteraction");
  }

  mustHaveToken(): void {
    if (this.#age > TOKEN_HOLDS_FOR) throw refusal("invalidToken");
    if (this.acknowledged === undefined) throw refusal("unknownWebhook");
  }

  acknowledge(how: Acknowledged): void {
    this.acknowledged = how;
    this.acknowledgedAfterMs = this.#age;
    this.touch();
  }

  /** Comes back when the bot acknowledged; throws what a person reads if it does not. */
  async settled(): Promise<this> {
    const woken = new AbortController();
    const late = this.#world.clock.sleep(ACKNOWLEDGED_WITHIN + 1, woken.signal);
    const acknowledged = this.until(
      () => this.acknowledged,
      () => `an acknowledgement of ${this.what}`,
    );
    await Promise.race([acknowledged, late]);
    woken.abort();
    if (this.acknowledged) return this;
    throw new InteractionFailed(
      `The application did not respond: the bot did not acknowledge ${this.what} within 3 seconds.`,
    );
  }

  get #age(): number {
    return this.#world.clock.now() - this.at;
  }

  get metadata(): object {
    const owners = { "0": this.#world.guild.id };
    const shared = { id: this.id, type: this.type, user: this.member.user, authorizing_integration_owners: owners };
    if (this.type === COMPONENT) return { ...shared, interacted_message_id: this.message?.id };
    return this.#opener ? { ...shared, triggering_interaction_metadata: this.#opener.metadata } : shared;
  }

  payload(): object {
    const { channel, member, message } = this;
    const { guild, bot } = this.#world;
    const permissions = `${member.permissions}`;
    const who =
      channel.guildId === undefined ? { user: member.user } : { member: { ...member.payload(), permissions } };
    const place = channel.guildId && { guild_id: guild.id, guild: { id: guild.id, locale: "en-US", features: [] } };
    return {
      id: this.id,
      application_id: bot.id,
      type: this.type,
      data: this.#data,
      ...place,
      channel: { ...channel.payload(), permissions },
      channel_id: channel.id,
      ...who,
      token: this.token,
      version: 1,
      ...(message && { message: message.payload() }),
      app_permissions: `${channel.botPermissions}`,
      locale: "en-US",
      guild_locale: "en-US",
      entitlements: [],
      authorizing_integration_owners: { "0": guild.id },
      context: channel.guildId === undefined ? 1 : 0,
      attachment_size_limit: LIMITS.fileBytes,
    };
  }
}

/** What a person reads when the bot does not react. */
export class InteractionFailed extends Error {}
