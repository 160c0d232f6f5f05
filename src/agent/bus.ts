import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { DeskEvent } from "../desk/events.ts";
import { toldEvent } from "../desk/told-event.ts";
import type { RunNews } from "../run/run-news.ts";

/**
 * Publishes events to other extensions under the names they know: `plan.proposed` is `plans:proposed`, all others get
 * the prefix `countersign:`. A listener that throws does not affect others; a lost event loses no data, because the
 * journal has it.
 */
export function tellOnBus(pi: ExtensionAPI, told: DeskEvent): void {
  const event = toldEvent(told);
  const { name } = event;
  pi.events.emit(`countersign:${name}`, event);
  if (name.startsWith("plan.")) pi.events.emit(`plans:${name.slice("plan.".length)}`, event);
}

/** Also published: a step that runs out of a resource. No record has that, because nothing depends on it. */
export function warnOnBus(pi: ExtensionAPI, { step_id, subagent_id, progress }: Progress): void {
  if (progress.type !== "warning" || progress.resource === undefined) return;
  const { text, resource } = progress;
  pi.events.emit("countersign:resource.warning", { name: "resource.warning", step_id, subagent_id, resource, text });
}

type Progress = Extract<RunNews, { type: "progress" }>;
