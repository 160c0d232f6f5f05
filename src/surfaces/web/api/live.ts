import { type Static, Type } from "typebox";

// The stream says what changed, not how: a page fetches what it shows. A lost event is made good by `hello`, after which
// everything that is shown is fetched again.
export const LiveEvent = Type.Union([
  /** The stream begins, or events were missed. */
  Type.Object({ type: Type.Literal("hello"), version: Type.String(), missed: Type.Boolean() }),
  /** Something was recorded for a plan, by any process. */
  Type.Object({
    type: Type.Literal("plan"),
    project: Type.String(),
    id: Type.String(),
    version: Type.Integer(),
    actions: Type.Array(Type.String()),
  }),
  /** An agent's journal: questions, confirmations, phases. */
  Type.Object({ type: Type.Literal("agent"), project: Type.String(), id: Type.String() }),
  /** A request was opened or closed. */
  Type.Object({
    type: Type.Literal("request"),
    project: Type.String(),
    id: Type.String(),
    how: Type.Enum(["opened", "closed"]),
    kind: Type.Optional(Type.String()),
    words: Type.Optional(Type.String()),
  }),
  /** What a step that this server runs does now. May be lost. */
  Type.Object({
    type: Type.Literal("progress"),
    project: Type.String(),
    id: Type.String(),
    step: Type.String(),
    activity: Type.Optional(Type.String()),
    output: Type.Optional(Type.String()),
    tokens: Type.Optional(Type.Integer()),
    cost: Type.Optional(Type.Number()),
    calls: Type.Optional(Type.Integer()),
  }),
  Type.Object({ type: Type.Literal("planning"), id: Type.String() }),
  Type.Object({
    type: Type.Literal("viewers"),
    project: Type.String(),
    id: Type.String(),
    viewers: Type.Array(Type.String()),
  }),
  Type.Object({ type: Type.Literal("projects") }),
  /** The session was revoked or has expired. */
  Type.Object({ type: Type.Literal("signed_out") }),
]);
export type LiveEvent = Static<typeof LiveEvent>;
