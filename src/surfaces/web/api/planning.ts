import { type Static, Type } from "typebox";
import type { PlanningNews } from "../../../agent/planner/planning-news.ts";
import { Refused, Time } from "./basics.ts";

export const NewPlanning = Type.Object({
  goal: Type.String({ minLength: 1, maxLength: 20_000 }),
  model: Type.Optional(Type.String()),
});
export const Planning = Type.Object({
  id: Type.String({ description: "of the agent that plans" }),
  project: Type.String(),
  goal: Type.String(),
  model: Type.Optional(Type.String()),
  by: Type.String(),
  started_at: Time,
  ended_at: Type.Optional(Time),
  phase: Type.Enum(["gathering", "submitted", "revising", "ended"]),
  may_end: Type.Boolean({ description: "whether the person may end it now" }),
  /** How it ended. */
  how: Type.Optional(Type.Enum(["approved", "rejected", "cancelled", "timed_out", "stopped", "failed"])),
  plan: Type.Optional(Type.String()),
  cost: Type.Number(),
  news: Type.Array(Type.Object({ at: Time, news: Type.Unsafe<PlanningNews>(Type.Object({ type: Type.String() })) })),
  refusal: Type.Optional(Refused.properties.error),
});
export type Planning = Static<typeof Planning>;
export const Plannings = Type.Object({ plannings: Type.Array(Planning) });
export const Models = Type.Object({
  models: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  standard: Type.Optional(Type.String({ description: "the one that is used if none is named" })),
  problem: Type.Optional(Type.String()),
});
