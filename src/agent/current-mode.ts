import type { ContextWithSystemEvent } from "@earendil-works/pi-coding-agent";

type Messages = ContextWithSystemEvent["messages"];

/** The cards whose message tells the model that plan mode is on or off. */
const MODE_CARDS = ["planning_started", "plan_mode_off"];

/**
 * The messages without those that tell of a mode that is over: of "Planning mode is on." and "Plan mode is off" only
 * the last one holds. The tools and the system prompt change with the mode, so that this costs a provider's cache
 * nothing more.
 */
export function withCurrentMode(messages: Messages): Messages {
  const last = messages.findLastIndex(tellsMode);
  const isPast = (message: Messages[number], at: number) => at < last && tellsMode(message);
  return messages.some(isPast) ? messages.filter((message, at) => !isPast(message, at)) : messages;
}

function tellsMode(message: Messages[number]): boolean {
  if (message.role !== "custom" || message.customType !== "countersign") return false;
  const { card } = (message.details ?? {}) as { card?: string };
  return card !== undefined && MODE_CARDS.includes(card);
}
