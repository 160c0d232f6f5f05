import type { Actor } from "../lifecycle/actor.ts";
import { FILE, HOST } from "../lifecycle/actor.ts";
import { decide } from "../lifecycle/decide.ts";
import { evolveAll } from "../lifecycle/evolve.ts";
import type { PlanCommand, Terms } from "../lifecycle/plan-command.ts";
import type { PlanEvent } from "../lifecycle/plan-event.ts";
import { ABSENT, type LivePlan, type PlanState } from "../lifecycle/plan-state.ts";
import { canonical } from "../plan/canonical.ts";
import type { Standing } from "../plan/standing.ts";
import { foresee, type PlanView, replay } from "./plan-view.ts";
import type { SealedRecord } from "./seal.ts";
import { standingOf } from "./standing-of.ts";
import type { LoadedPlan, NewRecord } from "./store.ts";

/** A plan's state, and the records that lead to it beyond those in the journal. */
export interface Course {
  state: PlanState;
  records: NewRecord[];
  /** What the last of them was decided on. */
  base?: PlanState;
}

/**
 * Takes down what happened while nobody looked: half a line a crash left, an edit of the file, a time that ran out.
 * Whatever is decided next is decided on that.
 */
export function catchUp(
  loaded: LoadedPlan,
  view: Extract<PlanView, { state?: LivePlan }>,
  terms: Terms,
  dueOf: (state: PlanState) => PlanCommand[],
): Course | undefined {
  if (view.state === undefined) return undefined;
  let course: Course = { state: view.state, records: [] };
  if (loaded.journal.tornBytes > 0) {
    course = happened(course, [{ type: "journal_repaired", lost_bytes: loaded.journal.tornBytes }], HOST, terms.at);
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

/** Decides a command in its turn; a refusal leaves the course as it was. */
export function advance(course: Course, command: PlanCommand, terms: Terms) {
  const decided = decide(course.state, command, terms);
  if (!decided.ok) return decided;
  return { ok: true as const, course: happened(course, decided.events, terms.by, terms.at) };
}

/**
 * As `advance`; where a step moves on after another one has, both go into one record, for they happen at once. What opens
 * a request has a record of its own: the request is named after it.
 */
export function advanceTogether(course: Course, command: PlanCommand, terms: Terms) {
  const decided = decide(course.state, command, terms);
  if (!decided.ok) return decided;
  const last = course.records.at(-1);
  const isTogether = last && isProgress(last.events as PlanEvent[]) && isProgress(decided.events);
  if (!isTogether || course.state.status === "absent") {
    return { ok: true as const, course: happened(course, decided.events, terms.by, terms.at) };
  }
  const { id: journal, version } = course.state;
  const state = evolveAll(course.state, decided.events, { journal, version, at: terms.at, by: terms.by });
  const events = [...(last.events as PlanEvent[]), ...decided.events];
  const base = course.base ?? ABSENT;
  foresee(events, base, state);
  return { ok: true as const, course: { state, records: [...course.records.slice(0, -1), { ...last, events }], base } };
}

/** Steps that move on, and nothing else: nobody is asked, and nothing ends. */
export function isProgress(events: readonly PlanEvent[]): boolean {
  return events.every(({ type }) => type === "step_updated");
}

function apply(course: Course, command: PlanCommand, terms: Terms): Course {
  const advanced = advance(course, command, terms);
  return advanced.ok ? advanced.course : course;
}

function happened(course: Course, events: PlanEvent[], by: Actor, at: string): Course {
  const version = (course.state.status === "absent" ? 0 : course.state.version) + 1;
  const journal = course.state.status === "absent" ? "" : course.state.id;
  const state = evolveAll(course.state, events, { journal, version, at, by });
  foresee(events, course.state, state);
  return { state, records: [...course.records, { at, by, events }], base: course.state };
}

/** Claims in an edited file that say something else than the journal: they change nothing, and are named. */
function foreignClaims(claims: Standing, state: LivePlan, then: Standing): string[] {
  const { reviews, ...truth } = standingOf(state);
  // What the file may say beyond the truth: words of people in the review history, which sign nothing.
  const { reviews: history = [], ...said } = claims;
  const kept = new Set(history);
  const lost = reviews?.filter((review) => !kept.has(review)).map((review) => `a review is gone: ${review}`);
  const wrong = Object.entries(said).filter(([name, value]) => {
    const key = name as keyof typeof truth;
    return !isSame(value, truth[key]) && !isSame(value, then[key] ?? truth[key]);
  });
  return [...wrong.map(([key, value]) => `${key}: ${JSON.stringify(value)}`), ...(lost ?? [])];
}

/** What was true when the file was last written: while a plan is carried out, its file follows from time to time. */
function whenWritten(records: readonly SealedRecord[]): Standing {
  const last = records.findLastIndex(({ file }) => file !== undefined);
  if (last < 0 || last === records.length - 1) return {};
  const state = replay(records.slice(0, last + 1));
  return "senseless" in state || state.status === "absent" ? {} : standingOf(state);
}

function isSame(a: unknown, b: unknown): boolean {
  return canonical(a ?? null) === canonical(b ?? null);
}
