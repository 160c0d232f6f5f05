import { LIMITS } from "../../src/surfaces/discord/limits.ts";
import type { LocalChannel } from "./channel.ts";
import { type Component, STRING_SELECT } from "./component.ts";
import type { Upload } from "./files.ts";
import { type LocalRole, memberPayload, type User } from "./guild.ts";
import { AUTOCOMPLETE, type Choice, COMMAND, COMPONENT, LocalInteraction, MODAL_SUBMIT } from "./interaction.ts";
import { LocalMessage } from "./message.ts";
import { chosenIn, type FieldValue, type LocalModal, mustFit } from "./modal.ts";
import { EVERYONE } from "./permission.ts";
import { pingsOf } from "./pings.ts";
import { resolvedIn } from "./resolved.ts";
import { type OptionValues, slashData } from "./slash-data.ts";
import type { World } from "./world.ts";

const LINK = 5;

/**
 * A person in the guild. They do what a person can: who is not shown a button, or only a grey one, cannot click it, and
 * the test is told so. What they do with the bot comes back once it is acknowledged.
 */
export class LocalMember {
  readonly user: User;
  roles: readonly LocalRole[];
  readonly #world: World;
  readonly #joined: string;

  constructor(world: World, name: string, roles: readonly LocalRole[]) {
    this.#world = world;
    this.user = world.newUser(name, false);
    this.roles = roles;
    this.#joined = new Date(world.clock.now()).toISOString();
  }

  get id(): string {
    return this.user.id;
  }

  get name(): string {
    return this.user.username;
  }

  get permissions(): bigint {
    return this.roles.reduce((bits, role) => bits | role.permissions, EVERYONE);
  }

  say(
    channel: LocalChannel,
    text: string,
    { replyTo, files = [] }: { replyTo?: LocalMessage; files?: readonly Upload[] } = {},
  ): LocalMessage {
    if (text.length > LIMITS.content) throw new Error(`A person cannot send more than ${LIMITS.content} characters.`);
    if (channel.locked) throw new Error(`The thread ${channel.name} is locked.`);
    const { ids, clock, files: host, guild, gateway } = this.#world;
    const message = new LocalMessage({
      id: ids.next(),
      channel,
      author: this.user,
      at: clock.now(),
      flags: 0,
      replyTo,
    });
    message.content = text;
    message.attachments = files.map((file) => host.add(channel.id, file));
    message.pinged = pingsOf([text], undefined, guild, replyTo?.author.id);
    channel.archived = false;
    channel.add(message);
    gateway.dispatchMessage("MESSAGE_CREATE", message);
    return message;
  }

  edit(message: LocalMessage, text: string): void {
    if (message.author.id !== this.id)
      throw new Error(`${this.name} cannot edit what ${message.author.username} wrote.`);
    message.earlier.push(message.text);
    message.content = text;
    message.editedAt = this.#world.clock.now();
    message.touch();
    this.#world.gateway.dispatchMessage("MESSAGE_UPDATE", message);
  }

  /** Deletes their own message, or another's as a moderator. An ephemeral one they only dismiss. */
  delete(message: LocalMessage): void {
    this.#mustSee(message);
    message.deleted = true;
    message.touch();
    this.#world.gateway.dispatchMessage("MESSAGE_DELETE", message);
  }

  startThread(place: LocalChannel | LocalMessage, name: string): LocalChannel {
    const { guild } = this.#world;
    if (place instanceof LocalMessage) return guild.addThread(place.channel, { name, owner: this.id, from: place });
    return guild.addThread(place, { name, owner: this.id });
  }

  setRoles(...roles: readonly (string | LocalRole)[]): void {
    const { guild } = this.#world;
    this.roles = roles.map((role) => (typeof role === "string" ? guild.role(role) : role));
    guild.tell("GUILD_MEMBER_UPDATE", { guild_id: guild.id, ...this.payload() });
  }

  /** `slash(channel, "plan start", {task: "…"})` */
  async slash(channel: LocalChannel, line: string, options: OptionValues = {}): Promise<LocalInteraction> {
    const data = slashData(this.#world, line, options);
    return this.#begin({ type: COMMAND, channel, what: `/${line}`, data });
  }

  /** What is suggested for an option, the last of those given if none is named, while it says what it says. */
  async autocomplete(
    channel: LocalChannel,
    line: string,
    options: OptionValues,
    focused = Object.keys(options).at(-1) ?? "",
  ): Promise<readonly Choice[]> {
    const data = slashData(this.#world, line, options, focused);
    const { choices = [] } = await this.#begin({ type: AUTOCOMPLETE, channel, what: `/${line} ${focused}`, data });
    return choices;
  }

  /** A button goes by its label or its custom id. */
  async click(message: LocalMessage, labelOrId: string): Promise<LocalInteraction> {
    this.#mustSee(message);
    const button = one(message.buttons, labelOrId, message);
    if (button.style === LINK) throw new Error(`${labelOrId} is a link to ${button.url}.`);
    return this.#use(message, button, {});
  }

  /** A menu goes by its placeholder or its custom id, an option by its label or value; people, roles and channels by id. */
  async select(
    message: LocalMessage,
    placeholderOrId: string,
    ...values: readonly string[]
  ): Promise<LocalInteraction> {
    this.#mustSee(message);
    const menu = one(message.selects, placeholderOrId, message);
    const chosen = menu.type === STRING_SELECT ? chosenIn(menu, values, placeholderOrId) : [...values];
    mustFit(chosen.length, menu.min_values ?? 1, menu.max_values ?? 1, placeholderOrId);
    return this.#use(message, menu, { values: chosen, resolved: resolvedIn(this.#world.guild, menu, chosen) });
  }

  /** Fills in a form and sends it off. A field goes by its label or its custom id. */
  async submit(modal: LocalModal, values: Readonly<Record<string, FieldValue>> = {}): Promise<LocalInteraction> {
    const { interaction: opener } = modal;
    if (opener.member !== this) throw new Error(`The form ${modal.title} was opened for ${opener.member.name}.`);
    const data = modal.filledIn(this.#world, values);
    const { channel, message } = opener;
    return this.#begin({ type: MODAL_SUBMIT, channel, message, what: `the form ${modal.title}`, data, opener });
  }

  payload(): Record<string, unknown> {
    return memberPayload(
      this.user,
      this.roles.map(({ id }) => id),
      this.#joined,
    );
  }

  #use(message: LocalMessage, control: Component, more: object): Promise<LocalInteraction> {
    const { custom_id, id, type, label, placeholder } = control;
    if (control.disabled) throw new Error(`${label ?? placeholder ?? custom_id} is disabled in:\n${message.text}`);
    const data = { custom_id, component_type: type, id, ...more };
    const what = label ?? placeholder ?? custom_id ?? "a control";
    return this.#begin({ type: COMPONENT, channel: message.channel, message, what, data });
  }

  #begin(origin: {
    type: number;
    channel: LocalChannel;
    what: string;
    data: object;
    message?: LocalMessage | undefined;
    opener?: LocalInteraction;
  }): Promise<LocalInteraction> {
    const interaction = new LocalInteraction(this.#world, { ...origin, member: this });
    this.#world.interactions.push(interaction);
    this.#world.gateway.dispatch("INTERACTION_CREATE", interaction.payload());
    return interaction.settled();
  }

  #mustSee(message: LocalMessage): void {
    if (message.deleted) throw new Error(`The message is deleted; it said:\n${message.text}`);
    if (message.visibleTo && message.visibleTo !== this)
      throw new Error(`${this.name} does not see what only ${message.visibleTo.name} is shown.`);
  }
}

/** The one control that goes by these words. */
function one(controls: readonly Component[], words: string, message: LocalMessage): Component {
  const byId = controls.filter(({ custom_id }) => custom_id === words);
  const named = byId.length > 0 ? byId : controls.filter(({ label, placeholder }) => (label ?? placeholder) === words);
  const [found] = named;
  if (found !== undefined && named.length === 1) return found;
  throw new Error(
    `There ${named.length === 0 ? "is no" : "is more than one"} ${words} to be used in:\n${message.text}`,
  );
}
