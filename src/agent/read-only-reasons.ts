import { modeOf } from "../desk/situation.ts";
import type { AgentState } from "../lifecycle/agent-phase.ts";
import type { PlanSession } from "./plan-session.ts";
import type { LastingReason, ReadOnlyReason } from "./read-only-reason.ts";

/** The reasons why the agent of a session can only read. Several may hold at once: each is lifted separately. */
export class ReadOnlyReasons {
  readonly #session: PlanSession;
  readonly #lasting = new Map<LastingReason["because"], LastingReason>();

  constructor(session: PlanSession) {
    this.#session = session;
  }

  put(reason: LastingReason): void {
    this.#lasting.set(reason.because, reason);
  }

  lift(because: LastingReason["because"]): void {
    this.#lasting.delete(because);
  }

  has(because: LastingReason["because"]): boolean {
    return this.#lasting.has(because);
  }

  /** Before every other reason: it forbids more than they do. */
  get forbidsAll(): string | undefined {
    return this.#lasting.get("no_plan_mode")?.words;
  }

  /** The strongest reason for an agent in this phase. */
  async now(state: AgentState): Promise<ReadOnlyReason | undefined> {
    const stored = this.#lasting.get("no_plan_mode") ?? this.#lasting.get("checking");
    if (stored) return stored;
    const elsewhere = this.#session.agent.elsewhere(state);
    if (elsewhere !== undefined) return { because: "elsewhere", words: elsewhere };
    if (this.#session.isBoundByAnother) return { because: "parent_planning", words: BOUND };
    const held = this.#lasting.get("held");
    if (held && state.phase !== "inactive") return held;
    const { run } = this.#session;
    if (run.by === "subagents" || (state.phase === "executing" && this.#session.isBySubagents)) {
      return { because: "subagents", words: bySubagents(state, run) };
    }
    if (state.phase === "executing" && !(await run.isInStep())) {
      return { because: "between_steps", words: BETWEEN };
    }
    // Only for an agent outside plan mode: a planner can only read anyway, and a signed step keeps its scope. The
    // reason holds again as soon as the agent leaves plan mode.
    if (modeOf(state) !== "none") return undefined;
    const isNews = this.#session.mode !== "none";
    return (
      this.#lasting.get("awaiting_person") ?? (isNews ? { because: "awaiting_person", words: JUST_LEFT } : undefined)
    );
  }
}

function bySubagents(state: AgentState, { planId }: PlanSession["run"]): string {
  const id = planId ?? ("plan_id" in state ? state.plan_id : undefined) ?? "the plan";
  return planId !== undefined ? `Subagents run ${id}.` : `No step of ${id} runs in this session now.`;
}

const BOUND = "Another session in this process plans, so this one can only read until that one is done.";
const JUST_LEFT = "Plan mode has just been left: stop here.";
const BETWEEN = "No step is in progress: only a step that has begun may change anything.";
