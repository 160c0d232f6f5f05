import { effect, type Signal, signal } from "@preact/signals";
import { type Draft, EMPTY, isEmpty } from "./draft.ts";

const drafts = new Map<string, Signal<Draft>>();

/** The draft of this browser for a plan. Two tabs share it. */
export function draftOf(project: string, plan: string): Signal<Draft> {
  const key = `countersign.draft.${project}.${plan}`;
  const known = drafts.get(key);
  if (known) return known;
  const draft = signal(read(key));
  drafts.set(key, draft);
  effect(() => keep(key, draft.value));
  return draft;
}

addEventListener("storage", ({ key }) => {
  const draft = key === null ? undefined : drafts.get(key);
  if (draft && key !== null) draft.value = read(key);
});

function read(key: string): Draft {
  try {
    return { ...EMPTY, ...JSON.parse(localStorage.getItem(key) ?? "{}") };
  } catch {
    return EMPTY;
  }
}

function keep(key: string, draft: Draft): void {
  try {
    if (isEmpty(draft)) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // A private window may refuse: the draft then lives as long as the page.
  }
}
