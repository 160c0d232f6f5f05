import { expect, it } from "vitest";
import { Chance } from "../desk/chance.ts";
import { seedFrom } from "../seed.ts";
import { chaosGroup, type RunChaos } from "./executor-chaos.ts";

const GROUPS = 20;
const RUNS = 5;
const KILLS = 2;

it("does every step as often as it was told, through kills at random moments of 100 runs", {
  timeout: 600_000,
}, async () => {
  const seed = seedFrom("CHAOS_SEED");
  const chance = new Chance(seed);
  const seeds = Array.from({ length: GROUPS }, () => chance.below(2 ** 31));
  const found: RunChaos[] = [];
  const work = async () => {
    for (let next = seeds.pop(); next !== undefined; next = seeds.pop())
      found.push(await chaosGroup(next, RUNS, KILLS));
  };
  await Promise.all([work(), work()]);
  const sum = (key: "runs" | "kills" | "midway" | "again") => found.reduce((all, one) => all + one[key], 0);
  expect(
    found.flatMap(({ wrong }) => wrong),
    `CHAOS_SEED=${seed} makes the same choices again`,
  ).toEqual([]);
  expect(sum("runs")).toBe(100);
  // Nothing was shown if nobody was killed in the middle of something.
  expect(sum("kills")).toBeGreaterThan(100);
  expect(sum("midway")).toBeGreaterThan(50);
  expect(sum("again")).toBeGreaterThan(10);
});
