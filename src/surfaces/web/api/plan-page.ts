import { type Static, Type } from "typebox";
import type { ReliedOn } from "../../../desk/git.ts";
import type { TreeComparison } from "../../../desk/tree.ts";
import type { Amendment } from "../../../lifecycle/amendment.ts";
import type { Approvers } from "../../../lifecycle/approvers.ts";
import type { CommentPlace } from "../../../lifecycle/comment-states.ts";
import type { Lease } from "../../../lifecycle/lease.ts";
import type { PlanCommandType } from "../../../lifecycle/plan-command.ts";
import type { LivePlan, Review, Run, Signature } from "../../../lifecycle/plan-state.ts";
import type { StepCounts } from "../../../lifecycle/run-counts.ts";
import type { StepState } from "../../../lifecycle/step-state.ts";
import type { CommandToRun } from "../../../plan/commands-to-run.ts";
import type { Comparison } from "../../../plan/compare-revisions.ts";
import { Plan } from "../../../plan/plan.ts";
import { ActionShape, ActorShape, ProblemShape, Time } from "./basics.ts";
import { Slip } from "./requests.ts";

const object = <T>(description: string) => Type.Unsafe<T>(Type.Object({}, { description }));
const objects = <T>(description: string) => Type.Array(object<T>(description));

/** A comment of an earlier review, and what became of its place in the text that is shown. */
export const CommentState = Type.Object({
  by: ActorShape,
  at: Time,
  revision: Type.Integer(),
  text: Type.String(),
  step: Type.Optional(Type.String()),
  decision: Type.Optional(Type.String()),
  field: Type.Optional(Type.String()),
  quote: Type.Optional(Type.String()),
  /** Which one, if the field has the quote more than once. */
  occurrence: Type.Optional(Type.Integer()),
  state: Type.Enum(["open", "addressed", "lost"]),
  why: Type.String({ description: "which fields changed, or why it lost its place" }),
  /** Where it is in the text that is shown now. */
  place: Type.Optional(Type.Unsafe<CommentPlace>(Type.Object({ path: Type.String() }))),
});
export type CommentState = Static<typeof CommentState>;

export type Subagent = Static<typeof Subagent>;
export const Subagent = Type.Object({
  step: Type.String(),
  attempt: Type.Integer(),
  since: Time,
  activity: Type.Optional(Type.String()),
  calls: Type.Integer(),
  tokens: Type.Integer(),
  cost: Type.Number(),
});

/** All that is shown of a plan. */
export const PlanPage = Type.Object({
  project: Type.String(),
  id: Type.String(),
  /** `standing`: its journal is intact. All others can be neither signed nor run. */
  kind: Type.Enum(["standing", "elsewhere", "broken", "unreadable"]),
  problem: Type.Optional(
    Type.Object({ message: Type.String(), problems: Type.Array(ProblemShape), next: Type.Array(ActionShape) }),
  ),
  /** Of `standing`, and of others as far as they can be read. */
  standing: Type.Optional(
    Type.Object({
      status: Type.Unsafe<LivePlan["status"]>(Type.String()),
      version: Type.Integer(),
      created_at: Time,
      updated_at: Time,
      requester: ActorShape,
      archived: Type.Boolean(),
      /** Which text is shown: the signed one once there is one. */
      shown: Type.Object({
        revision: Type.Integer(),
        digest: Type.String(),
        is_signed: Type.Boolean(),
        proposed_by: ActorShape,
        at: Time,
      }),
      /** There is a newer text than the signed one that is shown. */
      newer: Type.Optional(Type.Object({ revision: Type.Integer(), digest: Type.String() })),
      approvers: object<Approvers>("who may sign, and how many of them"),
      signatures: objects<Signature>("by whom, when, with which notes"),
      choices: Type.Object({
        left_out: Type.Array(Type.String()),
        executor_model: Type.Optional(Type.String()),
        later: Type.Boolean(),
        instead: Type.Optional(Type.Record(Type.String(), Type.String())),
      }),
      voided: Type.Optional(object<NonNullable<LivePlan["voided"]>>("signatures that an edit has voided")),
      /** The open review, which an approval answers. */
      review: Type.Optional(Type.Object({ request: Type.String(), expires_at: Type.Optional(Time) })),
      reviews: objects<Review>("requests for changes, rejections, withdrawals"),
      comments: Type.Array(CommentState),
      revisions_left: Type.Integer(),
      why: Type.Optional(Type.String({ description: "why it is paused, failed or cancelled" })),
      summary: Type.Optional(Type.String({ description: "how the run ended" })),
      queued: Type.Optional(Type.Object({ priority: Type.Integer(), at: Time })),
      selections: Type.Record(Type.String(), Type.Array(Type.String())),
      counts: object<StepCounts>("how many steps are done, failed, left"),
      run: Type.Optional(
        Type.Object({
          id: Type.String(),
          executor: ActorShape,
          started_at: Time,
          ended_at: Type.Optional(Time),
          is_time_unknown: Type.Optional(Type.Boolean()),
          left_out: Type.Array(Type.String()),
          steps: Type.Record(Type.String(), object<StepState>("status, attempts, notes, result, spent")),
          lease: Type.Optional(object<Lease>("the process that runs it")),
          amendments: objects<Amendment>("what persons added to the scope of steps"),
          raised: objects<NonNullable<Run["raised"]>[number]>("limits that persons raised"),
          rolled_back: objects<NonNullable<Run["rolled_back"]>[number]>("each roll back"),
          has_snapshots: Type.Boolean(),
          spent: Type.Object({ tokens: Type.Integer(), cost: Type.Number(), seconds: Type.Number() }),
          at_work: Type.Array(Subagent),
          waits_for: Type.Array(Type.String(), { description: "why no step runs at the moment" }),
        }),
      ),
      holder: Type.Enum(["here", "process", "none"]),
    }),
  ),
  plan: Type.Optional(Type.Unsafe<Plan>(Plan as object)),
  estimated: Type.Object({
    tokens: Type.Integer(),
    cost: Type.Number(),
    minutes: Type.Number(),
    steps_without: Type.Integer(),
  }),
  /** What approval runs, riskiest steps first. */
  commands: objects<CommandToRun>("a command that the host runs exactly as written"),
  /** What this person may do now, by the table that also decides. */
  may: Type.Array(Type.Unsafe<PlanCommandType>(Type.String())),
  next: Type.Array(ActionShape),
  requests: Type.Array(Slip),
  /** For reviewers: what the plan does not tell. */
  warnings: Type.Array(ProblemShape),
  relies_on_changed: objects<ReliedOn>("files of its steps that changed since its commit"),
  tree: Type.Optional(object<TreeComparison>("what planning changed in the working tree")),
  sandbox: Type.Object({ is_on: Type.Boolean(), words: Type.String() }),
  network: Type.Boolean({ description: "whether commands of steps may use the network" }),
  previous: Type.Optional(
    Type.Object({
      revision: Type.Integer(),
      version: Type.Integer(),
      comparison: object<Comparison>("what changed since"),
    }),
  ),
  /** Other persons who have this page open. */
  viewers: Type.Array(Type.String()),
});
export type PlanPage = Static<typeof PlanPage>;
export type Standing = NonNullable<PlanPage["standing"]>;
