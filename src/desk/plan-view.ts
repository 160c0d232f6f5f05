import { evolveAll } from "../lifecycle/evolve.ts";
import { OwnCopies } from "../lifecycle/own-copies.ts";
import type { PlanEvent } from "../lifecycle/plan-event.ts";
import type { LivePlan, PlanState } from "../lifecycle/plan-state.ts";
import { ABSENT } from "../lifecycle/plan-state.ts";
import { checkShape } from "../plan/check-shape.ts";
import type { Digest } from "../plan/digest.ts";
import { Plan } from "../plan/plan.ts";
import type { Problem } from "../plan/problem.ts";
import type { PlanDocument } from "../plan/read-markdown.ts";
import type { Broken } from "./journal.ts";
import type { Seal, SealedRecord } from "./seal.ts";
import type { LoadedPlan } from "./store.ts";

/** Reads and digests a plan's text. It comes in as an argument because its parser is heavy and seldom needed. */
export type Reader = (text: string) => { document: PlanDocument; digest: Digest } | { problems: Problem[] };

/** What is to be thought of a plan, from its journal and its file together. */
export type PlanView =
  | { kind: "absent" }
  /** No journal here: whatever the file says of approvals was said elsewhere. */
  | { kind: "elsewhere"; document: PlanDocument; digest: Digest }
  /** The journal does not hold; `state` is what it says, not to be believed. */
  | { kind: "broken"; broken: Broken; state?: LivePlan }
  /** The file cannot be read; it is never overwritten. */
  | { kind: "unreadable"; problems: Problem[]; state?: LivePlan }
  /** The journal holds, and the file says the same; or `edit` is what somebody made of it. */
  | { kind: "standing"; state: LivePlan; edit?: { document: PlanDocument; digest: Digest } };

/** Without a reader, a file that has to be parsed makes the answer `undefined`: come back with one. */
export function viewPlan(loaded: LoadedPlan, read: Reader): PlanView;
export function viewPlan(loaded: LoadedPlan, read?: Reader): PlanView | undefined;
export function viewPlan({ id, journal, file }: LoadedPlan, read?: Reader): PlanView | undefined {
  if (journal.broken) {
    const state = replayLeniently(journal.records);
    return { kind: "broken", broken: journal.broken, ...(state && { state }) };
  }
  const state = replaySound(journal.records);
  if ("senseless" in state) return { kind: "broken", broken: state.senseless };
  const live = state.status === "absent" ? undefined : state;
  if (file.kind === "missing") {
    if (live === undefined) return { kind: "absent" };
    const message = "The plan's file is gone; its text is still in the journal.";
    return unreadable(
      [{ severity: "error", kind: "missing_file", message, hint: `countersign show ${id} --text` }],
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

/** What a sound journal leads to. */
interface Replayed {
  state: PlanState;
  /** How the last commit that wrote the file left it, and when that was. */
  written?: { hash: string; at: string };
}

/** Where journals led that were found sound. A seal stands for all that came before it, so only what is new is replayed. */
const replayed = new Map<Seal, Replayed>();
const MOST_REPLAYED = 16;
const LOOK_BACK = 64;

/** The state that a journal leads to whose seals hold. */
export function replaySound(records: readonly SealedRecord[]): PlanState | { senseless: Broken } {
  const found = replayOn(records);
  return "senseless" in found ? found : found.state;
}

/** How the last commit that wrote the file left it, and when that was. */
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
  const now: Replayed = { state, ...(written && { written }) };
  replayed.set(last.seal, now);
  const [oldest] = replayed.keys();
  if (oldest !== undefined && replayed.size > MOST_REPLAYED) replayed.delete(oldest);
  return now;
}

/** Where events lead that were decided on a moment ago. They are recorded as they are, and not gone through once more. */
const foreseen = new WeakMap<readonly unknown[], { before: PlanState; after: PlanState }>();

export function foresee(events: readonly PlanEvent[], before: PlanState, after: PlanState): void {
  foreseen.set(events, { before, after });
}

/** The state that these records lead to, or how many of them make sense; their seals are not looked at. */
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
      const occasion = { journal: record.journal, version: record.seq, at: record.at, by: record.by };
      state = evolveAll(state, record.events as PlanEvent[], occasion, copies);
    } catch (error) {
      return { senseless: { kind: "changed", seq: record.seq, message: (error as Error).message }, sensible: index };
    }
  }
  return state;
}

/** What a journal that is not believed says, as far as it makes sense: for showing only. */
function replayLeniently(records: readonly SealedRecord[]): LivePlan | undefined {
  const whole = replay(records);
  const state = "senseless" in whole ? replay(records.slice(0, whole.sensible)) : whole;
  if ("senseless" in state || state.status === "absent") return undefined;
  return isShowable(state) ? state : undefined;
}

/** Nobody vouches for the shape of what such a journal says. */
function isShowable({ proposal, requester }: LivePlan): boolean {
  return checkShape(Plan, proposal.plan).length === 0 && typeof requester?.name === "string";
}

function unreadable(problems: Problem[], state: LivePlan | undefined): PlanView {
  return { kind: "unreadable", problems, ...(state && { state }) };
}
