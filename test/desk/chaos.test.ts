import { expect, it } from "vitest";
import { seedFrom } from "../seed.ts";
import { makeChaos } from "./chaos.ts";

it("keeps everything it acknowledged through 100 kills at random moments", { timeout: 600_000 }, async () => {
  const seed = seedFrom("CHAOS_SEED");
  const { wrong, kills, acknowledged } = await makeChaos({ kills: 100, seed });
  expect(wrong, `CHAOS_SEED=${seed} makes the same choices again`).toEqual([]);
  expect(kills).toBe(100);
  expect(acknowledged).toBeGreaterThan(50);
});
