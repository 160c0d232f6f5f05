import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { COUNTERSIGN_IS_LOADED } from "../../agent/is-loaded.ts";
import { terminalExtension } from "./extension.ts";

/** The entry that pi loads, from its settings after `pi install` or from `countersign`. The first one counts. */
export default function piPackage(pi: ExtensionAPI): void {
  if (!isFirstInstance(pi)) return;
  terminalExtension(pi, { isCommand: Symbol.for("countersign.command") in globalThis });
}

/**
 * Whether this is the first Countersign in this pi. There may be another: one that `pi install` put into the settings
 * and one that the command `countersign` brings. Two of them would share a tool and a flag, and pi would not start.
 */
export function isFirstInstance({ events }: ExtensionAPI): boolean {
  const question = { answered: false };
  events.emit(COUNTERSIGN_IS_LOADED, question);
  if (question.answered) return false;
  // pi drops this listener before it loads extensions again.
  events.on(COUNTERSIGN_IS_LOADED, (asked) => {
    (asked as typeof question).answered = true;
  });
  return true;
}
