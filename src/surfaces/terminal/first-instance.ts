import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** On pi's event bus: a loaded Countersign answers here. Never rename it: different versions share it. */
const CHANNEL = "countersign:is-loaded";

/**
 * Whether this is the first Countersign in this pi. There may be another: one that `pi install` put into the settings
 * and one that the command `countersign` brings. Two of them would share a tool and a flag, and pi would not start.
 */
export function isFirstInstance({ events }: ExtensionAPI): boolean {
  const question = { answered: false };
  events.emit(CHANNEL, question);
  if (question.answered) return false;
  // pi drops this listener before it loads extensions again.
  events.on(CHANNEL, (asked) => {
    (asked as typeof question).answered = true;
  });
  return true;
}
