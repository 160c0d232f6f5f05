import { expect, it } from "vitest";
import { soakDiscord } from "./soak.ts";

// All of it: node scripts/soak-discord.ts
it("loses no answer and counts none twice, on a bad connection, and does not grow", { timeout: 120_000 }, async () => {
  const { wrong, log, plans, signed, refused, rss, cpuMs } = await soakDiscord({ channels: 10, plans: 40, seed: 7 });
  expect(wrong).toEqual([]);
  expect(log).toEqual([]);
  expect({ plans, isSigned: signed > 0, isRefused: refused > 0 }).toEqual({
    ...{ plans: 40, isSigned: true, isRefused: true },
  });
  expect((rss.at(-1) ?? 0) / (rss[0] ?? 1)).toBeLessThan(1.3);
  expect(cpuMs).toBeLessThan(60_000);
});
