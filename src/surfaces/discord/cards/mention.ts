import { inline } from "./discord-text.ts";

/** An approver as Discord shows them, by their current name. No message of ours pings. */
export function mention(entry: string): string {
  const [, kind, id] = /^(role|discord):(\d{15,20})$/.exec(entry) ?? [];
  if (id === undefined) return inline(entry, 40);
  return kind === "role" ? `<@&${id}>` : `<@${id}>`;
}
