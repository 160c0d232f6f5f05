import type { Desk } from "../desk/desk.ts";
import { timeOutTimer } from "../desk/time-out-timer.ts";
import type { PlanId } from "../plan/plan.ts";

const POLL = 100;

/** Waits for changes of a running plan: changes by this process at once, by others ten times a second. */
export class PlanChanges {
  /** The newest known version of the plan; `Infinity` if another process may have changed it. */
  latest: number;
  readonly #desk: Desk;
  readonly #id: PlanId;
  readonly #signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;
  #pulse: number | undefined;
  #hasNews = false;
  #wake = () => {};

  constructor(desk: Desk, { id, version }: { id: PlanId; version: number }, signal: AbortSignal) {
    this.latest = version;
    this.#desk = desk;
    this.#id = id;
    this.#signal = signal;
    this.#unsubscribe = desk.listen(({ journal, version }) => {
      if (journal !== id) return;
      this.latest = Math.max(this.latest, version);
      this.notify();
    });
    this.#pulse = this.#pulseNow();
    this.#timer = setInterval(() => this.#poll(), POLL);
    signal.addEventListener("abort", this.notify);
  }

  readonly notify = (): void => {
    this.#hasNews = true;
    this.#wake();
  };

  /** Another process may have changed the plan. */
  assumeStale(): void {
    this.latest = Number.POSITIVE_INFINITY;
    this.notify();
  }

  /** Resolves when there is a change since the last call, or after so many milliseconds. */
  async news(within?: number): Promise<void> {
    const timer = within === undefined ? undefined : setTimeout(this.notify, within);
    if (!this.#hasNews) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    clearTimeout(timer);
    this.#hasNews = false;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#unsubscribe();
    this.#signal.removeEventListener("abort", this.notify);
  }

  /** Another process may have recorded something, of this plan or another, or a time-out is due. */
  #poll(): void {
    const timeOuts = timeOutTimer(this.#desk);
    // Before anything else, so that a run is not stalled because its machine slept.
    this.#desk.alive(this.#id);
    timeOuts.beat();
    const pulse = this.#pulseNow();
    if (pulse === this.#pulse) return;
    this.#pulse = pulse;
    timeOuts.changed();
    this.assumeStale();
  }

  #pulseNow(): number | undefined {
    try {
      return this.#desk.store.pulse();
    } catch {
      return undefined;
    }
  }
}
