import { LIMITS } from "../../../src/surfaces/discord/limits.ts";
import { checkComponents, isTooManyBytes } from "./components.ts";
import { checkEmbeds } from "./embeds.ts";
import { type Fields, Form, isFields, type Problem } from "./form.ts";

export interface MessageContext {
  /** Names of the files that are uploaded with it, or that it has and keeps. */
  files?: readonly string[];
  /** Whether it is a message of Components V2 already. */
  v2?: boolean;
}

/** What is wrong with the body of a message, to be sent or edited; `[]` if Discord takes it. */
export function messageProblems(body: Fields, { files = [], v2 = false }: MessageContext = {}): readonly Problem[] {
  const form = new Form();
  const isV2 = v2 || (Number(body["flags"] ?? 0) & V2) !== 0;
  form.text(["content"], body["content"], { max: LIMITS.content, optional: true });
  form.text(["nonce"], body["nonce"]?.toString(), { max: LIMITS.nonce, optional: true });
  if (isV2) checkLegacyFields(form, body);
  else checkEmbeds(form, body["embeds"]);
  // Flags without the one for V2 take nothing from a message, but its new components are read as if it had not got it.
  const readAsV2 =
    isV2 && (body["flags"] === undefined || body["flags"] === null || (Number(body["flags"]) & V2) !== 0);
  checkComponents(form, body["components"], readAsV2, new Set(files));
  form.length(["attachments"], files.length, { max: LIMITS.files });
  checkMentions(form, body["allowed_mentions"]);
  if (form.problems.length === 0 && isTooManyBytes(body["components"]))
    form.refuse(["components"], BREAKS, `More than ${LIMITS.bytes} bytes of text: Discord fails with status 500`);
  return form.problems;
}

/** Not a code of Discord's: on this it breaks instead of saying what is wrong. */
export const BREAKS = "INTERNAL_SERVER_ERROR";

/** The flag that makes all content components; nothing ever takes it away from a message. */
export const V2 = 1 << 15;

function checkLegacyFields(form: Form, body: Fields): void {
  for (const name of ["content", "embeds", "poll", "sticker_ids"]) {
    const value = body[name];
    // An empty content is one: discord.js makes it of `null`.
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue;
    const message = `The '${name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`;
    form.refuse([name], "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message);
  }
}

function checkMentions(form: Form, mentions: unknown): void {
  if (!isFields(mentions)) return;
  const parse = form.list(["allowed_mentions", "parse"], mentions["parse"], { max: 3, optional: true });
  for (const name of ["users", "roles"]) {
    const listed = form.list(["allowed_mentions", name], mentions[name], { max: 100, optional: true });
    if (listed.length > 0 && parse.includes(name))
      form.refuse(
        ["allowed_mentions"],
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        `parse:["${name}"] and ${name}: [ids...] are mutually exclusive.`,
      );
  }
}
