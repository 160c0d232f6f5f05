import fc from "fast-check";
import { expect, it } from "vitest";
import {
  clock,
  counted,
  duration,
  grouped,
  money,
  roughDuration,
  secondsBetween,
  tokens,
} from "../../src/plan/quantities.ts";
import { timeAgo, timeUntil } from "../../src/plan/time-ago.ts";

it("writes how long something took to the second, and roughly where that is enough", () => {
  const lengths = [0, 0.44, 59.9, 60, 185, 3599, 3600, 3900, 200_000];
  expect(lengths.map(duration)).toEqual([
    "0 s",
    "0.4 s",
    "1 min",
    "1 min",
    "3 min 5 s",
    "59 min 59 s",
    "1 h",
    "1 h 5 min",
    "55 h 33 min",
  ]);
  expect(lengths.map(roughDuration)).toEqual([
    "0 s",
    "0 s",
    "59 s",
    "1 min",
    "3 min",
    "59 min",
    "1 h",
    "1 h 5 min",
    "2 d",
  ]);
  expect([0, 12, 75, 3661].map(clock)).toEqual(["0:00", "0:12", "1:15", "1:01:01"]);
});

it("writes money, tokens and counts as people do", () => {
  expect([0, 0.001, 0.125, 12].map(money)).toEqual(["$0.00", "<$0.01", "$0.13", "$12.00"]);
  expect([0, 999, 1000, 999_499, 1_234_567].map(tokens)).toEqual(["0", "999", "1k", "999k", "1.2M"]);
  expect([counted(1, "step"), counted(2, "step"), counted(1200, "step")]).toEqual(["1 step", "2 steps", "1,200 steps"]);
  expect([counted(1, "entry", "entries"), counted(0, "entry", "entries")]).toEqual(["1 entry", "0 entries"]);
});

it("writes nothing that is no number", () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -5]) {
    expect([duration(value), roughDuration(value), clock(value), money(value), tokens(value)]).toEqual([
      "0 s",
      "0 s",
      "0:00",
      "$0.00",
      "0",
    ]);
  }
});

it("tells how long ago something was, and nothing of a time that is not known", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  const told = ["2026-03-01T11:59:30Z", "2026-03-01T11:58:00Z", "2026-02-26T12:00:00Z", "2026-03-01T13:00:00Z", "x"];
  expect(told.map((at) => timeAgo(at, now))).toEqual([
    ...["just now", "2 minutes ago", "3 days ago", "at a time to come", ""],
  ]);
  expect(timeAgo("2026-03-01T12:00:30Z", now)).toBe("just now");
  expect([timeUntil("2026-03-01T13:00:00Z", now), timeUntil("2026-03-01T11:00:00Z", now)]).toEqual([
    ...["in 1 hour", "in 1 minute"],
  ]);
  expect(secondsBetween("2026-03-01T11:59:30Z", now.toISOString())).toBe(30);
  expect([secondsBetween(undefined, now.toISOString()), secondsBetween("x", now.toISOString())]).toEqual([
    undefined,
    undefined,
  ]);
});

it("sets thousands apart as people do, without the tables of Node for languages", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      expect(grouped(count)).toBe(count.toLocaleString("en-US"));
    }),
  );
});
