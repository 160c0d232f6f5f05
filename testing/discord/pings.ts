import type { LocalGuild } from "./guild.ts";
import type { Fields } from "./limits/form.ts";
import { isFields } from "./limits/form.ts";

/** Who is told of a message, by id. */
export interface Pings {
  readonly everyone: boolean;
  readonly users: readonly string[];
  readonly roles: readonly string[];
}

export const NO_PINGS: Pings = { everyone: false, users: [], roles: [] };

/**
 * Who is pinged by texts, as far as the sender allows it. Mentions in code count as well: where exactly code begins and
 * ends is for Discord to say, and a text that relies on it is not safe.
 */
export function pingsOf(texts: readonly string[], allowed: unknown, guild: LocalGuild, repliedTo?: string): Pings {
  const whole = texts.join("\n");
  const ids = (pattern: RegExp) => [...new Set([...whole.matchAll(pattern)].map(([, id = ""]) => id))];
  const users = ids(/<@!?(\d+)>/g).filter((id) => guild.user(id) !== undefined);
  const roles = ids(/<@&(\d+)>/g).filter((id) => guild.roles.some((role) => role.id === id));
  const everyone = /@(?:everyone|here)\b/.test(whole);
  if (!isFields(allowed))
    return { everyone, users: [...new Set([...users, ...(repliedTo ? [repliedTo] : [])])], roles };
  const may = permitted(allowed);
  const told = users.filter((id) => may("users", id));
  return {
    everyone: everyone && may("everyone", ""),
    users: [...new Set([...told, ...(repliedTo && allowed["replied_user"] === true ? [repliedTo] : [])])],
    roles: roles.filter((id) => may("roles", id)),
  };
}

/** The same in words: `@everyone`, `@approvers`, `@ada`. */
export function pingNames({ everyone, users, roles }: Pings, guild: LocalGuild): string[] {
  const named = roles.map((id) => guild.roles.find((role) => role.id === id)?.name ?? id);
  const called = users.map((id) => guild.user(id)?.username ?? id);
  return [...(everyone ? ["everyone"] : []), ...named, ...called].map((name) => `@${name}`);
}

function permitted(allowed: Fields): (kind: "users" | "roles" | "everyone", id: string) => boolean {
  const parse = Array.isArray(allowed["parse"]) ? allowed["parse"] : [];
  const listed = (kind: string) => (Array.isArray(allowed[kind]) ? allowed[kind] : []);
  return (kind, id) => parse.includes(kind) || listed(kind).includes(id);
}
