import { evolveAll } from "../lifecycle/evolve.ts";
import { OwnCopies } from "../lifecycle/own-copies.ts";
import type { PlanEvent } from "../lifecycle/plan-event.ts";
import type { LivePlan, PlanState } from "../lifecycle/plan-state.ts";
import { ABSENT } from "../lifecycle/plan-state.ts";
import { checkShape } from "../plan/check-shape.ts";
import { defined } from "../plan/defined.ts";
import type { Digest } from "../plan/digest.ts";
import { freezeGrown } from "../plan/freeze.ts";
import { Plan } from "../plan/plan.ts";
import type { Problem } from "../plan/problem.ts";
import type { PlanDocument } from "../plan/read-markdown.ts";
import type { Broken } from "./journal.ts";
import type { Seal, SealedRecord } from "./seal.ts";
import type { LoadedPlan } from "./store.ts";

/** Reads and digests a plan's text. Passed as an argument because its parser is slow to load and seldom needed. */
export type Reader = (text: string) => { document: PlanDocument; digest: Digest } | { problems: Problem[] };

/** A plan, and whether to trust it, from its journal and its file together. */
export type PlanView =
  | { kind: "absent" }
  /** No journal here: approvals in the file were not given here. */
  | { kind: "elsewhere"; document: PlanDocument; digest: Digest }
  /** The journal is broken; `state` is what it says, not to be trusted. */
  | { kind: "broken"; broken: Broken; state?: LivePlan }
  /** The file cannot be read; it is never overwritten. */
  | { kind: "unreadable"; problems: Problem[]; state?: LivePlan }
  /** The journal is intact and the file matches it; or `edit` is the changed text. */
  | { kind: "standing"; state: LivePlan; edit?: { document: PlanDocument; digest: Digest } };

/** Without a reader, the answer is `undefined` if a file has to be parsed: call again with one. */
export function viewPlan(loaded: LoadedPlan, read: Reader): PlanView;
export function viewPlan(loaded: LoadedPlan, read?: Reader): PlanView | undefined;
export function viewPlan({ id, journal, file }: LoadedPlan, read?: Reader): PlanView | undefined {
  if (journal.broken) {
    const state = replayLeniently(journal.records);
    const isFileLeft = journal.broken.kind === "missing" && file.kind !== "missing";
    const broken = isFileLeft ? { ...journal.broken, cause: "file_left" as const } : journal.broken;
    return { kind: "broken", broken, ...defined({ state }) };
  }
  const state = replaySound(journal.records);
  if ("senseless" in state) return { kind: "broken", broken: state.senseless };
  const live = state.status === "absent" ? undefined : state;
  if (file.kind === "missing") {
    if (live === undefined) return { kind: "absent" };
    const message = "The plan's file is gone; its text is still in the journal.";
    return unreadable(
      [{ severity: "error", kind: "missing_file", message, hint: "The text option of show prints it" }],
      live,
    );
  }
  if (file.kind === "unusable") {
    return unreadable(
      [{ severity: "error", kind: "unusable_file", message: `The file cannot be used: ${file.reason}.` }],
      live,
    );
  }
  if (live !== undefined && file.hash === lastWritten(journal.records)?.hash) return { kind: "standing", state: live };
  if (read === undefined) return undefined;
  const found = read(file.text);
  if ("problems" in found) return unreadable(found.problems, live);
  if (found.document.plan.id !== id) {
    const message = `The file says it is ${found.document.plan.id}, but it is called ${id}.`;
    return unreadable([{ severity: "error", kind: "wrong_id", message, line: 2, column: 1 }], live);
  }
  return live === undefined ? { kind: "elsewhere", ...found } : { kind: "standing", state: live, edit: found };
}

/** The result of replaying an intact journal. */
interface Replayed {
  state: PlanState;
  /** The file as the last commit that wrote it left it, and when. */
  written?: { hash: string; at: string };
}

/**
 * Replayed states of intact journals. A seal stands for all records before it, so only new ones are replayed. They are frozen:
 * programs get them from the desk, and what such a program writes into one must not become what the desk knows.
 */
const replayed = new Map<Seal, Replayed>();
const MOST_REPLAYED = 16;
const LOOK_BACK = 64;

/** The state of a journal whose seals are valid. */
export function replaySound(records: readonly SealedRecord[]): PlanState | { senseless: Broken } {
  const found = replayOn(records);
  return "senseless" in found ? found : found.state;
}

/** The file as the last commit that wrote it left it, and when. */
export function lastWritten(records: readonly SealedRecord[]): Replayed["written"] {
  const found = replayOn(records);
  return "senseless" in found ? undefined : found.written;
}

function replayOn(records: readonly SealedRecord[]): Replayed | { senseless: Broken } {
  const last = records.at(-1);
  if (last === undefined) return { state: ABSENT };
  let from = records.length;
  while (from > 0 && from > records.length - LOOK_BACK && !replayed.has(records[from - 1]?.seal ?? "")) from--;
  const before = replayed.get(records[from - 1]?.seal ?? "") ?? { state: ABSENT };
  const later = before.state === ABSENT ? records : records.slice(from);
  if (later.length === 0) return before;
  const state = replay(later, before.state);
  if ("senseless" in state) return state;
  const writing = later.findLast(({ file }) => file !== undefined);
  const written = writing?.file === undefined ? before.written : { hash: writing.file, at: writing.at };
  const now: Replayed = { state: freezeGrown(state), ...defined({ written }) };
  replayed.set(last.seal, now);
  const [oldest] = replayed.keys();
  if (oldest !== undefined && replayed.size > MOST_REPLAYED) replayed.delete(oldest);
  return now;
}

/**
 * The state after events that were just decided. They are recorded unchanged, so replaying them again is not needed.
 */
const foreseen = new WeakMap<readonly unknown[], { before: PlanState; after: PlanState }>();

export function foresee(events: readonly PlanEvent[], before: PlanState, after: PlanState): void {
  foreseen.set(events, { before, after: freezeGrown(after) });
}

/** The state after these records, or how many of them make sense; seals are not checked. */
export function replay(
  records: readonly SealedRecord[],
  before: PlanState = ABSENT,
): PlanState | { senseless: Broken; sensible: number } {
  const copies = new OwnCopies();
  let state = before;
  for (const [index, record] of records.entries()) {
    const known = foreseen.get(record.events);
    if (known?.before === state && known.after.status !== "absent" && known.after.version === record.seq) {
      foreseen.delete(record.events);
      state = known.after;
      continue;
    }
    try {
      const { journal, seq: version, at, by, boot } = record;
      const occasion = { journal, version, at, by, ...defined({ boot }) };
      state = evolveAll(state, record.events as PlanEvent[], occasion, copies);
    } catch (error) {
      return { senseless: { kind: "changed", seq: record.seq, message: (error as Error).message }, sensible: index };
    }
  }
  return state;
}

/** The state of an untrusted journal as far as it makes sense: for showing only. */
function replayLeniently(records: readonly SealedRecord[]): LivePlan | undefined {
  const whole = replay(records);
  const state = "senseless" in whole ? replay(records.slice(0, whole.sensible)) : whole;
  if ("senseless" in state || state.status === "absent") return undefined;
  return isShowable(state) ? state : undefined;
}

/** The shape of its data is unchecked. */
function isShowable({ proposal, requester }: LivePlan): boolean {
  return checkShape(Plan, proposal.plan).length === 0 && typeof requester?.name === "string";
}

function unreadable(problems: Problem[], state: LivePlan | undefined): PlanView {
  return { kind: "unreadable", problems, ...defined({ state }) };
}
