import { Desk } from "../../src/desk/desk.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import type { Fixture } from "./fixture.ts";

const MINUTE = 60_000;

/** Time as it really passes, for all machines. */
export class RealTime {
  now = Date.parse("2026-11-15T09:00:00.000Z");

  pass(minutes: number): void {
    this.now += minutes * MINUTE;
  }
}

/** A machine whose clock can be set; its desks share the project of the fixture. */
export class Machine {
  readonly #f: Fixture;
  readonly #time: RealTime;
  readonly #name: string;
  #set = 0;
  #boots = 1;
  #booted: number;

  constructor(f: Fixture, time: RealTime, { name = "here", ahead = 0 } = {}) {
    this.#f = f;
    this.#time = time;
    this.#name = name;
    this.#set = ahead * MINUTE;
    this.#booted = time.now - 60 * MINUTE;
  }

  /** Somebody sets the clock, so many minutes forward or back. */
  set(minutes: number): void {
    this.#set += minutes * MINUTE;
  }

  reboot(): void {
    this.#boots += 1;
    this.#booted = this.#time.now;
  }

  /** A process of this machine; with a clock of its own, if it has one. */
  open({ ahead = 0 } = {}): Desk {
    const offset = () => this.#set + ahead * MINUTE;
    const desk = new Desk({
      directory: this.#f.project,
      env: this.#f.env,
      now: () => new Date(this.#time.now + offset()),
      boot: () => ({ id: `${this.#name}-${this.#boots}`, at: (this.#booted + offset()) / 1000 }),
    });
    afterTest(() => desk.close());
    return desk;
  }
}
