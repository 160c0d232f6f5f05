import type { Desk } from "../desk/desk.ts";
import { timeOutTimer } from "../desk/time-out-timer.ts";
import type { PlanId } from "../plan/plan.ts";

const LISTEN = 100;

/** What is heard of a plan while it is carried out: of this process at once, of others ten times a second. */
export class Hearing {
  /** The newest version of the plan anybody told of; endless, if nobody knows. */
  latest: number;
  readonly #desk: Desk;
  readonly #id: PlanId;
  readonly #signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #deaf: () => void;
  #pulse: number | undefined;
  #hasNews = false;
  #wake = () => {};

  constructor(desk: Desk, { id, version }: { id: PlanId; version: number }, signal: AbortSignal) {
    this.latest = version;
    this.#desk = desk;
    this.#id = id;
    this.#signal = signal;
    this.#deaf = desk.listen(({ journal, version: told }) => {
      if (journal !== id) return;
      this.latest = Math.max(this.latest, told);
      this.notify();
    });
    this.#pulse = this.#pulseNow();
    this.#timer = setInterval(() => this.#listen(), LISTEN);
    signal.addEventListener("abort", this.notify);
  }

  readonly notify = (): void => {
    this.#hasNews = true;
    this.#wake();
  };

  /** Others may have done something, and nobody knows what. */
  distrust(): void {
    this.latest = Number.POSITIVE_INFINITY;
    this.notify();
  }

  /** Comes back when there is something new since it was last asked, or when so many milliseconds have passed. */
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
    this.#deaf();
    this.#signal.removeEventListener("abort", this.notify);
  }

  /** Other processes have recorded something, of this plan or another, or a time has run out. */
  #listen(): void {
    const timeOuts = timeOutTimer(this.#desk);
    // After a machine was asleep, the first thing it hears of us must not be that we were silent.
    this.#desk.alive(this.#id);
    timeOuts.beat();
    const pulse = this.#pulseNow();
    if (pulse === this.#pulse) return;
    this.#pulse = pulse;
    timeOuts.changed();
    this.distrust();
  }

  #pulseNow(): number | undefined {
    try {
      return this.#desk.store.pulse();
    } catch {
      return undefined;
    }
  }
}
