import type { Actor } from "../lifecycle/actor.ts";
import type { DeskEvent } from "./events.ts";

/** An event as programs are told of it: on pi's bus and by `watch --json`. */
export interface ToldEvent {
  name: DeskEvent["name"];
  /** The plan's id, the agent's, or `desk`. */
  id: string;
  /** The number of the record in its journal. */
  version: number;
  at: string;
  by: Pick<Actor, "kind" | "surface" | "name">;
  data: DeskEvent["data"];
}

export function toldEvent({ name, journal, version, at, by, data }: DeskEvent): ToldEvent {
  return { name, id: journal, version, at, by: { kind: by.kind, surface: by.surface, name: by.name }, data };
}
