import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

/** What models took. */
export interface Spent {
  /** US dollars, as pi counts them. */
  dollars: number;
  /** Those that were sent, less what a cache had of them, and those that came back. */
  tokens: number;
}

/** What the models of this session have taken since a moment. */
export function spentSince({ sessionManager }: Pick<ExtensionContext, "sessionManager">, moment: string): Spent {
  const start = Date.parse(moment);
  let [dollars, tokens] = [0, 0];
  for (const entry of sessionManager.getBranch()) {
    if (entry.type !== "message" || entry.message.role !== "assistant" || entry.message.timestamp < start) continue;
    const { cost, input, output, cacheWrite } = entry.message.usage;
    dollars += cost.total;
    tokens += input + output + cacheWrite;
  }
  return { dollars, tokens };
}
