import { describe, expect, it } from "vitest";
import { WorkTime } from "../../../src/agent/step-runner/work-time.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";

const forever = new AbortController().signal;

describe("the time of work", () => {
  it("is what has passed, less what was spent waiting", async () => {
    const clock = new FakeClock();
    const time = new WorkTime(clock);
    clock.advance(100);
    await time.pausedDuring(async () => clock.advance(5_000));
    clock.advance(20);
    expect(time.worked).toBe(120);
  });

  it("does not change when somebody sets the clock", async () => {
    const clock = new FakeClock();
    const time = new WorkTime(clock);
    clock.advance(100);
    clock.set(1e9);
    expect(time.worked).toBe(100);
    clock.set(-2e9);
    await time.pausedDuring(async () => clock.set(1e9));
    clock.advance(5);
    expect(time.worked).toBe(105);
  });

  it("stands still as long as anybody waits, for several things at once, and also if one of them fails", async () => {
    const clock = new FakeClock();
    const time = new WorkTime(clock);
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const waits = [time.pausedDuring(() => first.promise), time.pausedDuring(() => second.promise)];
    clock.advance(10);
    first.reject(new Error("no"));
    await expect(waits[0]).rejects.toThrow("no");
    clock.advance(10);
    expect(time.worked).toBe(0);
    second.resolve();
    await waits[1];
    clock.advance(7);
    expect(time.worked).toBe(7);
  });

  it("reaches its limit when so much was worked, and not because somebody waited", async () => {
    const clock = new FakeClock();
    const time = new WorkTime(clock);
    let isReached = false;
    const reached = time.reaches(100, forever).then((is) => {
      isReached = is;
    });
    await clock.asleep(100);
    clock.advance(40);
    const person = Promise.withResolvers<void>();
    const waited = time.pausedDuring(() => person.promise);
    clock.advance(1_000);
    person.resolve();
    await waited;
    await clock.asleep(60);
    expect(isReached).toBe(false);
    clock.advance(60);
    await reached;
    expect(isReached).toBe(true);
  });

  it("no longer matters when it is over", async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const reached = new WorkTime(clock).reaches(100, stop.signal);
    stop.abort();
    expect(await reached).toBe(false);
    expect(clock.sleeping).toEqual([]);
  });
});
