import type { Approvers } from "../lifecycle/approvers.ts";

/**
 * The approvers that a host says over the files, as they are written down with what is proposed there: other desks read
 * the files only. Whoever is listed by an account is listed by name as well, and so known wherever they sign.
 */
export function keptApprovers(
  { config }: { config: { approvers: Approvers; persons: Readonly<Record<string, readonly string[]>> } },
  settings: Readonly<Record<string, unknown>> | undefined,
): Approvers | undefined {
  if (settings?.["approvers"] === undefined) return undefined;
  const { approvers, persons } = config;
  const { from } = approvers;
  if (!Array.isArray(from)) return approvers;
  const known = Object.entries(persons).filter(([, accounts]) => accounts.some((account) => from.includes(account)));
  return { ...approvers, from: [...new Set([...from, ...known.map(([name]) => name)])] };
}
