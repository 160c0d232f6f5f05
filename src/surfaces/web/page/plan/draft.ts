import type { Plan, StepId } from "../../../../plan/plan.ts";

/** What a person wrote and chose for a plan and did not send yet. It survives a reload, a new revision and a lost connection. */
export interface Draft {
  leftOut: readonly StepId[];
  comments: readonly DraftComment[];
  feedback: string;
  /** Why the plan is rejected, withdrawn or cancelled. */
  rejection: string;
  notes: string;
  model?: string;
  later: boolean;
  /** By decision: the labels that the person chose. */
  decisions: Readonly<Record<string, readonly string[]>>;
}

/** A comment on a step, or with `field` and `quote` on a text. */
export interface DraftComment extends Anchor {
  id: string;
  text: string;
  /** The revision that it was written on. */
  revision: number;
}

/** What a comment is on: a step as a whole, or a text in a field of a step, of a decision, or of the plan. */
export interface Anchor {
  step_id?: StepId;
  decision_id?: string;
  field?: string;
  quote?: string;
  /** Which one, if the field has the quote more than once. */
  occurrence?: number;
}

export const EMPTY: Draft = {
  leftOut: [],
  comments: [],
  feedback: "",
  rejection: "",
  notes: "",
  later: false,
  decisions: {},
};

export function isEmpty(draft: Draft): boolean {
  return JSON.stringify({ ...EMPTY, ...draft }) === JSON.stringify(EMPTY);
}

/** The comment in its place; without words it is gone. */
export function withComment(draft: Draft, comment: DraftComment): Draft {
  const others = draft.comments.filter(({ id }) => id !== comment.id);
  const isKnown = others.length < draft.comments.length;
  if (comment.text.trim() === "") return { ...draft, comments: others };
  const comments = isKnown
    ? draft.comments.map((one) => (one.id === comment.id ? comment : one))
    : [...draft.comments, comment];
  return { ...draft, comments };
}

export function toggled(draft: Draft, step: StepId): Draft {
  const leftOut = draft.leftOut.includes(step) ? draft.leftOut.filter((id) => id !== step) : [...draft.leftOut, step];
  return { ...draft, leftOut };
}

/** Without choices about steps and decisions that the text no longer has. Comments stay: they say themselves that their place is gone. */
export function draftFor({ steps, decisions = [] }: Pick<Plan, "steps" | "decisions">, draft: Draft): Draft {
  const leftOut = draft.leftOut.filter((id) => steps.some((step) => step.id === id));
  const chosen = Object.entries(draft.decisions).filter(([id, labels]) => {
    const known = decisions.find((decision) => decision.decision_id === id);
    return known && labels.every((label) => known.options.some((option) => option.label === label));
  });
  const isSame = leftOut.length === draft.leftOut.length && chosen.length === Object.keys(draft.decisions).length;
  return isSame ? draft : { ...draft, leftOut, decisions: Object.fromEntries(chosen) };
}
