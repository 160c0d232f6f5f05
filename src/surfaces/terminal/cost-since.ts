import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

/** What the models of this session have cost since a moment, in US dollars, as pi counts it. Nothing if they cost nothing. */
export function costSince(
  { sessionManager }: Pick<ExtensionContext, "sessionManager">,
  moment: string,
): number | undefined {
  const start = Date.parse(moment);
  const costs = sessionManager.getBranch().map((entry) => {
    if (entry.type !== "message" || entry.message.role !== "assistant") return 0;
    return entry.message.timestamp >= start ? entry.message.usage.cost.total : 0;
  });
  return costs.reduce((sum, cost) => sum + cost, 0) || undefined;
}
