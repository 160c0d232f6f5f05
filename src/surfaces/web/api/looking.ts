import { type Static, Type } from "typebox";
import type { AuditEntry } from "../../../desk/audit.ts";
import type { Statistics } from "../../../desk/statistics.ts";
import type { Verdict } from "../../../policy/verdict.ts";
import { ProblemShape } from "./basics.ts";

export const StatisticsQuery = Type.Object({
  project: Type.Optional(Type.String()),
  since: Type.Optional(Type.String()),
});
/** Of each project; the page adds them up where that makes sense. */
export const StatisticsOf = Type.Object({
  projects: Type.Array(
    Type.Object({
      key: Type.String(),
      statistics: Type.Unsafe<Statistics>(Type.Object({})),
      journals: Type.Object({ total: Type.Integer(), broken: Type.Integer() }),
    }),
  ),
  /** Signed per day, and how long plans waited for a signature. */
  days: Type.Array(
    Type.Object({
      day: Type.String(),
      proposed: Type.Integer(),
      approved: Type.Integer(),
      rejected: Type.Integer(),
      cost: Type.Number(),
      tokens: Type.Integer(),
    }),
  ),
});
export type StatisticsOf = Static<typeof StatisticsOf>;

export const AuditQuery = Type.Object({
  project: Type.Optional(Type.String()),
  journal: Type.Optional(Type.String()),
  since: Type.Optional(Type.String()),
  action: Type.Optional(Type.String({ description: "actions, separated by commas" })),
  verify: Type.Optional(Type.Enum(["0", "1"])),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 2000 })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
});
export const AuditOf = Type.Object({
  entries: Type.Array(Type.Unsafe<AuditEntry & { project: string }>(Type.Object({}))),
  total: Type.Integer(),
  journals: Type.Array(
    Type.Object({
      project: Type.String(),
      journal: Type.String(),
      records: Type.Integer(),
      broken: Type.Optional(Type.Object({ seq: Type.Optional(Type.Integer()), message: Type.String() })),
    }),
  ),
  actions: Type.Array(Type.String(), { description: "the actions that occur, for a filter" }),
});
export type AuditOf = Static<typeof AuditOf>;

export const ToJudge = Type.Object({
  /** A command line, or a call of a tool. */
  command: Type.Optional(Type.String({ maxLength: 100_000 })),
  tool: Type.Optional(Type.String()),
  source: Type.Optional(Type.String()),
  input: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  mode: Type.Enum(["planning", "executing"]),
  plan: Type.Optional(Type.String()),
  step: Type.Optional(Type.String()),
  sandbox: Type.Optional(Type.Enum(["on", "off"])),
});
export const Judged = Type.Object({
  verdict: Type.Unsafe<Verdict>(Type.Object({ verdict: Type.Enum(["allow", "confirm", "deny"]) })),
});
export type Judged = Static<typeof Judged>;

export const SettingsOf = Type.Object({
  files: Type.Object({ project: Type.String(), user: Type.String() }),
  settings: Type.Array(
    Type.Object({
      key: Type.String(),
      value: Type.Unknown(),
      from: Type.Enum(["default", "user", "project", "host"]),
      /** The project made it stricter than the user's file or the default. */
      is_tightened: Type.Boolean(),
      /** The value without the project. */
      otherwise: Type.Optional(Type.Unknown()),
      /** It matters for safety: a project can only tighten it. */
      is_safety: Type.Boolean(),
      what: Type.Optional(Type.String({ description: "its description in the schema" })),
    }),
  ),
  problems: Type.Array(ProblemShape),
  sandbox: Type.String(),
});
export type SettingsOf = Static<typeof SettingsOf>;
