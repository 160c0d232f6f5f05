import { type FauxResponseStep, getCurrentSystemPrompt } from "@earendil-works/pi-ai";
import { says } from "../../agent/bench/model.ts";

/** The one that planned, while others carry it out. */
export const ONLOOKER = "";

/** A model for subagents: each hears its own step's script, in whatever order they ask. */
export class StepsModel {
  readonly #scripts = new Map<string, FauxResponseStep[]>();
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();

  /** What the agent of a step says next, after what it was already going to say. */
  step(id: string, ...says: FauxResponseStep[]): this {
    this.#scripts.set(id, [...(this.#scripts.get(id) ?? []), ...says]);
    this.#waiting.get(id)?.resolve();
    this.#waiting.delete(id);
    return this;
  }

  /** As often as anybody could ask. */
  answers(count = 40): FauxResponseStep[] {
    return Array.from(
      { length: count },
      () =>
        (context, ...rest) =>
          this.#answer(context, ...rest),
    );
  }

  /** A step without a script waits for one. */
  readonly #answer: Extract<FauxResponseStep, (...args: never[]) => unknown> = async (context, options, ...rest) => {
    const step = /^Your step: ([a-z0-9_-]+)\./m.exec(getCurrentSystemPrompt(context.messages))?.[1];
    if (step === undefined) return (this.#scripts.get(ONLOOKER)?.shift() ?? says("I look on.")) as never;
    let next = this.#scripts.get(step)?.shift();
    while (next === undefined) {
      const waiting = this.#waiting.get(step) ?? Promise.withResolvers<void>();
      this.#waiting.set(step, waiting);
      options?.signal?.addEventListener("abort", () => waiting.resolve(), { once: true });
      await waiting.promise;
      if (options?.signal?.aborted) return says("") as never;
      next = this.#scripts.get(step)?.shift();
    }
    return typeof next === "function" ? next(context, options, ...rest) : next;
  };
}
