import { type Static, Type } from "typebox";
import type { PlanRow } from "../../../desk/rows.ts";
import { ActionShape, ProblemShape, Time } from "./basics.ts";

/** A plan in a list, as `PlanRow` has it, with its project. */
export const PlanItem = Type.Unsafe<
  PlanRow & { project: string; holder?: "here" | "process" | "none"; snippet?: string }
>(
  Type.Object({
    project: Type.String(),
    id: Type.String(),
    title: Type.String(),
    status: Type.String(),
    revision: Type.Integer(),
    version: Type.Integer(),
    digest: Type.String(),
    created_at: Time,
    updated_at: Time,
    requester: Type.String(),
    priority: Type.Integer(),
    archived: Type.Boolean(),
    steps: Type.Integer(),
    steps_done: Type.Integer(),
    risk: Type.String(),
    waiting: Type.Integer(),
    holder: Type.Optional(Type.String({ description: "of a plan that runs: which process has it" })),
    snippet: Type.Optional(Type.String({ description: "where the search found its words" })),
  }),
);
export type PlanItem = Static<typeof PlanItem>;

export const PlansQuery = Type.Object({
  project: Type.Optional(Type.String()),
  status: Type.Optional(Type.String({ description: "statuses, separated by commas" })),
  q: Type.Optional(Type.String({ maxLength: 200, description: "words in id, title, goal or text" })),
  sort: Type.Optional(Type.Enum(["updated", "created", "title", "status", "risk", "progress"])),
  order: Type.Optional(Type.Enum(["asc", "desc"])),
  archived: Type.Optional(Type.Enum(["0", "1"])),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
});
export const Plans = Type.Object({ plans: Type.Array(PlanItem), total: Type.Integer() });
export type Plans = Static<typeof Plans>;

export const Counts = Type.Object({
  waiting: Type.Integer(),
  plans: Type.Integer(),
  running: Type.Integer(),
  projects: Type.Array(
    Type.Object({ key: Type.String(), waiting: Type.Integer(), plans: Type.Integer(), running: Type.Integer() }),
  ),
});
export type Counts = Static<typeof Counts>;

export const NewPlan = Type.Object({
  text: Type.String({ minLength: 1, description: "markdown, or a draft in JSON" }),
});
export const ProposedPlan = Type.Object({
  project: Type.String(),
  id: Type.String(),
  revision: Type.Integer(),
  warnings: Type.Array(ProblemShape),
});

export const Queued = Type.Object({
  plans: Type.Array(
    Type.Object({
      project: Type.String(),
      id: Type.String(),
      title: Type.String(),
      place: Type.Integer(),
      why: Type.Optional(Type.String({ description: "what it waits for" })),
    }),
  ),
  next: Type.Array(ActionShape),
});
