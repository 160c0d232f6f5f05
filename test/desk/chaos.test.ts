import { expect, it } from "vitest";
import { makeChaos } from "./chaos.ts";

it("keeps everything it acknowledged through 100 kills at random moments", { timeout: 180_000 }, async () => {
  const seed = Number(process.env["CHAOS_SEED"] ?? Date.now() % 1_000_000);
  const { wrong, kills, acknowledged } = await makeChaos({ kills: 100, seed });
  expect(wrong, `CHAOS_SEED=${seed} makes the same choices again`).toEqual([]);
  expect(kills).toBe(100);
  expect(acknowledged).toBeGreaterThan(50);
});
