import { inline } from "./discord-text.ts";

/** Somebody of a list of approvers, as Discord shows them: by their name of now. No message of ours pings anybody. */
export function mention(entry: string): string {
  const [, kind, id] = /^(role|discord):(\d{15,20})$/.exec(entry) ?? [];
  if (id === undefined) return inline(entry, 40);
  return kind === "role" ? `<@&${id}>` : `<@${id}>`;
}
