import { type Signal, signal } from "@preact/signals";
import type { Plan, StepId } from "../../../../plan/plan.ts";
import type { PlanPage, Standing } from "../../api/plan-page.ts";
import type { Resource } from "../resource.ts";
import type { Draft, DraftComment } from "./draft.ts";
import { draftOf } from "./draft-of.ts";
import { type Seen, seenOf } from "./seen/seen-of.ts";

/** A plan on the screen of a reviewer: its text, its state, and what they did with it so far. */
export interface Review extends ReviewView {
  project: string;
  page: PlanPage;
  plan: Plan;
  standing: Standing;
  draft: Signal<Draft>;
  seen: Seen;
  resource: Resource<PlanPage>;
}

/** What lasts as long as the tab, while the server's answers come and go. */
export interface ReviewView {
  selected: Signal<StepId | undefined>;
  folded: Signal<ReadonlySet<StepId>>;
  /** The comment that is being written. */
  writing: Signal<DraftComment | undefined>;
  sheet: Signal<ReviewSheet | undefined>;
}

export type ReviewSheet = "sign" | "changes" | "reject" | "withdraw" | "cancel" | "answers" | "share" | "signature";

const views = new Map<string, ReviewView>();

export function viewOf(project: string, plan: string): ReviewView {
  const key = `${project}/${plan}`;
  const known = views.get(key);
  if (known) return known;
  const made: ReviewView = {
    selected: signal(undefined),
    folded: signal(new Set()),
    writing: signal(undefined),
    sheet: signal(undefined),
  };
  views.set(key, made);
  return made;
}

/** Undefined for a plan that cannot be read, or whose journal is not intact. */
export function reviewOf(project: string, page: PlanPage, resource: Resource<PlanPage>): Review | undefined {
  const { plan, standing } = page;
  if (!plan || !standing) return undefined;
  return {
    ...viewOf(project, page.id),
    project,
    page,
    plan,
    standing,
    resource,
    draft: draftOf(project, page.id),
    seen: seenOf(standing.shown.digest),
  };
}

/** Where the plan's routes are. */
export function routeOf({ project, page }: Pick<Review, "project" | "page">): { project: string; plan: string } {
  return { project, plan: page.id };
}

/** Folds a step, or unfolds it. */
export function foldStep({ folded }: ReviewView, id: StepId): void {
  const next = new Set(folded.value);
  if (!next.delete(id)) next.add(id);
  folded.value = next;
}

/** Brings a step onto the screen as it is. */
export function selectStep({ selected }: ReviewView, id: StepId): void {
  selected.value = id;
  showElement(`[data-item="step:${CSS.escape(id)}"]`);
}

/** Brings a step onto the screen, unfolded. */
export function showStep(review: ReviewView, id: StepId): void {
  if (review.folded.value.has(id)) foldStep(review, id);
  selectStep(review, id);
}

/** Brings an element onto the screen once it is drawn. */
export function showElement(selector: string): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(selector);
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    element?.scrollIntoView({ block: "nearest", behavior: isCalm ? "auto" : "smooth" });
    element?.focus({ preventScroll: true });
  });
}
