import { type Static, Type } from "typebox";
import type { Change } from "../../../run/snapshot.ts";
import { ActionShape, ProblemShape, Seen } from "./basics.ts";

const words = Type.String({ maxLength: 20_000 });
const step = Type.String({ maxLength: 64 });

export const Approve = Type.Object({
  seen: Seen,
  /** The open review that was shown. */
  request: Type.Optional(Type.String()),
  /** As the page says; `seen` has the digest of the text that they are in. */
  commands_seen: Type.Integer({
    minimum: 0,
    description: "how many commands were shown whole: all, or the approval is refused",
  }),
  left_out: Type.Optional(Type.Array(step)),
  executor_model: Type.Optional(Type.String()),
  notes: Type.Optional(words),
  start: Type.Enum(["now", "later"]),
});
/** Decisions that a step waits for are taken with their own request. */

export const RequestChanges = Type.Object({
  seen: Seen,
  request: Type.Optional(Type.String()),
  feedback: words,
  comments: Type.Optional(Type.Record(step, words)),
  quotes: Type.Optional(
    Type.Array(
      Type.Object({
        step_id: Type.Optional(step),
        decision_id: Type.Optional(step),
        field: Type.String({ maxLength: 64 }),
        quote: Type.String({ minLength: 1, maxLength: 2000 }),
        occurrence: Type.Optional(Type.Integer({ minimum: 1 })),
        text: Type.String({ minLength: 1, maxLength: 10_000 }),
      }),
      {
        maxItems: 200,
      },
    ),
  ),
});
export const Reject = Type.Object({
  seen: Seen,
  request: Type.Optional(Type.String()),
  feedback: Type.Optional(words),
});
export const Withdraw = Type.Object({ feedback: Type.Optional(words) });
export const Edit = Type.Object({
  text: Type.String({ maxLength: 900_000 }),
  version: Type.Integer({ description: "the version that was edited" }),
});
export const Pause = Type.Object({ now: Type.Boolean() });
export const Resume = Type.Object({ interrupted: Type.Optional(Type.Enum(["again", "failed", "skip"])) });
export const Cancel = Type.Object({ note: Type.Optional(words), version: Type.Optional(Type.Integer()) });
export const Retry = Type.Object({ step: Type.Optional(step) });
export const Skip = Type.Object({ step, reason: Type.String({ minLength: 1, maxLength: 20_000 }) });
export const Fail = Type.Object({ step: Type.Optional(step), reason: Type.Optional(words) });
export const Decide = Type.Object({
  decision: Type.String(),
  chosen: Type.Optional(Type.Array(Type.String(), { maxItems: 100, description: "labels of options, exactly" })),
  words: Type.Optional(words),
  request: Type.Optional(Type.String()),
});
export const ChooseModel = Type.Object({ model: Type.String({ minLength: 1 }) });
export const RollBack = Type.Object({
  step: Type.Optional(step),
  everything: Type.Optional(Type.Boolean()),
  preview: Type.String({ description: "of the preview that was shown: other effects are refused with 409" }),
});
export const Queue = Type.Object({
  change: Type.Enum(["add", "remove", "up", "down", "first"]),
  priority: Type.Optional(Type.Integer()),
});
export const Archive = Type.Object({ undo: Type.Optional(Type.Boolean()) });
export const Nothing = Type.Object({});

/** What an act did. */
export const ActDone = Type.Object({
  plan: Type.String(),
  project: Type.String(),
  version: Type.Integer(),
  status: Type.String(),
  words: Type.String({ description: "in sentences, for people" }),
  fact: Type.Record(Type.String(), Type.Unknown()),
  goes: Type.Enum(["here", "process", "session", "check", "none"], { description: "what runs the plan after it" }),
  next: Type.Array(ActionShape),
  warnings: Type.Optional(Type.Array(ProblemShape)),
});
export type ActDone = Static<typeof ActDone>;

export const PreviewQuery = Type.Object({
  step: Type.Optional(step),
  everything: Type.Optional(Type.Enum(["0", "1"])),
  now: Type.Optional(Type.Enum(["0", "1"])),
  change: Type.Optional(Queue.properties.change),
});
/** What an act would do: sentences, and for a roll back the exact files. */
export const Preview = Type.Object({
  effects: Type.Array(Type.String()),
  /** It needs a second press with these files before the eyes. */
  asks_again: Type.Boolean(),
  files: Type.Optional(Type.Array(Type.Unsafe<Change>(Type.Object({ path: Type.String(), how: Type.String() })))),
  left: Type.Optional(Type.Array(Type.String())),
  conflicts: Type.Optional(Type.Array(Type.Object({ path: Type.String(), because: Type.String() }))),
  /** Given back with the act, so that it has the effects that were shown. */
  preview: Type.String(),
});
export type Preview = Static<typeof Preview>;
