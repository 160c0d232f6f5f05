import { type ReadonlySignal, signal } from "@preact/signals";
import type { Preview } from "../../api/acts.ts";
import { ROUTES } from "../../api/routes.ts";
import { type Answer, call } from "../call.ts";
import { type StepNumbers, withStepNumbers } from "./step-numbers.ts";
import { type Wish, wishKey } from "./wish.ts";

const kept = new Map<string, ReadonlySignal<Answer<Preview> | undefined>>();

/** What an act would do to this version of the plan. Asked once for each version. */
export function previewOf(
  at: { project: string; plan: string; version: number },
  wish: Wish,
): ReadonlySignal<Answer<Preview> | undefined> {
  const key = [at.project, at.plan, at.version, wishKey(wish)].join(" ");
  const known = kept.get(key);
  if (known) return known;
  const found = signal<Answer<Preview> | undefined>(undefined);
  kept.set(key, found);
  if (kept.size > MOST_KEPT) for (const old of [...kept.keys()].slice(0, kept.size - MOST_KEPT)) kept.delete(old);
  const { act, step, everything, now, change } = wish;
  // An act is named as in its own address.
  const name = ROUTES[act].path.split("/").at(-1) ?? act;
  void call("preview", {
    params: { project: at.project, plan: at.plan, act: name },
    query: {
      ...(step !== undefined && { step }),
      ...(everything && { everything: "1" }),
      ...(now && { now: "1" }),
      ...(change !== undefined && { change }),
    },
  }).then((answer) => {
    // A server that did not answer is asked again by the next who looks.
    if (!answer.ok && answer.refusal.status === 0) kept.delete(key);
    found.value = answer;
  });
  return found;
}

const MOST_KEPT = 100;

/** The effect in a sentence or two; why it cannot be done, if so. */
export function effectWords(answer: Answer<Preview> | undefined, numbers: StepNumbers): string {
  if (answer === undefined) return "";
  const sentences = answer.ok ? answer.value.effects : [answer.refusal.message];
  return sentences.map((words) => withStepNumbers(words, numbers)).join(" ");
}
