import { type Signal, signal } from "@preact/signals";
import type { ActDone } from "../../api/acts.ts";
import { type Answer, call, type Refusal } from "../call.ts";
import { say } from "../parts/say.tsx";
import { type StepNumbers, withStepNumbers } from "./step-numbers.ts";
import { type Act, asks, iconOf, type Wish, wishKey } from "./wish.ts";

/** Words and choices that an act takes along. */
export interface Extras {
  reason?: string;
  note?: string;
  model?: string;
  priority?: number;
  /** What to do with interrupted steps; without it their checks decide. */
  interrupted?: "again" | "failed" | "skip" | undefined;
  /** Of the preview that was shown. */
  preview?: string;
}

/** Does what a person wishes with one plan, and keeps what became of it until the next wish. */
export interface ActDesk {
  at: { project: string; plan: string };
  /** Of the steps as the page shows them. */
  numbers: Signal<StepNumbers>;
  /** The wish whose sheet is open. */
  open: Signal<Wish | undefined>;
  /** The wish that the server has not answered yet. */
  busy: Signal<string | undefined>;
  refusal: Signal<Refusal | undefined>;
  /** The last act, for links to what it made. */
  last: Signal<ActDone | undefined>;
  /** Opens its sheet if it asks for something; else does it. */
  press(wish: Wish, always?: "ask"): void;
  perform(wish: Wish, extras?: Extras): Promise<boolean>;
}

export function actDesk(at: ActDesk["at"], after: () => Promise<unknown>): ActDesk {
  const desk: ActDesk = {
    at,
    numbers: signal(new Map()),
    open: signal(undefined),
    busy: signal(undefined),
    refusal: signal(undefined),
    last: signal(undefined),
    press(wish, always) {
      desk.refusal.value = undefined;
      if (always === "ask" || asks(wish)) desk.open.value = wish;
      else void desk.perform(wish);
    },
    async perform(wish, extras = {}) {
      if (desk.busy.value !== undefined) return false;
      desk.busy.value = wishKey(wish);
      desk.refusal.value = undefined;
      const answer = await sent(at, wish, extras);
      desk.busy.value = undefined;
      if (!answer.ok) {
        desk.refusal.value = answer.refusal;
        return false;
      }
      desk.open.value = undefined;
      desk.last.value = answer.value;
      say(withStepNumbers(answer.value.words, desk.numbers.value), iconOf(wish));
      await after();
      return true;
    },
  };
  return desk;
}

async function sent(at: ActDesk["at"], wish: Wish, extras: Extras): Promise<Answer<ActDone>> {
  const params = { project: at.project, plan: at.plan };
  const step = wish.step === undefined ? {} : { step: wish.step };
  const { reason = "", note, model = "", priority, interrupted, preview = "" } = extras;
  const sends: Record<Act, () => Promise<Answer<ActDone>>> = {
    start: () => call("start", { params, body: {} }),
    pause: () => call("pause", { params, body: { now: wish.now === true } }),
    resume: () => call("resume", { params, body: interrupted ? { interrupted } : {} }),
    cancel: () => call("cancel", { params, body: note ? { note } : {} }),
    retry: () => call("retry", { params, body: step }),
    skip: () => call("skip", { params, body: { step: wish.step ?? "", reason } }),
    fail: () => call("fail", { params, body: { ...step, ...(reason && { reason }) } }),
    rollBack: () =>
      call("rollBack", { params, body: { ...step, ...(wish.everything && { everything: true }), preview } }),
    queue: () =>
      call("queue", { params, body: { change: wish.change ?? "add", ...(priority !== undefined && { priority }) } }),
    clone: () => call("clone", { params, body: {} }),
    archive: () => call("archive", { params, body: wish.undo ? { undo: true } : {} }),
    chooseModel: () => call("chooseModel", { params, body: { model } }),
  };
  return sends[wish.act]();
}
