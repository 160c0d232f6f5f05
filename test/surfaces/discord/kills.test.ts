import { expect, it } from "vitest";
import { DiscordBench } from "./bench.ts";
import { killAgainAndAgain } from "./kills.ts";

it("loses nothing and does nothing twice though the bot is killed again and again", { timeout: 180_000 }, async () => {
  const bench = await DiscordBench.prepare({ execution: "subagent" });
  const seed = Number(process.env["CHAOS_SEED"] ?? Date.now() % 1_000_000);
  const sum = await killAgainAndAgain(bench, { seed, kills: Number(process.env["KILLS"] ?? 6), patience: 40_000 });
  console.log(seed, sum);
  expect(sum.wrong, `CHAOS_SEED=${seed}`).toEqual([]);
});
