import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { StepId } from "../plan/plan.ts";
import type { StepProgress } from "./step-runner.ts";

/** News for those who watch a run. It may be lost: the journal has everything that counts. */
export type RunNews =
  /** Something was recorded, here or elsewhere. */
  | { type: "changed"; plan: LivePlan }
  | { type: "progress"; step_id: StepId; attempt: number; subagent_id: string; progress: StepProgress }
  /** Why no step runs at the moment; empty when one does again. */
  | { type: "waiting"; reasons: string[] }
  | { type: "note"; text: string };

export type Tell = (news: RunNews) => void;
