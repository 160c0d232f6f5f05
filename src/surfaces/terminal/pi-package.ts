import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import countersign from "./extension.ts";
import { isFirstInstance } from "./first-instance.ts";

/** The entry that pi loads, from its settings after `pi install` or from `countersign`. The first one counts. */
export default function piPackage(pi: ExtensionAPI): void {
  if (!isFirstInstance(pi)) return;
  countersign(pi);
  if (Symbol.for("countersign.command") in globalThis) tellOfDemo(pi);
}

/** Only where `countersign` started pi: in a pi of the user's own the command may be missing. */
function tellOfDemo(pi: ExtensionAPI): void {
  pi.on("session_start", (_event, { mode, modelRegistry, ui }) => {
    if (mode !== "tui" || modelRegistry.getAvailable().length > 0) return;
    ui.notify("To see plan mode without a model of your own: countersign demo");
  });
}
