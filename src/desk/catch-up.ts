import { FILE, HOST } from "../lifecycle/actor.ts";
import { clockChange, newBoot } from "../lifecycle/clock-change.ts";
import { decide } from "../lifecycle/decide.ts";
import { evolveAll } from "../lifecycle/evolve.ts";
import type { PlanCommand, Terms } from "../lifecycle/plan-command.ts";
import type { PlanEvent } from "../lifecycle/plan-event.ts";
import { ABSENT, type LivePlan, type PlanState } from "../lifecycle/plan-state.ts";
import { canonical } from "../plan/canonical.ts";
import { defined } from "../plan/defined.ts";
import type { Standing } from "../plan/standing.ts";
import { fileStatus } from "./file-status.ts";
import { foresee, type PlanView, replay } from "./plan-view.ts";
import type { SealedRecord } from "./seal.ts";
import type { LoadedPlan, NewRecord } from "./store.ts";

/** A plan's state, and the records that lead to it and are not in the journal yet. */
export interface Course {
  state: PlanState;
  records: NewRecord[];
  /** The state that the last of them was decided on. */
  base?: PlanState;
}

/**
 * Records what happened since the last look: a partial line that a crash left, an edit of the file, a time-out. The
 * next command is decided on that.
 */
export function catchUp(
  loaded: LoadedPlan,
  view: Extract<PlanView, { state?: LivePlan }>,
  terms: Terms,
  dueOf: (state: PlanState) => PlanCommand[],
): Course | undefined {
  if (view.state === undefined) return undefined;
  let course: Course = { state: view.state, records: [] };
  const change = clockChange(view.state, terms);
  if (change) course = happened(course, [{ type: "clock_set", ...change }], { ...terms, by: HOST });
  if (loaded.journal.tornBytes > 0) {
    course = happened(course, [{ type: "journal_repaired", lost_bytes: loaded.journal.tornBytes }], {
      ...terms,
      by: HOST,
    });
  }
  if (view.kind === "standing" && view.edit) {
    const { document, digest } = view.edit;
    const ignored = foreignClaims(document.claims, view.state, whenWritten(loaded.journal.records));
    course = apply(
      course,
      { type: "edit", plan: document.plan, text: document.text, digest, ignored },
      { ...terms, by: FILE },
    );
  }
  for (const command of dueOf(course.state)) course = apply(course, command, { ...terms, by: HOST });
  return course;
}

/** Decides one more command; a refusal leaves the course unchanged. */
export function advance(course: Course, command: PlanCommand, terms: Terms) {
  const decided = decide(course.state, command, terms);
  if (!decided.ok) return decided;
  return { ok: true as const, course: happened(course, decided.events, terms) };
}

/**
 * As `advance`; moves of steps that directly follow each other share one record, because they happen at once. A
 * record that opens a request stays separate: the request is named after it.
 */
export function advanceTogether(course: Course, command: PlanCommand, terms: Terms) {
  const decided = decide(course.state, command, terms);
  if (!decided.ok) return decided;
  const last = course.records.at(-1);
  const isTogether = last && isProgress(last.events as PlanEvent[]) && isProgress(decided.events);
  if (!isTogether || course.state.status === "absent") {
    return { ok: true as const, course: happened(course, decided.events, terms) };
  }
  const { id: journal, version } = course.state;
  const state = evolveAll(course.state, decided.events, { journal, version, at: terms.at, by: terms.by });
  const events = [...(last.events as PlanEvent[]), ...decided.events];
  const base = course.base ?? ABSENT;
  foresee(events, base, state);
  return { ok: true as const, course: { state, records: [...course.records.slice(0, -1), { ...last, events }], base } };
}

/** Only moves of steps: no request opens, and the run does not end. */
export function isProgress(events: readonly PlanEvent[]): boolean {
  return events.every(({ type }) => type === "step_updated");
}

function apply(course: Course, command: PlanCommand, terms: Terms): Course {
  const advanced = advance(course, command, terms);
  return advanced.ok ? advanced.course : course;
}

/** How many of these records only say that the clock was set. */
export function clockRecords({ records }: Course): number {
  return records.filter(({ events }) => (events as PlanEvent[]).every(({ type }) => type === "clock_set")).length;
}

function happened(course: Course, events: PlanEvent[], terms: Pick<Terms, "at" | "boot" | "by">): Course {
  const { at, by } = terms;
  const isSet = events.some(({ type }) => type === "clock_set");
  const boot = isSet ? terms.boot : newBoot(course.state.status === "absent" ? {} : course.state, terms);
  const record = { at, by, ...defined({ boot }) };
  const version = (course.state.status === "absent" ? 0 : course.state.version) + 1;
  const journal = course.state.status === "absent" ? "" : course.state.id;
  const state = evolveAll(course.state, events, { journal, version, ...record });
  foresee(events, course.state, state);
  return { state, records: [...course.records, { ...record, events }], base: course.state };
}

/** Status claims in an edited file that contradict the journal: they change nothing, and are named. */
function foreignClaims(claims: Standing, state: LivePlan, then: Standing): string[] {
  const { reviews, ...truth } = fileStatus(state);
  // A file may have review notes of people that the journal does not have: those sign nothing.
  const { reviews: history = [], ...said } = claims;
  const kept = new Set(history);
  const lost = reviews?.filter((review) => !kept.has(review)).map((review) => `a review is gone: ${review}`);
  const wrong = Object.entries(said).filter(([name, value]) => {
    const key = name as keyof typeof truth;
    return !isSame(value, truth[key]) && !isSame(value, then[key] ?? truth[key]);
  });
  return [...wrong.map(([key, value]) => `${key}: ${JSON.stringify(value)}`), ...(lost ?? [])];
}

/** The status that the file was last written with: during a run, the file is written only from time to time. */
function whenWritten(records: readonly SealedRecord[]): Standing {
  const last = records.findLastIndex(({ file }) => file !== undefined);
  if (last < 0 || last === records.length - 1) return {};
  const state = replay(records.slice(0, last + 1));
  return "senseless" in state || state.status === "absent" ? {} : fileStatus(state);
}

function isSame(a: unknown, b: unknown): boolean {
  return canonical(a ?? null) === canonical(b ?? null);
}
