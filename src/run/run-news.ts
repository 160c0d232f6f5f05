import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { StepId } from "../plan/plan.ts";
import type { StepProgress } from "./step-runner.ts";

/** What those who watch a run hear of it. The journal is the truth: losing it loses nothing. */
export type RunNews =
  /** Something was recorded, here or elsewhere. */
  | { type: "changed"; plan: LivePlan }
  | { type: "progress"; step_id: StepId; attempt: number; subagent_id: string; progress: StepProgress }
  /** Why nothing goes on at the moment; empty when something does again. */
  | { type: "waiting"; reasons: string[] }
  | { type: "note"; text: string };

export type Tell = (news: RunNews) => void;
