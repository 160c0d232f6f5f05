import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { DeskEvent } from "../desk/events.ts";
import type { RunNews } from "../run/run-news.ts";

/**
 * Tells other extensions, under the names they know: `plan.proposed` is `plans:proposed`, all others keep theirs behind
 * `countersign:`. A listener that throws harms nobody; a lost event loses nothing, for the journal has it.
 */
export function tellOnBus(pi: ExtensionAPI, { name, journal, version, at, by, data }: DeskEvent): void {
  const event = { name, id: journal, version, at, by: { kind: by.kind, surface: by.surface, name: by.name }, data };
  pi.events.emit(`countersign:${name}`, event);
  if (name.startsWith("plan.")) pi.events.emit(`plans:${name.slice("plan.".length)}`, event);
}

/** A step that runs out of something tells it, too: no record has that, for nothing follows from it. */
export function warnOnBus(pi: ExtensionAPI, { step_id, subagent_id, progress }: Progress): void {
  if (progress.type !== "warning" || progress.resource === undefined) return;
  const { text, resource } = progress;
  pi.events.emit("countersign:resource.warning", { name: "resource.warning", step_id, subagent_id, resource, text });
}

type Progress = Extract<RunNews, { type: "progress" }>;
