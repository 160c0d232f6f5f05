import { type Static, Type } from "typebox";
import type { Comparison } from "../../../plan/compare-revisions.ts";
import { Plan } from "../../../plan/plan.ts";
import { ActorShape, ProblemShape, Time } from "./basics.ts";

const comparison = Type.Unsafe<Comparison>(
  Type.Object({}, { description: "steps and fields added, removed, moved, changed; what may do more" }),
);

export const Revision = Type.Object({
  revision: Type.Integer(),
  version: Type.Integer({ description: "names the text: an edit has the revision of the text it replaced" }),
  digest: Type.String(),
  at: Time,
  by: ActorShape,
  signatures: Type.Array(Type.String()),
});
export type Revision = Static<typeof Revision>;
export const Revisions = Type.Object({ revisions: Type.Array(Revision) });
export type Revisions = Static<typeof Revisions>;

export const CompareQuery = Type.Object({ from: Type.Integer({ description: "a version" }), to: Type.Integer() });
export const Compared = Type.Object({
  from: Revision,
  to: Revision,
  before: Type.Unsafe<Plan>(Plan as object),
  after: Type.Unsafe<Plan>(Plan as object),
  texts: Type.Object({ before: Type.String(), after: Type.String() }),
  comparison,
});
export type Compared = Static<typeof Compared>;

export const TextToCheck = Type.Object({ text: Type.String({ maxLength: 900_000 }) });
export const CheckedText = Type.Object({
  problems: Type.Array(ProblemShape),
  digest: Type.Optional(Type.String({ description: "of the text, if it is a plan" })),
  comparison: Type.Optional(comparison),
  widens: Type.Optional(Type.Boolean({ description: "it allows more than the current text" })),
});
export type CheckedText = Static<typeof CheckedText>;
