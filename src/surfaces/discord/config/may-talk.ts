/** Whom an agent listens to: everybody who can write in its channel, or those with a role or an account of a list. */
export type Talk = "anyone" | readonly string[];

export function mayTalk(talk: Talk, { id, roles }: { id: string; roles: readonly string[] }): boolean {
  if (talk === "anyone") return true;
  return talk.includes(`user:${id}`) || roles.some((role) => talk.includes(`role:${role}`));
}
