import { CHANNEL_SELECT, type Component, MENTIONABLE_SELECT, ROLE_SELECT, USER_SELECT } from "./component.ts";
import { type LocalGuild, rolePayload } from "./guild.ts";

/** Who and what the ids chosen in a menu stand for. */
export function resolvedIn(guild: LocalGuild, { type }: Component, ids: readonly string[]): object {
  const people = guild.members.filter(({ id }) => ids.includes(id));
  const users = byId(people, ({ user }) => user);
  const members = byId(people, (member) => ({
    ...member.payload(),
    user: undefined,
    permissions: `${member.permissions}`,
  }));
  const roles = byId(
    guild.roles.filter(({ id }) => ids.includes(id)),
    (role) => rolePayload(role, guild.roles.indexOf(role)),
  );
  const chosen = guild.channels.filter(({ id }) => ids.includes(id));
  const channels = byId(chosen, (channel) => ({ ...channel.payload(), permissions: "0" }));
  if (type === USER_SELECT) return { users, members };
  if (type === ROLE_SELECT) return { roles };
  if (type === MENTIONABLE_SELECT) return { users, members, roles };
  return type === CHANNEL_SELECT ? { channels } : {};
}

function byId<T extends { readonly id: string }>(
  all: readonly T[],
  payload: (one: T) => object,
): Record<string, object> {
  return Object.fromEntries(all.map((one) => [one.id, payload(one)]));
}
