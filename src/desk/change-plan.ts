import { isClockBehind } from "../lifecycle/clock-change.ts";
import { due } from "../lifecycle/due.ts";
import type { NextAction } from "../lifecycle/next-action.ts";
import type { PlanCommand, PlanCommandType, Terms } from "../lifecycle/plan-command.ts";
import type { PlanEvent } from "../lifecycle/plan-event.ts";
import { ABSENT, ENDS, type LivePlan, type PlanState } from "../lifecycle/plan-state.ts";
import { openReview } from "../lifecycle/request.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId } from "../plan/plan.ts";
import { brokenJournal } from "./broken-journal.ts";
import { advance, advanceTogether, type Course, catchUp, clockRecords, isProgress } from "./catch-up.ts";
import { type Codec, textWithoutStatus } from "./codec.ts";
import { isDiskFull } from "./disk-full.ts";
import { fileStatus } from "./file-status.ts";
import { type DeskRefusal, no, type Outcome, yes } from "./outcome.ts";
import { lastWritten, type PlanView, viewPlan } from "./plan-view.ts";
import type { Change, LoadedPlan, NewRecord, Store } from "./store.ts";

export interface PlanChange {
  /** Absent: only catches up with what happened since the last look. */
  command?: PlanCommand;
  /** Further commands, in this order: the first refused one ends the list. */
  then?: readonly PlanCommand[];
  terms: Terms;
  /** Writes the file of a running plan if the last records left it behind. */
  isFollowing?: boolean;
  /** The version that the caller has read. */
  expected?: number;
  artifacts?: { name: string; text: string }[];
}

export interface Changed {
  outcome: Outcome<LivePlan>;
  /** The version that the command was decided on. */
  on?: number;
  /** The refused one of the commands in `then`. */
  refused?: { index: number; refusal: DeskRefusal };
  /** The file was left behind; a file of its length may be written after so many milliseconds. */
  fileLeft?: number;
  /** The file was written. */
  fileWritten?: true;
  /** The recorded events, even if the command itself was refused. */
  records: (NewRecord & { seq: number })[];
}

/** Under the lock: catches up, decides the command, writes both. */
export async function changePlan(store: Store, id: PlanId, change: PlanChange, codec: Codec): Promise<Changed> {
  const { command } = change;
  if (command && "plan" in command && (command.plan.id !== id || command.digest !== codec.digest(command.plan))) {
    throw new Error(`${id} was to be changed with another plan's text or digest.`);
  }
  const work = (loaded: LoadedPlan, leavesFile = false): Change<Changed> => {
    const view = withoutStatus(viewPlan(loaded, codec.read), codec);
    const start = startOf(id, loaded, view, change, (state) => dueNow(store, id, state, change.terms));
    if (!start.ok) return { result: { outcome: start, records: [] } };
    const decided = decideOn(id, start.value, { ...change, ...answering(command, view) });
    // A process that lost its lease writes nothing more, not even what it found out since its last look.
    if (!decided.ok && decided.refusal.kind === "lost_lease") return { result: { outcome: decided, records: [] } };
    const gone: Course & Pick<Changed, "refused"> = decided.ok ? goOn(decided.value, change) : start.value;
    const { state, records, refused } = change.isFollowing ? followed(loaded, gone, change) : gone;
    const outcome = decided.ok ? (state.status === "absent" ? notFound(id) : yes(state)) : decided;
    const numbered = records.map((record, index) => ({ ...record, seq: loaded.journal.records.length + index + 1 }));
    const on = versionOf(start.value.state);
    const result: Changed = { outcome, records: numbered, on, ...defined({ refused }) };
    if (records.length === 0 || state.status === "absent") return { result };
    const isNewText = decided.ok && (command?.type === "propose" || command?.type === "edit");
    const base = isNewText ? command.text : textOf(loaded);
    // A file that was edited is written again; otherwise every look would find the same edit.
    const isTouched = view.kind === "standing" && view.edit !== undefined;
    const pause = leavesFile ? FOLLOWS_EVERY_MS : isTouched ? undefined : pauseOfFile(loaded, state, change);
    const isLeft = view.kind === "unreadable" || base === undefined || pause !== undefined;
    const file = isLeft ? undefined : fileOf(state, base, codec);
    Object.assign(result, pause === undefined ? { fileWritten: true } : { fileLeft: pause });
    const artifacts = isNewText ? change.artifacts : undefined;
    const rowsMayWait =
      state.status === "executing" && records.every(({ events }) => isProgress(events as PlanEvent[]));
    return { result, records, rowsMayWait, ...defined({ file, artifacts }) };
  };
  if (!isOfSteps(change)) return store.changePlan(id, (loaded) => work(loaded), change.isFollowing ? "light" : "full");
  try {
    return await store.changePlan(id, (loaded) => work(loaded), "light");
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    // The journal of a run has room for some records: the file follows when the disk has room again.
    return store.changePlan(id, (loaded) => work(loaded, true), "light");
  }
}

/** An edited file has the status of the text before the edit. */
function withoutStatus(view: PlanView, codec: Codec): PlanView {
  if (view.kind !== "standing" || view.edit === undefined) return view;
  const { document, digest } = view.edit;
  return { ...view, edit: { document: { ...document, text: textWithoutStatus(codec, document) }, digest } };
}

/** Whether the plan changed in a way that its journal does not have yet. */
export function hasNews(store: Store, loaded: LoadedPlan, view: PlanView, terms: Terms): boolean {
  if (view.kind !== "standing" && view.kind !== "unreadable") return false;
  if (view.state === undefined) return false;
  const isEdited = view.kind === "standing" && view.edit !== undefined;
  if (isEdited || loaded.journal.tornBytes > 0) return true;
  // Two machines whose clocks differ would otherwise record that for each other for ever.
  const isBehind = !ENDS.includes(view.state.status) && isClockBehind(view.state, terms);
  return isBehind || dueNow(store, loaded.id, view.state, terms).length > 0;
}

export const LIST_PLANS: NextAction = { move: "plans", what: "list all plans" };

export function notFound(id: string): Outcome<never> {
  return no("not_found", `There is no plan ${id} here.`, { next: [LIST_PLANS] });
}

/** Only a run has heartbeats, and they are read only if the last record alone is too old. */
function dueNow(store: Store, id: PlanId, state: PlanState, terms: Terms): PlanCommand[] {
  const commands = due(state, terms);
  if (commands.length === 0 || state.status !== "executing") return commands;
  return due(state, terms, store.silentSince(id, terms));
}

/** An unreadable file is left alone; commands that end a plan need no text. */
const WITHOUT_TEXT: readonly PlanCommandType[] = ["cancel", "reject", "withdraw"];

function startOf(
  id: PlanId,
  loaded: LoadedPlan,
  view: PlanView,
  { command, terms }: PlanChange,
  dueOf: (state: PlanState) => PlanCommand[],
): Outcome<Course> {
  switch (view.kind) {
    case "broken":
      return brokenJournal(id, view.broken);
    case "absent":
      return command?.type === "propose" ? yes({ state: ABSENT, records: [] }) : notFound(id);
    case "elsewhere":
      if (command?.type === "propose" && command.digest === view.digest) return yes({ state: ABSENT, records: [] });
      return command?.type === "propose"
        ? no("file_exists", `There is another ${id}.md already, and this is not its text.`, {
            hint: "Propose that file itself, or propose this text without an id.",
          })
        : no("elsewhere", `${id} was not proposed here.`, {
            next: [{ move: "propose", plan: id, what: "propose its file" }],
          });
    case "unreadable": {
      const course = catchUp(loaded, view, terms, dueOf);
      if (course !== undefined && (command === undefined || WITHOUT_TEXT.includes(command.type))) return yes(course);
      return no("unreadable", `The file of ${id} cannot be read, so the plan cannot change.`, {
        next: [{ move: "edit", plan: id, what: "see the problems in place" }],
        problems: view.problems,
      });
    }
    case "standing": {
      const course = catchUp(loaded, view, terms, dueOf);
      return course === undefined ? notFound(id) : yes(course);
    }
  }
}

function decideOn(id: PlanId, start: Course, { command, terms, expected }: PlanChange): Outcome<Course> {
  if (command === undefined) return yes(start);
  // A caller that has read the version before need not know that the clock was set.
  const version = versionOf(start.state) - clockRecords(start);
  if (expected !== undefined && expected !== version) {
    return no("conflict", `${id} was modified concurrently (expected v${expected}, found v${version}).`, {
      hint: "Look at the plan again, then repeat the command.",
      facts: { expected, found: version },
    });
  }
  const advanced = advance(start, command, terms);
  return advanced.ok ? yes(advanced.course) : advanced;
}

/** An answer without a review id means the review that was open; if that expired, catching up has closed it. */
function answering(command: PlanCommand | undefined, view: PlanView): Pick<PlanChange, "command"> {
  switch (command?.type) {
    case "approve":
    case "request_changes":
    case "reject": {
      const review = "state" in view && view.state ? openReview(view.state.requests)?.id : undefined;
      return review === undefined ? {} : { command: { request_id: review, ...command } };
    }
  }
  return {};
}

function versionOf(state: PlanState): number {
  return state.status === "absent" ? 0 : state.version;
}

/** The commands after the first. */
function goOn(start: Course, { then = [], terms }: PlanChange): Course & Pick<Changed, "refused"> {
  let course = start;
  for (const [index, command] of then.entries()) {
    const advanced = advanceTogether(course, command, terms);
    if (!advanced.ok) return { ...course, refused: { index: index + 1, refusal: advanced.refusal } };
    course = advanced.course;
  }
  return course;
}

function textOf({ file }: LoadedPlan): string | undefined {
  return file.kind === "present" ? file.text : undefined;
}

/** The commands with which a run records the progress of its steps. */
const OF_STEPS: readonly PlanCommandType[] = [
  ...(["start_step", "await_decision", "end_step", "rerun_step", "record_call", "amend"] as const),
];
const FOLLOWS_EVERY_MS = 2_000;
/**
 * Writing a step takes 0.2 ms, so with this pause a run spends 2 % of its time on its file, for any number of steps.
 */
const FOLLOWS_EVERY_MS_A_STEP = 10;

/**
 * The pause between two writes of the file, if it is left as it is now. During a run it is written from time to time
 * (`LateFiles`), and when the plan's own status changes: writing it for every step would cost more than the step. The
 * journal has every step; no code reads step states from the file.
 */
function pauseOfFile({ journal }: LoadedPlan, state: LivePlan, change: PlanChange): number | undefined {
  if (state.status !== "executing" || !isOfSteps(change)) return undefined;
  const written = lastWritten(journal.records);
  const pause = Math.max(FOLLOWS_EVERY_MS, FOLLOWS_EVERY_MS_A_STEP * state.proposal.plan.steps.length);
  // Absolute, so that a clock that was set back does not delay the file.
  const isLeft = written !== undefined && Math.abs(Date.parse(change.terms.at) - Date.parse(written.at)) < pause;
  return isLeft ? pause : undefined;
}

/** If a run has moved on since its file was written: a record without events, which names the file written with it. */
function followed(
  { journal }: LoadedPlan,
  course: Course & Pick<Changed, "refused">,
  { terms }: PlanChange,
): typeof course {
  const { state, records } = course;
  const isBehind = journal.records.at(-1)?.file === undefined && records.length === 0;
  if (!isBehind || state.status !== "executing") return course;
  return { state: { ...state, version: state.version + 1 }, records: [{ at: terms.at, by: terms.by, events: [] }] };
}

function isOfSteps({ command, then = [] }: PlanChange): boolean {
  return command !== undefined && [command, ...then].every(({ type }) => OF_STEPS.includes(type));
}

/** The smallest edit of the text that updates its status. */
function fileOf(state: LivePlan, base: string, codec: Codec): Change<unknown>["file"] {
  const found = codec.read(base);
  const from = "problems" in found ? undefined : found.document;
  return {
    text: codec.write(state.proposal.plan, fileStatus(state), from),
    place: state.archived ? "archive" : "plans",
  };
}
