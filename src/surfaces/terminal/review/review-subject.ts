import type { ReliedOn } from "../../../desk/git.ts";
import type { Fate } from "../../../lifecycle/comment-states.ts";
import type { PlanCommandType } from "../../../lifecycle/plan-command.ts";
import type { Choices, PlanStatus } from "../../../lifecycle/plan-state.ts";
import type { RequestId } from "../../../lifecycle/request.ts";
import type { Comparison } from "../../../plan/compare-revisions.ts";
import type { Digest } from "../../../plan/digest.ts";
import type { Plan, PlanId, StepId } from "../../../plan/plan.ts";
import type { Problem } from "../../../plan/problem.ts";
import type { StepOutcomes } from "./step-outcome.ts";

/** All that a person is shown before they answer. Plain data: the view reads nothing else. */
export interface ReviewSubject {
  id: PlanId;
  revision: number;
  /** Of the shown text: it goes into the answer, so that no other text can be signed with it. */
  digest: Digest;
  /** The review that is asked for; none, if its time is over. */
  request_id?: RequestId;
  plan: Plan;
  /** Of a plan that no longer waits for a review: its status, and what its steps came to. */
  status?: PlanStatus;
  outcomes?: StepOutcomes;
  /** What the text is compared with: the last text of the revision before, or the one before an edit. */
  previous?: { revision: number; comparison: Comparison };
  /** Feedback of persons on earlier texts, oldest first. */
  feedback: readonly EarlierFeedback[];
  tree: TreeChange;
  /** Steps that rely on files which changed since the commit the plan was made on. */
  reliesOnChanged: readonly ReliedOn[];
  warnings: readonly Problem[];
  /** What `offers` says this person may do now. */
  offered: readonly PlanCommandType[];
  /** Why something is not offered, if it is known. */
  whyNot?: string;
  /** Models that can run the plan. */
  models: readonly string[];
  /** Is there a sandbox that keeps commands within the files of their step? */
  sandbox: boolean;
  /** The command that starts the plan after its approval; without it the approval does. */
  startsBy?: "/plan run";
  /** Who had signed a text before this one: a change of the text voids that. */
  voided?: { by: readonly string[]; revision: number };
  /** Who has signed this text already, and what they chose: signatures count only together. */
  signed?: { by: readonly string[]; choices: Choices };
}

/** Changes of the working tree during planning. */
export type TreeChange =
  | { kind: "unchanged"; at?: string }
  | { kind: "changed"; files: readonly string[] }
  | { kind: "unknown"; because: string };

export interface EarlierFeedback {
  by: string;
  revision: number;
  verdict: "changes_requested" | "rejected" | "withdrawn";
  words: string;
  comments: readonly EarlierComment[];
}

export interface EarlierComment {
  /** The step that it is attached to in this text; none if it is on the plan, or has lost its place. */
  step?: StepId;
  /** What it was on: `step build`, `step build, run`, `summary`. */
  on: string;
  quote?: string;
  words: string;
  state: Fate["state"];
}

/** Whether this person can answer the plan; else it is only read. */
export function takesAnswer({ offered }: ReviewSubject): boolean {
  return offered.some((command) => command === "approve" || command === "request_changes" || command === "reject");
}

/** Is it another text than the one on the screen? */
export function isOtherText(shown: ReviewSubject, next: ReviewSubject): boolean {
  return shown.digest !== next.digest || shown.revision !== next.revision || shown.id !== next.id;
}
