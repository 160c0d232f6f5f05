import { modeOf } from "../desk/situation.ts";
import type { AgentState } from "../lifecycle/agent-phase.ts";
import type { StepId } from "../plan/plan.ts";
import type { PlanRun } from "./plan-run.ts";
import type { PlanSession } from "./plan-session.ts";

/** Why an agent may only read, although the mode it is in would let it do more; with the words for whoever asks. */
export type ReadingOnly =
  /** Plan mode was asked for and cannot begin: not even reading is allowed, until it has begun. */
  | { because: "no_plan_mode"; words: string }
  /** Nobody knows how far a step got. Until its check has decided: no word of a person's lifts it. */
  | { because: "checking"; words: string; step_id: StepId }
  /** Another process has this session. Until that one is gone, and a person says to go on here. */
  | { because: "elsewhere"; words: string }
  /** Another session of this process plans, and this one is its child. Until that one has left plan mode. */
  | { because: "bound"; words: string }
  /** An answer came while nobody was here. Until a person says to go on. */
  | { because: "held"; words: string }
  /** Others carry out the plan. Until it has ended: no word of a person's lifts it. */
  | { because: "subagents"; words: string }
  /** Nothing is signed for the time between two steps, or while the run is paused. Until the next step begins. */
  | { because: "between_steps"; words: string }
  /** A run has ended, or a plan. Until a person speaks here. */
  | { because: "resting"; words: string };

/** Those that are put and lifted. The others are seen. */
type Lasting = Extract<ReadingOnly, { because: "no_plan_mode" | "checking" | "held" | "resting" }>;

/** What keeps the agent of a session to reading. Several reasons may hold at once: each is lifted by itself. */
export class Restraint {
  readonly #session: PlanSession;
  readonly #lasting = new Map<Lasting["because"], Lasting>();

  constructor(session: PlanSession) {
    this.#session = session;
  }

  put(reason: Lasting): void {
    this.#lasting.set(reason.because, reason);
  }

  lift(because: Lasting["because"]): void {
    this.#lasting.delete(because);
  }

  has(because: Lasting["because"]): boolean {
    return this.#lasting.has(because);
  }

  /** Before every other reason: it forbids more than they do. */
  get forbidsAll(): string | undefined {
    return this.#lasting.get("no_plan_mode")?.words;
  }

  /** The strongest reason there is for an agent that stands here. */
  async now(state: AgentState): Promise<ReadingOnly | undefined> {
    const stored = this.#lasting.get("no_plan_mode") ?? this.#lasting.get("checking");
    if (stored) return stored;
    const elsewhere = this.#session.agent.elsewhere(state);
    if (elsewhere !== undefined) return { because: "elsewhere", words: elsewhere };
    if (this.#session.isBoundByAnother) return { because: "bound", words: BOUND };
    const held = this.#lasting.get("held");
    if (held && state.phase !== "inactive") return held;
    const { run } = this.#session;
    if (run.by === "subagents" || (state.phase === "executing" && this.#session.isBySubagents)) {
      return { because: "subagents", words: bySubagents(state, run) };
    }
    if (state.phase === "executing" && !(await run.isInStep())) {
      return { because: "between_steps", words: BETWEEN };
    }
    // Only for an agent that is free: a planner reads anyway, and what was signed is not kept from its own bounds by
    // what came before it. It rests again as soon as it is free.
    if (modeOf(state) !== "none") return undefined;
    const isNews = this.#session.mode !== "none";
    return this.#lasting.get("resting") ?? (isNews ? { because: "resting", words: JUST_LEFT } : undefined);
  }
}

function bySubagents(state: AgentState, { planId }: PlanRun): string {
  const id = planId ?? ("plan_id" in state ? state.plan_id : undefined) ?? "the plan";
  return planId !== undefined
    ? `Subagents carry out ${id}; /plan pause stops them.`
    : `Nobody carries out ${id} in this session now; /plan resume goes on.`;
}

const BOUND = "Another session in this process plans, and binds this one: it only reads until that one is done.";
const JUST_LEFT = "Plan mode has just been left: stop here.";
const BETWEEN = "No step is in progress: only a step that has begun may change anything.";
