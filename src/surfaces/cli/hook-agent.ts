import { createHash } from "node:crypto";

/**
 * The agent id of a session of a host; two sessions never share one. A session id with other characters, or with capital
 * letters, which some file systems do not distinguish, gets a hash. Only such ids have a dot.
 */
export function hookAgent(host: string, session: string): string {
  if (/^[a-z0-9_-]{1,64}$/.test(session)) return `${host}-${session}`;
  const hash = createHash("sha256").update(session).digest("hex").slice(0, 32);
  return `${host}-${session.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 24)}.${hash}`;
}

/** The agent id for what a person typed: `claude-code-` and a session id as the host prints it, or an agent id. */
export function typedAgent(typed: string, hosts: readonly string[]): string {
  const host = hosts.find((name) => typed.startsWith(`${name}-`) && typed.length > name.length + 1);
  if (host === undefined || IDS_OF_HOOKS.test(typed)) return typed;
  return hookAgent(host, typed.slice(host.length + 1));
}

const IDS_OF_HOOKS = /^[a-z-]+-[A-Za-z0-9_-]{0,24}\.[0-9a-f]{32}$/;
