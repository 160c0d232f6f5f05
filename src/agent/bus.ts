import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { DeskEvent } from "../desk/events.ts";

/**
 * Tells other extensions, under the names they know: `plan.proposed` is `plans:proposed`, all others keep theirs behind
 * `countersign:`. A listener that throws harms nobody; a lost event loses nothing, for the journal has it.
 */
export function tellOnBus(pi: ExtensionAPI, { name, journal, version, at, by, data }: DeskEvent): void {
  const event = { name, id: journal, version, at, by: { kind: by.kind, surface: by.surface, name: by.name }, data };
  pi.events.emit(`countersign:${name}`, event);
  if (name.startsWith("plan.")) pi.events.emit(`plans:${name.slice("plan.".length)}`, event);
}
