import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import countersign from "./extension.ts";
import { isFirstInstance } from "./first-instance.ts";

/** What pi loads: `pi install` from the settings, and `countersign` by itself. The first one counts. */
export default function piPackage(pi: ExtensionAPI): void {
  if (!isFirstInstance(pi)) return;
  countersign(pi);
  if (Symbol.for("countersign.command") in globalThis) tellOfDemo(pi);
}

/** For whoever typed `countersign` and has no model yet. In pi itself nobody is told: the command may not be there. */
function tellOfDemo(pi: ExtensionAPI): void {
  pi.on("session_start", (_event, { mode, modelRegistry, ui }) => {
    if (mode !== "tui" || modelRegistry.getAvailable().length > 0) return;
    ui.notify("To see plan mode without a model of your own: countersign demo");
  });
}
