import { type Boot, differ } from "../lifecycle/clock-change.ts";
import type { Desk } from "./desk.ts";
import { applyTimeOuts, nextTimeOut, recordClockSet } from "./time-outs.ts";

/** At most one search for a new time-out a second. */
const LOOK_EVERY_MS = 1_000;
/**
 * The delay of a due time-out. After the machine slept, every process looks silent: an executor in this process first
 * records its heartbeat.
 */
const DUE_FOR_MS = 250;

/**
 * Applies time-outs when they are due, as long as a caller waits at the desk: waiting callers poll for changes
 * several times a second, and call the timer. No decision depends on it: each decision applies the time-outs due by
 * then.
 */
class TimeOutTimer {
  readonly #desk: Desk;
  /** When time-outs are applied next; at first immediately. */
  #next = "";
  #dueSince: number | undefined;
  #hasNews = true;
  #looked = 0;
  #boot: Boot | undefined;
  #checked = 0;
  #work: Promise<void> | undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
    desk.listen(() => this.changed());
  }

  /** Something was recorded: it may expire earlier than the known time. */
  readonly changed = (): void => {
    this.#hasNews = true;
  };

  /** Costs one comparison, unless something is due or new. */
  beat(): void {
    if (this.#work !== undefined) return;
    const now = performance.now();
    if (now - this.#checked >= LOOK_EVERY_MS && this.#isClockSet(now)) {
      this.#begin(() => this.#apply(recordClockSet));
      return;
    }
    if (this.#next > this.#desk.at()) {
      this.#dueSince = undefined;
      if (this.#hasNews && now - this.#looked >= LOOK_EVERY_MS) this.#begin(() => this.#look());
      return;
    }
    this.#dueSince ??= now;
    if (now - this.#dueSince >= DUE_FOR_MS) this.#begin(() => this.#apply());
  }

  /** Only ever moved to an earlier time: a due time-out is applied even if its row has changed since. */
  async #look(): Promise<void> {
    const next = await nextTimeOut(this.#desk, this.#desk.at());
    if (next < this.#next) this.#next = next;
  }

  /** Whether the clock was set since the last look: it is recorded before a time-out is looked for. */
  #isClockSet(now: number): boolean {
    this.#checked = now;
    const { boot } = this.#desk.moment();
    const before = this.#boot;
    const isSet = boot !== undefined && before !== undefined && differ(boot, before);
    if (isSet || before === undefined) this.#boot = boot;
    return isSet;
  }

  async #apply(before?: (desk: Desk) => Promise<void>): Promise<void> {
    await before?.(this.#desk);
    const at = this.#desk.at();
    await applyTimeOuts(this.#desk);
    this.#next = await nextTimeOut(this.#desk, at);
  }

  /** A desk that cannot be read now is tried again later; the callers that wait are not affected. */
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

/** The one timer of a desk, shared by all that wait there. */
export function timeOutTimer(desk: Desk): TimeOutTimer {
  const timer = timers.get(desk) ?? new TimeOutTimer(desk);
  timers.set(desk, timer);
  return timer;
}

const timers = new WeakMap<Desk, TimeOutTimer>();
