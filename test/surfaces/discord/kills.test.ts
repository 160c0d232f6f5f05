import { expect, it } from "vitest";
import { DiscordBench } from "./bench.ts";
import { killAgainAndAgain } from "./kills.ts";

it("loses nothing and does nothing twice though it is killed again and again", { timeout: 150_000 }, async () => {
  const bench = await DiscordBench.prepare({ execution: "subagent" });
  const seed = Number(process.env["CHAOS_SEED"] ?? Date.now() % 1_000_000);
  const { wrong, kills } = await killAgainAndAgain(bench, { seed, kills: KILLS, patience: 40_000 });
  expect(wrong, `CHAOS_SEED=${seed}`).toEqual([]);
  expect(kills).toBeGreaterThan(0);
});

const KILLS = Number(process.env["CHAOS_KILLS"] ?? 5);
