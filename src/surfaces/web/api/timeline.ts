import { type Static, Type } from "typebox";
import { ActorShape, Time } from "./basics.ts";

export const TimelineQuery = Type.Object({
  before: Type.Optional(Type.String({ description: "the id of the oldest entry that is known" })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  only: Type.Optional(Type.Enum(["people", "checks", "refused", "steps"])),
});

/** One thing that happened, as a person reads it. */
export const TimelineEntry = Type.Object({
  id: Type.String({ description: "version and place: sorts by time" }),
  at: Time,
  by: ActorShape,
  /** `call` and `refused` come from the agents' journals and the run's log. */
  kind: Type.Enum([
    "proposal",
    "review",
    "signature",
    "decision",
    "request",
    "answer",
    "step",
    "check",
    "call",
    "refused",
    "run",
    "file",
    "note",
  ]),
  tone: Type.Enum(["person", "ok", "warn", "bad", "run", "plain"]),
  step: Type.Optional(Type.String()),
  action: Type.String({ description: "the recorded event" }),
  title: Type.String({ description: "a sentence" }),
  detail: Type.Optional(Type.String()),
  /** Literal text: a command, a call, output. */
  exact: Type.Optional(Type.String()),
  verified: Type.Boolean({ description: "its seal holds" }),
});
export type TimelineEntry = Static<typeof TimelineEntry>;
export const Timeline = Type.Object({ entries: Type.Array(TimelineEntry), more: Type.Boolean() });
export type Timeline = Static<typeof Timeline>;

export const DiffQuery = Type.Object({ step: Type.Optional(Type.String()) });
export const StepDiff = Type.Object({
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      how: Type.Enum(["added", "changed", "removed"]),
      added: Type.Integer(),
      removed: Type.Integer(),
      patch: Type.String(),
      is_cut: Type.Boolean(),
    }),
  ),
  total: Type.Integer(),
});
export type StepDiff = Static<typeof StepDiff>;

export const LogQuery = Type.Object({
  step: Type.String(),
  attempt: Type.Optional(Type.Integer()),
  from: Type.Optional(Type.Integer({ description: "bytes to leave out" })),
});
export const StepLog = Type.Object({
  text: Type.String(),
  attempt: Type.Integer(),
  attempts: Type.Integer(),
  size: Type.Integer(),
  from: Type.Integer(),
  to: Type.Integer({ description: "the byte after this part" }),
});
export type StepLog = Static<typeof StepLog>;
