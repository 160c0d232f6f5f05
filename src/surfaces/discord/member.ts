import type { Guild, GuildMember, User } from "discord.js";
import type { Desk } from "../../desk/desk.ts";
import type { Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import { ANYONE, mayAllow } from "../../lifecycle/approvers.ts";
import type { ChannelAgent } from "./channel-agent.ts";
import type { Talk } from "./config/discord-config.ts";

/** A member of the server, with their current roles. */
export interface Member {
  id: string;
  name: string;
  /** By id: a name can be given to another role. */
  roles: string[];
}

/** The author of a message or click, as Discord describes them. */
export interface Author {
  user: User;
  member: GuildMember | { roles: unknown; nick?: string | null } | null;
  guild: Guild | null;
}

/** Roles come from each message or click, never from an earlier one. */
export function memberOf({ user, member }: Author): Member {
  const nick = member && "nick" in member ? member.nick : (member as GuildMember | null)?.nickname;
  return { id: user.id, name: nick || user.globalName || user.username, roles: rolesOf(member) };
}

function rolesOf(member: Author["member"]): string[] {
  if (member === null) return [];
  const { roles } = member;
  if (Array.isArray(roles)) return roles.filter((role): role is string => typeof role === "string");
  return [...(member as GuildMember).roles.cache.keys()];
}

/** Discord proves who they are; the desk decides what they may do. */
export function authenticateMember(desk: Desk, { id, name, roles }: Member): Outcome<Person> {
  return desk.authenticate({ via: "surface", surface: "discord", id, name, roles });
}

/** The rights of a member with an agent. The desk decides whether they may approve a certain plan. */
export interface Rights {
  /** Their messages go to the agent. */
  talks: boolean;
  /** They are named as an approver: their clicks, and their replies to cards, count. */
  signs: boolean;
}

export function rightsOf({ config, desk }: ChannelAgent, member: Member, person: Outcome<Person>): Rights {
  const { from } = desk.configuration.config.approvers;
  const signs = person.ok && Array.isArray(from) && mayAllow({ ...ANYONE, from }, person.value) === undefined;
  return { talks: mayTalk(config.talk, member), signs };
}

export function mayTalk(talk: Talk, { id, roles }: Pick<Member, "id" | "roles">): boolean {
  if (talk === "anyone") return true;
  return talk.includes(`user:${id}`) || roles.some((role) => talk.includes(`role:${role}`));
}
