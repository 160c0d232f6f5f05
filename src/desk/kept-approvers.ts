import type { Approvers } from "../lifecycle/approvers.ts";

/**
 * The host's own approvers, as they are recorded with a proposal: other desks read only the files. A person who is
 * listed by an account is also listed by name, and so recognised on every surface.
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
