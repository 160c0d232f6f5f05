import { type AgentCommand, type AgentEvent, type AgentState, INACTIVE } from "../lifecycle/agent-phase.ts";
import { decideAgent } from "../lifecycle/decide-agent.ts";
import { evolveAgent } from "../lifecycle/evolve-agent.ts";
import type { NextAction } from "../lifecycle/next-action.ts";
import { OwnCopies } from "../lifecycle/own-copies.ts";
import type { Terms } from "../lifecycle/plan-command.ts";
import { defined } from "../plan/defined.ts";
import type { JournalReading } from "./journal.ts";
import { no, type Outcome, yes } from "./outcome.ts";
import type { SealedRecord } from "./seal.ts";
import type { Change, NewRecord, Store } from "./store.ts";

/** Whether a time-out is still due, now that the lock keeps other processes from writing. */
export type IsDue = (state: AgentState, journal: JournalReading) => boolean;

export interface AgentChanged {
  outcome: Outcome<AgentState>;
  records: (NewRecord & { seq: number })[];
}

export function changeAgent(
  store: Store,
  id: string,
  command: AgentCommand,
  { by, at, approvers, kept_approvers }: Pick<Terms, "by" | "at" | "approvers" | "kept_approvers">,
  isDue: IsDue = () => true,
): Promise<AgentChanged> {
  return store.changeJournal(id, (journal): Change<AgentChanged> => {
    if (journal.broken) return { result: { outcome: brokenJournal(id, journal), records: [] } };
    const state = replayAgent(journal);
    if (!isDue(state, journal)) return { result: { outcome: no("not_due", `${id} is not due.`), records: [] } };
    const terms = { agent: id, at, by, approvers, ...defined({ kept_approvers }) };
    const decided = decideAgent(state, command, terms);
    if (!decided.ok) return { result: { outcome: decided, records: [] } };
    const repaired: AgentEvent[] =
      journal.tornBytes > 0 ? [{ type: "journal_repaired", lost_bytes: journal.tornBytes }] : [];
    const events = [...repaired, ...decided.events];
    const seq = journal.records.length + 1;
    const next = events.reduce(
      (before, event) => evolveAgent(before, event, { journal: id, version: seq, at, by }),
      state,
    );
    return { result: { outcome: yes(next), records: [{ at, by, events, seq }] }, records: [{ at, by, events }] };
  });
}

export function replayAgent({ records }: JournalReading): AgentState {
  const known = records.findLastIndex((record) => standings.has(record));
  let state = (known >= 0 && standings.get(records[known] as SealedRecord)) || INACTIVE;
  const copies = new OwnCopies();
  for (const { seq, at, by, events, journal: name } of records.slice(known + 1)) {
    for (const event of events as AgentEvent[])
      state = evolveAgent(state, event, { journal: name, version: seq, at, by }, copies);
  }
  const last = records.at(-1);
  // Only a frozen record: it stands for the same records whenever it is read again.
  if (last !== undefined && Object.isFrozen(last)) standings.set(last, state);
  return state;
}

/** The state after a record, cached for journals that are read again and again. */
const standings = new WeakMap<SealedRecord, AgentState>();

export const VERIFY: NextAction = { move: "audit", flag: "verify", what: "see what is wrong with the journals" };

export function brokenJournal(name: string, { broken }: JournalReading): Outcome<never> {
  const message = `The journal of ${name} is broken: ${broken?.message ?? ""}`;
  return no("broken_journal", message, { next: [VERIFY], facts: { ...broken } });
}
