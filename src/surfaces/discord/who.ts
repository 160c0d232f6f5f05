import type { Guild, GuildMember, User } from "discord.js";
import type { Desk } from "../../desk/desk.ts";
import type { Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";

/** A member of the server, with their current roles. */
export interface Member {
  id: string;
  name: string;
  /** By id: a name can be given to another role. */
  roles: string[];
}

/** What Discord tells of the author of a message or click. */
export interface Told {
  user: User;
  member: GuildMember | { roles: unknown; nick?: string | null } | null;
  guild: Guild | null;
}

/** Roles come from each message or click, never from an earlier one. */
export function memberOf({ user, member }: Told): Member {
  const nick = member && "nick" in member ? member.nick : (member as GuildMember | null)?.nickname;
  return { id: user.id, name: nick || user.globalName || user.username, roles: rolesOf(member) };
}

function rolesOf(member: Told["member"]): string[] {
  if (member === null) return [];
  const { roles } = member;
  if (Array.isArray(roles)) return roles.filter((role): role is string => typeof role === "string");
  return [...(member as GuildMember).roles.cache.keys()];
}

/** Discord vouches for them; the desk says what they may do. */
export function authenticateMember(desk: Desk, { id, name, roles }: Member): Outcome<Person> {
  return desk.authenticate({ via: "surface", surface: "discord", id, name, roles });
}
