import { createHash } from "node:crypto";

/**
 * The id under which a session of a host is known here. Two sessions never get the same one: what is not plain, also in
 * its case, for some file systems ignore that, is told apart by its hash, and only such ids have a dot.
 */
export function hookAgent(host: string, session: string): string {
  if (/^[a-z0-9_-]{1,64}$/.test(session)) return `${host}-${session}`;
  const hash = createHash("sha256").update(session).digest("hex").slice(0, 32);
  return `${host}-${session.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 24)}.${hash}`;
}

/** An id as somebody types it: the session of a host may be written as the host writes it. */
export function typedAgent(typed: string, hosts: readonly string[]): string {
  const host = hosts.find((name) => typed.startsWith(`${name}-`) && typed.length > name.length + 1);
  if (host === undefined || IDS_OF_HOOKS.test(typed)) return typed;
  return hookAgent(host, typed.slice(host.length + 1));
}

const IDS_OF_HOOKS = /^[a-z-]+-[A-Za-z0-9_-]{0,24}\.[0-9a-f]{32}$/;
