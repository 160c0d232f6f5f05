import type { Actor } from "../lifecycle/actor.ts";
import type { AgentEvent } from "../lifecycle/agent-phase.ts";
import type { PlanEvent } from "../lifecycle/plan-event.ts";
import type { RequestSubject } from "../lifecycle/request.ts";
import type { DeskJournalEvent } from "./desk-journal.ts";
import type { SealedRecord } from "./seal.ts";

type Recorded = PlanEvent | AgentEvent | DeskJournalEvent;

/** The public name of each recorded event. */
const NAMES = {
  proposed: "plan.proposed",
  edited: "plan.edited",
  signed: "plan.signed",
  approved: "plan.approved",
  approval_voided: "plan.approval_voided",
  changes_requested: "plan.changes_requested",
  withdrawn: "plan.withdrawn",
  revisions_exhausted: "plan.needs_review",
  reopened: "plan.reopened",
  rejected: "plan.rejected",
  cancelled: "plan.cancelled",
  decided: "decision.resolved",
  queued: "plan.queued",
  unqueued: "plan.unqueued",
  run_started: "plan.started",
  lease_taken: "plan.taken_over",
  lease_released: "plan.left",
  paused: "plan.paused",
  resumed: "plan.resumed",
  stalled: "plan.stalled",
  step_updated: "step.updated",
  amended: "step.amended",
  budget_raised: "plan.budget_raised",
  model_chosen: "plan.model_chosen",
  rolled_back: "plan.rolled_back",
  completed: "plan.completed",
  failed: "plan.failed",
  retried: "plan.retried",
  archived: "plan.archived",
  restored: "plan.restored",
  request_opened: "request.opened",
  request_answered: "request.answered",
  request_closed: "request.closed",
  planning_entered: "agent.planning_entered",
  plan_submitted: "agent.plan_submitted",
  planning_resumed: "agent.planning_resumed",
  execution_begun: "agent.execution_begun",
  planning_left: "agent.planning_left",
  auto_switched: "agent.auto_switched",
  call_judged: "agent.call_judged",
  execution_intent_detected: "agent.execution_intent_detected",
  mode_switched_by_intent: "agent.mode_switched_by_intent",
  journal_repaired: "journal.repaired",
  clock_set: "journal.clock_set",
  journal_set_aside: "journal.set_aside",
  journals_adopted: "journal.adopted",
} as const satisfies Record<Recorded["type"], string>;

export type EventName = (typeof NAMES)[keyof typeof NAMES] | "decision.requested" | "resource.warning";

/** An event for listeners. The journal is the truth: a lost event loses no data. */
export interface DeskEvent {
  name: EventName;
  /** The plan's id, the agent's, or `desk`. */
  journal: string;
  version: number;
  at: string;
  by: Actor;
  data: Recorded;
}

/** The events of a record, in order. A requested decision and a used-up budget are reported under both names. */
export function eventsOf({
  journal,
  seq,
  at,
  by,
  events,
}: Omit<SealedRecord, "place" | "key" | "prev" | "seal">): DeskEvent[] {
  return (events as Recorded[]).flatMap((data) => {
    const event = { name: NAMES[data.type], journal, version: seq, at, by, data };
    const also = data.type === "request_opened" ? ALSO[data.request.kind] : undefined;
    return also ? [event, { ...event, name: also }] : [event];
  });
}

const ALSO: Partial<Record<RequestSubject["kind"], EventName>> = {
  decision: "decision.requested",
  budget: "resource.warning",
};

export type Listener = (event: DeskEvent) => void;

/** Calls listeners one by one; an exception in one does not affect the others. */
export class Listeners {
  readonly #listeners = new Set<Listener>();

  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(events: readonly DeskEvent[]): void {
    for (const event of events) {
      for (const listener of [...this.#listeners]) {
        try {
          listener(event);
        } catch (error) {
          process.emitWarning(`A listener of ${event.name} failed: ${(error as Error)?.message ?? error}`);
        }
      }
    }
  }
}
