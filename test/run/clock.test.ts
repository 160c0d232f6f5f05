import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/run/clock.ts";
import { FakeClock } from "../../testing/fake-clock.ts";

describe("the system's clock", () => {
  it("comes back when the time is over", async () => {
    const before = performance.now();
    await systemClock.sleep(20);
    expect(performance.now() - before).toBeGreaterThan(15);
  });

  it("comes back at once when it is told to, also from a sleep that no timer can hold", async () => {
    const stop = new AbortController();
    const slept = systemClock.sleep(2 ** 40, stop.signal);
    stop.abort();
    await slept;
    await systemClock.sleep(2 ** 40, stop.signal);
  });
});

describe("the clock of tests", () => {
  it("wakes those whose time has come, in their order, and shows each its own time", async () => {
    const clock = new FakeClock(0);
    const woken: [number, number][] = [];
    const sleep = (milliseconds: number) =>
      clock.sleep(milliseconds).then(() => {
        woken.push([milliseconds, clock.now()]);
      });
    const both = [sleep(30), sleep(10)];
    void sleep(50);
    expect(clock.sleeping).toEqual([30, 10, 50]);
    clock.advance(40);
    await Promise.all(both);
    expect(woken.map(([milliseconds]) => milliseconds)).toEqual([10, 30]);
    expect([clock.sleeping, clock.now()]).toEqual([[50], 40]);
  });

  it("lets those go who are told to wake", async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const slept = clock.sleep(1000, stop.signal);
    await clock.asleep(1000);
    stop.abort();
    await slept;
    expect(clock.sleeping).toEqual([]);
  });
});
