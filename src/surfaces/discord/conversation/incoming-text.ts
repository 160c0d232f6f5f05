import type { ImageContent } from "@earendil-works/pi-ai";
import { visible } from "../../../plan/visible.ts";
import type { SavedAttachment } from "./save-attachments.ts";

/** A message to an agent, as Discord describes it. */
export interface MessageFacts {
  author: string;
  /** As written, with `<@id>` in it. */
  text: string;
  /** The bot's own id: a mention of it at the start is dropped. */
  self: string;
  names: MentionedNames;
  /** The message that this one answers to. */
  replyTo?: { author: string; text: string };
  attachments: readonly SavedAttachment[];
}

/** Ids → names, of all that a message mentions. */
export interface MentionedNames {
  users: Readonly<Record<string, string>>;
  roles: Readonly<Record<string, string>>;
  channels: Readonly<Record<string, string>>;
}

export interface Incoming {
  text: string;
  images: ImageContent[];
}

/** A message as the model gets it. In a shared channel it names the author, in a frame that no text can imitate. */
export function incomingText(facts: MessageFacts, { isShared }: { isShared: boolean }): Incoming {
  const { replyTo, attachments, names, self } = facts;
  const parts = [
    ...(replyTo ? [`In reply to ${nameOf(replyTo.author)}:\n${quote(plainText(replyTo.text, names, self))}`] : []),
    wordsOf(facts),
    ...attachments.map(attached),
  ].filter((part) => part !== "");
  const body = parts.join("\n\n");
  const text = isShared ? `<message from="${nameOf(facts.author)}">\n${unimitated(body)}\n</message>` : body;
  return { text, images: attachments.flatMap((one) => ("image" in one && one.image ? [one.image] : [])) };
}

/** Only the typed text, without quotes and files: it counts as an answer or approval. */
export function wordsOf({ text, names, self }: Pick<MessageFacts, "text" | "names" | "self">): string {
  return plainText(text, names, self);
}

function plainText(text: string, { users, roles, channels }: MentionedNames, self: string): string {
  const named = (mark: string, names: Readonly<Record<string, string>>, id: string, whole: string) =>
    Object.hasOwn(names, id) ? `${mark}${nameOf(names[id] ?? "")}` : whole;
  return text
    .toWellFormed()
    .replace(CONTROL, "")
    .replace(new RegExp(`^\\s*<@!?${self.replace(/\D/g, "") || "0"}>[,:]?\\s*`), "")
    .replace(/<@!?(\d+)>/g, (whole, id: string) => named("@", users, id, whole))
    .replace(/<@&(\d+)>/g, (whole, id: string) => named("@", roles, id, whole))
    .replace(/<#(\d+)>/g, (whole, id: string) => named("#", channels, id, whole))
    .replace(/<a?:(\w+):\d+>/g, (_, name: string) => `:${name}:`)
    .replace(/<t:(-?\d{1,12})(?::[a-zA-Z])?>/g, (whole, seconds: string) => timeOf(Number(seconds)) ?? whole)
    .trim();
}

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

function timeOf(seconds: number): string | undefined {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** One short line that cannot end the frame. */
function nameOf(name: string): string {
  const flat = visible(
    name
      .toWellFormed()
      .replace(/[\s"<>]+/g, " ")
      .trim(),
  );
  return [...flat].slice(0, 60).join("") || "unnamed";
}

const LONGEST_QUOTE = 600;

function quote(text: string): string {
  const characters = [...text];
  const short = characters.length <= LONGEST_QUOTE ? text : `${characters.slice(0, LONGEST_QUOTE).join("")} …`;
  return short.replace(/^/gm, "> ");
}

function attached(file: SavedAttachment): string {
  if ("missing" in file) return `(The file ${file.name} was attached, but ${file.missing}.)`;
  const where = `Attached file ${file.name} (${sizeOf(file.size)}), saved as ${file.path}`;
  if (file.text === undefined) return where;
  const longest = Math.max(2, ...(file.text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${where}:\n${fence}\n${file.text.replace(/\n$/, "")}\n${fence}`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Breaks every imitation of the frame around a message. */
function unimitated(body: string): string {
  return body.replace(/<(?=\s*\/?\s*message\b)/gi, "‹");
}
