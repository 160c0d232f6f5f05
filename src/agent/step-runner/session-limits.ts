import type { SettingsManager } from "@earendil-works/pi-coding-agent";

/** `retryingStream` repeats requests, and pi does not. */
export const NO_RETRIES = { retry: { enabled: false, provider: { maxRetries: 0 } } };

const FULL = 0.95;
const RECENT = 0.2;

/** Has pi compact the conversation before a request has more tokens than this, or than the model takes; returns the limit. */
export function limitContext(settings: SettingsManager, model: { contextWindow: number }, most: number): number {
  const { contextWindow } = model;
  const contextTokens = Math.min(contextWindow > 0 ? contextWindow : Infinity, most);
  settings.applyOverrides({ compaction: compactionAt(contextTokens, contextWindow) });
  return contextTokens;
}

/** pi compacts a conversation when less than the reserve is left of the model's window. */
function compactionAt(contextTokens: number, window: number) {
  return {
    enabled: window > 0,
    reserveTokens: Math.max(1, Math.ceil(window - FULL * contextTokens)),
    keepRecentTokens: Math.min(20_000, Math.floor(RECENT * contextTokens)),
  };
}
