import { createHash } from "node:crypto";
import type { SealOfPlan } from "../../../lifecycle/seal-of-plan.ts";
import { type GraphSubject, graphSubject, type Standing } from "../../../picture/graph-subject.ts";
import type { Plan } from "../../../plan/plan.ts";
import { withinDeadline } from "../within-deadline.ts";
import { DrawingWorker } from "./drawing-worker.ts";
import type { Drawn } from "./graph-png.ts";

export interface GraphPicturesOptions {
  draw?(subject: GraphSubject): Promise<Drawn>;
  /** Milliseconds that a card waits for its picture. */
  soon?: number;
}

/** What a picture shows besides the steps. */
export interface Shown {
  states?: Standing | undefined;
  seal?: SealOfPlan;
}

/**
 * Caches pictures: a card is drawn far more often than its graph changes. No card waits long for one: it has
 * the plan's previous picture, or none, until the new one is ready.
 */
export class GraphPictures {
  readonly #soon: number;
  readonly #drawNow: (subject: GraphSubject) => Promise<Drawn>;
  readonly #drawn = new Map<string, Promise<Uint8Array | undefined>>();
  /** By the steps without their status: the wanted picture, and the last one drawn. */
  readonly #newest = new Map<string, { wanted: string; png?: Uint8Array }>();
  #last: Promise<unknown> = Promise.resolve();

  constructor({ draw, soon = 2_000 }: GraphPicturesOptions = {}) {
    const worker = new DrawingWorker();
    this.#drawNow = draw ?? ((subject) => worker.draw(subject));
    this.#soon = soon;
  }

  /** Undefined if it cannot be drawn. `late` is called when a picture is ready after its time. */
  async of(plan: Plan, { states, seal }: Shown, late?: () => void): Promise<Uint8Array | undefined> {
    // One step is no graph.
    const drawn = { steps: plan.steps.length < 2 ? [] : plan.steps };
    if (drawn.steps.length === 0 && seal === undefined) return undefined;
    const subject = graphSubject(drawn, states, seal);
    const key = digestOf(subject);
    const steps = digestOf([plan.id, graphSubject(plan)]);
    put(this.#newest, steps, { ...this.#newest.get(steps), wanted: key });
    const picture = this.#drawn.get(key) ?? this.#draw(subject, key, steps);
    put(this.#drawn, key, picture);
    const inTime = await withinDeadline(picture, this.#soon);
    if (inTime !== "late") return inTime;
    void picture.then((png) => png && late?.());
    return this.#newest.get(steps)?.png;
  }

  /** One at a time, without those that are no longer wanted. */
  #draw(subject: GraphSubject, key: string, steps: string): Promise<Uint8Array | undefined> {
    const drawing = this.#last.then(async () => {
      if (this.#newest.get(steps)?.wanted !== key) {
        this.#drawn.delete(key);
        return undefined;
      }
      const { png } = await this.#drawNow(subject);
      const newest = this.#newest.get(steps);
      if (png && newest) newest.png = png;
      return png;
    });
    this.#last = drawing;
    return drawing;
  }
}

const MOST = 50;

/** Adds the newest last, and drops the oldest. */
function put<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.delete(key);
  kept.set(key, value);
  for (const old of [...kept.keys()].slice(0, Math.max(0, kept.size - MOST))) kept.delete(old);
}

function digestOf(subject: unknown): string {
  return createHash("sha256").update(JSON.stringify(subject)).digest("base64");
}
