import type { LocalChannel } from "./channel.ts";
import { type Component, everyComponent, TEXT } from "./component.ts";
import { keptName, type LocalFile, MOST_BYTES, type Upload } from "./files.ts";
import type { LocalInteraction } from "./interaction.ts";
import { type Fields, isFields, type Path } from "./limits/form.ts";
import { BREAKS, type MessageContext, messageProblems, V2 } from "./limits/message.ts";
import { EPHEMERAL, LOADING, LocalMessage } from "./message.ts";
import { pingsOf } from "./pings.ts";
import { refusal, refuseForm } from "./refusal.ts";
import { settleComponents } from "./settle-components.ts";
import type { World } from "./world.ts";

/** What a bot wants to be said: the fields, and the files that came with them. */
export interface Draft {
  readonly body: Fields;
  readonly files: readonly Upload[];
}

const MAY_BE_SET = (1 << 2) | (1 << 12) | V2;
const NONCE_HOLDS_FOR = 5 * 60 * 1000;

/** The bot says something. `at` is where the message stands in the body, for those who read what is wrong with it. */
export function post(
  world: World,
  channel: LocalChannel,
  { body, files }: Draft,
  { interaction, at = [] }: { interaction?: LocalInteraction; at?: Path } = {},
): LocalMessage {
  refuseDraft(body, { files: files.map(({ name }) => keptName(name)), v2: false }, at);
  const flags = Number(body["flags"] ?? 0);
  if (isEmpty(body, (flags & V2) !== 0) && files.length === 0) throw refusal("empty");
  if (files.some(({ content }) => content.length > MOST_BYTES)) throw refusal("tooLarge");
  const twin = interaction ? undefined : sentBefore(world, channel, body);
  if (twin) return twin;
  const message = new LocalMessage({
    id: world.ids.next(),
    channel,
    author: world.bot,
    at: world.clock.now(),
    flags: flags & (MAY_BE_SET | (interaction ? EPHEMERAL : 0)),
    nonce: body["nonce"]?.toString(),
    replyTo: repliedTo(channel, body) ?? interaction?.message,
    interaction,
    visibleTo: interaction && (flags & EPHEMERAL) !== 0 ? interaction.member : undefined,
  });
  fill(world, message, { body, files });
  message.pinged = message.ephemeral ? message.pinged : pingedBy(world, message, body);
  channel.archived = false;
  channel.add(message);
  world.gateway.dispatchMessage("MESSAGE_CREATE", message);
  return message;
}

/** The bot says that an answer will come. */
export function defer(world: World, interaction: LocalInteraction, flags: number): LocalMessage {
  const { channel, member } = interaction;
  const isEphemeral = (flags & EPHEMERAL) !== 0;
  const message = new LocalMessage({
    id: world.ids.next(),
    channel,
    author: world.bot,
    at: world.clock.now(),
    // The flag for Components V2 is not heard yet: it has to come with the answer.
    flags: LOADING | (isEphemeral ? EPHEMERAL : 0),
    replyTo: interaction.message,
    interaction,
    visibleTo: isEphemeral ? member : undefined,
  });
  channel.add(message);
  world.gateway.dispatchMessage("MESSAGE_CREATE", message);
  return message;
}

/** The bot changes what it said. What the body does not name stays as it is. */
export function edit(world: World, message: LocalMessage, { body, files }: Draft, at: Path = []): void {
  const wasV2 = (message.flags & V2) !== 0;
  const listed = Array.isArray(body["attachments"]) ? body["attachments"].filter(isFields) : undefined;
  const kept = message.attachments.filter(({ id }) => listed === undefined || listed.some((one) => one["id"] === id));
  const names = [...kept.map(({ name }) => name), ...files.map(({ name }) => keptName(name))];
  // What a message has and keeps counts as well when it becomes one of components.
  const legacy = {
    ...(message.content && { content: message.content }),
    ...(message.embeds.length > 0 && { embeds: message.embeds }),
  };
  const becomesV2 = !wasV2 && (Number(body["flags"] ?? 0) & V2) !== 0;
  refuseDraft(becomesV2 ? { ...legacy, ...body } : body, { files: names, v2: wasV2 }, at);
  if (files.some(({ content }) => content.length > MOST_BYTES)) throw refusal("tooLarge");
  const after = { content: message.content, embeds: message.embeds, components: message.components, ...body };
  if (isEmpty(after, wasV2 || becomesV2) && names.length === 0) throw refusal("empty");
  const wasLoading = message.loading;
  message.earlier.push(message.text);
  message.flags = (message.flags & ~LOADING) | (Number(body["flags"] ?? 0) & MAY_BE_SET);
  fill(world, message, { body, files }, kept);
  // Only a new message pings; an edit does not.
  if (wasLoading && !message.ephemeral) message.pinged = pingedBy(world, message, body);
  if (!wasLoading) message.editedAt = world.clock.now();
  message.touch();
  message.channel.touch();
  world.gateway.dispatchMessage("MESSAGE_UPDATE", message);
}

export function remove(world: World, message: LocalMessage): void {
  message.deleted = true;
  message.touch();
  message.channel.touch();
  world.gateway.dispatchMessage("MESSAGE_DELETE", message);
}

function refuseDraft(body: Fields, context: MessageContext, at: Path): void {
  const problems = messageProblems(body, context);
  if (problems.some(({ code }) => code === BREAKS)) throw refusal("broken");
  refuseForm(problems, at);
}

function fill(world: World, message: LocalMessage, { body, files }: Draft, kept: readonly LocalFile[] = []): void {
  const described = Array.isArray(body["attachments"]) ? body["attachments"].filter(isFields) : [];
  const added = files.map((file, index) => {
    const description = described.find(({ id }) => String(id) === String(index))?.["description"];
    return world.files.add(message.channel.id, file, typeof description === "string" ? description : undefined);
  });
  message.attachments = [...kept, ...added];
  const { content, embeds, components } = body;
  if (content !== undefined) message.content = content === null ? "" : String(content).trim();
  if (embeds !== undefined) message.embeds = Array.isArray(embeds) ? embeds : [];
  if (components !== undefined) {
    const all = Array.isArray(components) ? (components as readonly Component[]) : [];
    message.components = settleComponents(all, message.attachments);
  }
}

/** Rows of buttons alone are no message; components of V2 are. */
function isEmpty({ content, embeds, components, sticker_ids: stickers, poll }: Fields, isV2: boolean): boolean {
  const none = (list: unknown) => !Array.isArray(list) || list.length === 0;
  const isBlank = typeof content !== "string" || content.trim() === "";
  return isBlank && none(embeds) && none(stickers) && !poll && (!isV2 || none(components));
}

/** With `enforce_nonce` a message that was just sent is not sent again: the first one is the answer. */
function sentBefore(
  world: World,
  channel: LocalChannel,
  { nonce, enforce_nonce: enforced }: Fields,
): LocalMessage | undefined {
  if (enforced !== true || nonce === undefined || nonce === null) return undefined;
  const since = world.clock.now() - NONCE_HOLDS_FOR;
  return channel.messages.findLast(
    (message) => message.author === world.bot && message.nonce === String(nonce) && message.at >= since,
  );
}

function repliedTo(channel: LocalChannel, { message_reference: reference }: Fields): LocalMessage | undefined {
  if (!isFields(reference)) return undefined;
  const found = channel.message(String(reference["message_id"]));
  if (found === undefined && reference["fail_if_not_exists"] !== false) {
    const problem = {
      path: ["message_reference"],
      code: "MESSAGE_REFERENCE_UNKNOWN_MESSAGE",
      message: "Unknown message",
    };
    refuseForm([problem]);
  }
  return found;
}

function pingedBy(world: World, message: LocalMessage, body: Fields) {
  const texts = [...everyComponent(message.components)]
    .filter(({ type }) => type === TEXT)
    .map(({ content = "" }) => content);
  const replied = message.interaction ? undefined : message.replyTo?.author.id;
  return pingsOf([message.content, ...texts], body["allowed_mentions"], world.guild, replied);
}
