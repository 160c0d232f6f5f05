import { type Static, Type } from "typebox";
import type { Actor } from "../../../lifecycle/actor.ts";
import { MOVES, type NextAction } from "../../../lifecycle/next-action.ts";
import type { Problem } from "../../../plan/problem.ts";

// Shapes that several answers share. Text of models and people is raw in all of them: the page makes it visible.

export const Time = Type.String({ description: "ISO 8601, UTC" });

export const ActorShape = Type.Unsafe<Actor>(
  Type.Object({
    kind: Type.String({ description: "person, agent, host, file or local" }),
    surface: Type.String(),
    id: Type.String(),
    name: Type.String(),
    person: Type.Optional(Type.String()),
  }),
);

/** What the person had on the screen. An act on something newer is refused with 409. */
export const Seen = Type.Object({
  revision: Type.Integer({ minimum: 1 }),
  digest: Type.String(),
  version: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type Seen = Static<typeof Seen>;

export const ActionShape = Type.Unsafe<NextAction>(
  Type.Object({
    move: Type.Enum([...MOVES]),
    plan: Type.Optional(Type.String()),
    about: Type.Optional(Type.String({ description: "the step, decision or request" })),
    flag: Type.Optional(Type.String()),
    what: Type.String({ description: "completes “To …”" }),
  }),
);

export const ProblemShape = Type.Unsafe<Problem>(
  Type.Object({
    severity: Type.Enum(["error", "warning"]),
    kind: Type.String(),
    message: Type.String(),
    hint: Type.Optional(Type.String()),
    path: Type.Optional(Type.String()),
    line: Type.Optional(Type.Integer()),
    column: Type.Optional(Type.Integer()),
  }),
);

/** Every answer that is not 2xx. */
export const Refused = Type.Object({
  error: Type.Object({
    kind: Type.String({ description: "a stable word for programs" }),
    message: Type.String(),
    hint: Type.Optional(Type.String()),
    next: Type.Optional(Type.Array(ActionShape)),
    problems: Type.Optional(Type.Array(ProblemShape)),
    facts: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
});
export type Refused = Static<typeof Refused>;
