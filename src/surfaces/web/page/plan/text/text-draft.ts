import { effect, type Signal, signal } from "@preact/signals";
import { query } from "../../router.ts";
import { mayEdit } from "../offers.ts";
import type { Review } from "../review.ts";

/** A text of a plan that a person changed and did not save yet. */
export interface TextDraft {
  text: string;
  /** The text that it was made from, and the version of the plan that had it. */
  base: string;
  version: number;
}

const drafts = new Map<string, Signal<TextDraft | undefined>>();

/** Kept in this browser with every key that is pressed. */
export function textDraftOf(project: string, plan: string): Signal<TextDraft | undefined> {
  const key = `countersign.text.${project}.${plan}`;
  const known = drafts.get(key);
  if (known) return known;
  const draft = signal(read(key));
  drafts.set(key, draft);
  effect(() => keep(key, draft.value));
  return draft;
}

/** Whether something would be lost with it. */
export function isChanged(draft: TextDraft | undefined): draft is TextDraft {
  return draft !== undefined && draft.text !== draft.base;
}

/** Whether the text of the plan is open to be changed. */
export function isEdited(review: Review): boolean {
  const draft = textDraftOf(review.project, review.page.id);
  return mayEdit(review) && (query.value.has("edit") || isChanged(draft.value));
}

function read(key: string): TextDraft | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(key: string, draft: TextDraft | undefined): void {
  try {
    if (isChanged(draft)) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch {
    // A private window may refuse: the draft then lives as long as the page.
  }
}
