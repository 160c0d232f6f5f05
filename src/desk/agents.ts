import { HOST } from "../lifecycle/actor.ts";
import { type AgentCommand, type AgentEvent, type AgentState, INACTIVE } from "../lifecycle/agent-phase.ts";
import { clockChange, newBoot } from "../lifecycle/clock-change.ts";
import { decideAgent } from "../lifecycle/decide-agent.ts";
import { evolveAgent } from "../lifecycle/evolve-agent.ts";
import { OwnCopies } from "../lifecycle/own-copies.ts";
import type { Terms } from "../lifecycle/plan-command.ts";
import { defined } from "../plan/defined.ts";
import { brokenJournal } from "./broken-journal.ts";
import type { JournalReading } from "./journal.ts";
import { no, type Outcome, yes } from "./outcome.ts";
import type { SealedRecord } from "./seal.ts";
import type { Change, NewRecord, Store } from "./store.ts";

/** Whether a time-out is still due, now that the lock keeps other processes from writing. */
export type IsDue = (state: AgentState) => boolean;

type AgentTerms = Pick<Terms, "by" | "at" | "boot" | "approvers" | "kept_approvers">;

export interface AgentChanged {
  outcome: Outcome<AgentState>;
  records: (NewRecord & { seq: number })[];
}

/** Without a command it only records that the clock was set, if it was. */
export function changeAgent(
  store: Store,
  id: string,
  command: AgentCommand | undefined,
  { by, at, boot, approvers, kept_approvers }: AgentTerms,
  isDue: IsDue = () => true,
): Promise<AgentChanged> {
  return store.changeJournal(id, (journal): Change<AgentChanged> => {
    if (journal.broken) return { result: { outcome: brokenJournal(id, journal.broken), records: [] } };
    const found = replayAgent(journal);
    const moment = { at, ...defined({ boot }) };
    const change = clockChange(found, moment);
    const noticed: AgentEvent[] = [
      ...(journal.tornBytes > 0 ? [{ type: "journal_repaired" as const, lost_bytes: journal.tornBytes }] : []),
      ...(change ? [{ type: "clock_set" as const, ...change }] : []),
    ];
    const version = journal.records.length + 1;
    const record = { at, by, ...defined({ boot: change ? boot : newBoot(found, moment) }) };
    const after = (before: AgentState, events: readonly AgentEvent[]) =>
      events.reduce((state, event) => evolveAgent(state, event, { ...record, journal: id, version }), before);
    const state = after(found, noticed);
    const terms = { agent: id, at, by, approvers, ...defined({ kept_approvers }) };
    const decided = !isDue(state)
      ? no("not_due", `${id} is not due.`)
      : command === undefined
        ? { ok: true as const, events: [] }
        : decideAgent(state, command, terms);
    // That the clock was set is true also if the command is refused.
    const events = decided.ok ? [...noticed, ...decided.events] : change ? noticed : [];
    const outcome = decided.ok ? yes(after(state, decided.events)) : decided;
    if (events.length === 0) return { result: { outcome, records: [] } };
    const written = { ...record, by: decided.ok ? by : HOST, events };
    return { result: { outcome, records: [{ ...written, seq: version }] }, records: [written] };
  });
}

export function replayAgent({ records }: JournalReading): AgentState {
  const known = records.findLastIndex((record) => standings.has(record));
  let state = (known >= 0 && standings.get(records[known] as SealedRecord)) || INACTIVE;
  const copies = new OwnCopies();
  for (const { seq, at, by, boot, events, journal: name } of records.slice(known + 1)) {
    for (const event of events as AgentEvent[])
      state = evolveAgent(state, event, { journal: name, version: seq, at, by, ...defined({ boot }) }, copies);
  }
  const last = records.at(-1);
  // Only a frozen record: it stands for the same records whenever it is read again.
  if (last !== undefined && Object.isFrozen(last)) standings.set(last, state);
  return state;
}

/** The state after a record, cached for journals that are read again and again. */
const standings = new WeakMap<SealedRecord, AgentState>();
