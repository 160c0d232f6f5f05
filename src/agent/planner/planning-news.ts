/** What a planner is doing, as it does it. Texts are the model's own: whoever shows them makes them visible. */
export type PlanningNews =
  | { type: "started"; model: string; sandboxed?: boolean }
  /** A tool is called, and in a few words with what. */
  | { type: "called"; tool: string; summary: string }
  | { type: "refused"; tool: string; reason: string }
  | { type: "asked"; question: string }
  /** What the model submitted is no plan yet; it may try again. */
  | { type: "not_a_plan"; reason: string }
  /** It stopped without a plan, and is told once. */
  | { type: "reminded" }
  /** The provider failed; the same is asked again. */
  | { type: "retried"; attempt: number; reason: string }
  /** Something beside the plan went wrong: somebody could not be told, say. */
  | { type: "trouble"; reason: string };
