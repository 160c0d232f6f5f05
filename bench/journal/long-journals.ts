import { Desk } from "../../src/desk/desk.ts";
import type { NewRecord } from "../../src/desk/store.ts";
import { HOST } from "../../src/lifecycle/actor.ts";
import type { AgentEvent, Judgement } from "../../src/lifecycle/agent-phase.ts";
import type { PlanEvent } from "../../src/lifecycle/plan-event.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { opening, type RequestSubject } from "../../src/lifecycle/request.ts";

export const PLAN = "PLAN-10a6b00c";
export const AGENT = "bench";
/** The public name of the event that `makeLongJournals` records last. */
export const LAST_EVENT = "journal.repaired";

/**
 * Makes a project with a plan and an agent, each with a journal of so many records. Every collection of their states grows
 * with its journal: reviews, requests, amendments, raised budgets, rollbacks. One request of each stays open.
 */
export async function makeLongJournals(directory: string, length: number): Promise<void> {
  const desk = new Desk({ directory });
  const proposed = await desk.propose(
    { id: PLAN, title: "A long story", steps: [{ id: STEP, description: "Go on" }] },
    HOST,
  );
  if (!proposed.ok) throw new Error(proposed.refusal.message);
  // The first list takes in what the directory holds, and need not do so again.
  await desk.plans({ limit: 1 });
  const at = desk.at();
  await desk.store.changePlan(PLAN, ({ journal }) => {
    const records = planRecords(proposed.value.plan, at, journal.records.length + 1, length);
    return { result: undefined, records };
  });
  await desk.store.changeJournal(AGENT, () => ({ result: undefined, records: agentRecords(at, length) }));
  desk.close();
}

const STEP = "go-on";
const JUDGEMENT: Judgement = {
  ...{ attempt: "disallowed_tool_attempt_in_planning", tool: "bash", summary: "npm test", code: "writes_files" },
  ...{ rule: "plan-mode", reason: "npm runs scripts that may write files.", blocked: true },
};

function planRecords({ proposal, requester }: LivePlan, at: string, from: number, length: number): NewRecord[] {
  const { plan, text, digest, revision } = proposal;
  const signed = { revision, digest };
  const lastReview = from + Math.floor(length / 10);
  const asks = (subject: RequestSubject, version: number) =>
    opening(subject, { journal: PLAN, version, at, by: HOST, minutes: undefined });
  const requestOf = (kind: RequestSubject["kind"], version: number) => `${PLAN}/${kind}-${version}`;
  const amendment: RequestSubject = {
    ...{
      kind: "amendment",
      step_id: STEP,
      subagent_id: "one",
      tool: "edit",
      summary: "src/a.ts",
      reason: "Not signed.",
    },
    adds: { files: ["src/a.ts"] },
  };
  const budget = { of: "plan", what: "tokens" } as const;
  const move = (from: "pending" | "in_progress" | "failed", to: typeof from): PlanEvent => {
    return { type: "step_updated", step_id: STEP, from, to };
  };
  const eventsAt = (version: number): PlanEvent[] => {
    if (version < lastReview) {
      return version % 2 === 0
        ? [{ type: "changes_requested", revision, feedback: "Say more." }]
        : [{ type: "proposed", plan, text, digest, revision, requester }];
    }
    if (version === lastReview) {
      const signature: PlanEvent[] = [
        { type: "proposed", plan, text, digest, revision, requester },
        { type: "signed", ...signed, choices: {} },
      ];
      return [...signature, { type: "approved", ...signed }, { type: "run_started", run_id: "run" }];
    }
    if (version === length) return [asks(amendment, version)];
    switch ((version - lastReview) % 10) {
      case 1:
        return [move("pending", "in_progress")];
      case 2:
        return [asks(amendment, version)];
      case 3: {
        const answer = { kind: "amendment", choice: "add" } as const;
        const added: PlanEvent = { type: "amended", step_id: STEP, files: ["src/a.ts"] };
        return [{ type: "request_answered", request_id: requestOf("amendment", version - 1), answer }, added];
      }
      case 4:
        return [asks({ kind: "budget", ...budget, used: version, limit: version }, version)];
      case 5: {
        const answer = { kind: "budget", choice: "go_on" } as const;
        const raised: PlanEvent = { type: "budget_raised", ...budget, to: version * 2 };
        return [{ type: "request_answered", request_id: requestOf("budget", version - 1), answer }, raised];
      }
      case 6:
        return [asks({ kind: "interruption", step_id: STEP, why: "Its process ended." }, version)];
      case 7:
        return [{ type: "request_closed", request_id: requestOf("interruption", version - 1), how: "superseded" }];
      case 8:
        return [move("in_progress", "failed")];
      case 9:
        return [{ type: "rolled_back", steps: [STEP], to: "snapshot" }];
      default:
        return [{ type: "call_judged", step_id: STEP, subagent_id: "one", ...JUDGEMENT }];
    }
  };
  return Array.from({ length: length - from + 1 }, (_, index) => ({ at, by: HOST, events: eventsAt(from + index) }));
}

function agentRecords(at: string, length: number): NewRecord[] {
  const asks = (version: number) =>
    opening(
      { kind: "question", question: "Which one?" },
      { journal: AGENT, version, at, by: HOST, minutes: undefined },
    );
  const eventsAt = (version: number): AgentEvent[] => {
    if (version === 1) return [{ type: "planning_entered", task: "A long story" }];
    if (version === length) return [asks(version), { type: "journal_repaired", lost_bytes: 7 }];
    if (version % 3 === 0) return [asks(version)];
    if (version % 3 === 2) return [{ type: "call_judged", ...JUDGEMENT }];
    const answer = { kind: "question", text: "This one." } as const;
    return [{ type: "request_answered", request_id: `${AGENT}/question-${version - 1}`, answer }];
  };
  return Array.from({ length }, (_, index) => ({ at, by: HOST, events: eventsAt(index + 1) }));
}
