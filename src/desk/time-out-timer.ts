import type { Desk } from "./desk.ts";
import { applyTimeOuts, nextTimeOut } from "./time-outs.ts";

/** A moment that is new is looked for once a second at most. */
const LOOK_EVERY_MS = 1_000;
/**
 * What is due waits this long. After a machine was asleep everything looks silent: who carries out a plan in this process
 * says first that it is alive.
 */
const DUE_FOR_MS = 250;

/**
 * Applies time-outs when they are due, as long as anything waits at a desk: what waits there looks several times a second
 * whether something was recorded, and lets the timer know. No decision depends on it: each is made on what is due by then.
 */
class TimeOutTimer {
  readonly #desk: Desk;
  /** When time-outs are applied next; the first time at once. */
  #next = "";
  #dueSince: number | undefined;
  #hasNews = true;
  #looked = 0;
  #work: Promise<void> | undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
    desk.listen(() => this.changed());
  }

  /** Something was recorded: it may run out before what was known. */
  readonly changed = (): void => {
    this.#hasNews = true;
  };

  /** Costs a comparison, unless something is due or new. */
  beat(): void {
    if (this.#work !== undefined) return;
    const now = performance.now();
    if (this.#next > this.#desk.at()) {
      this.#dueSince = undefined;
      if (this.#hasNews && now - this.#looked >= LOOK_EVERY_MS) this.#begin(() => this.#look());
      return;
    }
    this.#dueSince ??= now;
    if (now - this.#dueSince >= DUE_FOR_MS) this.#begin(() => this.#apply());
  }

  /** Only ever brought forward: what is due is applied, even if the row that told of it has changed since. */
  async #look(): Promise<void> {
    const next = await nextTimeOut(this.#desk, this.#desk.at());
    if (next < this.#next) this.#next = next;
  }

  async #apply(): Promise<void> {
    const at = this.#desk.at();
    await applyTimeOuts(this.#desk);
    this.#next = await nextTimeOut(this.#desk, at);
  }

  /** A desk that cannot be read now is tried again; nobody who waits is harmed by it. */
  #begin(work: () => Promise<void>): void {
    this.#looked = performance.now();
    this.#dueSince = undefined;
    this.#hasNews = false;
    this.#work = work()
      .catch(this.changed)
      .finally(() => {
        this.#work = undefined;
      });
  }
}

/** The one timer of a desk, whoever waits there. */
export function timeOutTimer(desk: Desk): TimeOutTimer {
  const timer = timers.get(desk) ?? new TimeOutTimer(desk);
  timers.set(desk, timer);
  return timer;
}

const timers = new WeakMap<Desk, TimeOutTimer>();
