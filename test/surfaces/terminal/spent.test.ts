import { expect, it } from "vitest";
import { spentSince } from "../../../src/surfaces/terminal/spent.ts";

it("counts what models have taken since a moment, without what a cache had", () => {
  const said = (timestamp: number, total: number) => ({
    type: "message",
    message: {
      role: "assistant",
      timestamp,
      usage: { cost: { total }, input: 10, output: 5, cacheRead: 1_000, cacheWrite: 2 },
    },
  });
  const asked = { type: "message", message: { role: "user", timestamp: 3 } };
  const context = (...entries: object[]) => ({ sessionManager: { getBranch: () => entries } }) as never;
  const second = new Date(2).toISOString();
  const spent = spentSince(context(said(1, 5), said(2, 0.1), asked, { type: "custom" }, said(4, 0.2)), second);
  expect(spent.dollars).toBeCloseTo(0.3);
  expect(spent.tokens).toBe(34);
  expect(spentSince(context(said(1, 5), asked), second)).toEqual({ dollars: 0, tokens: 0 });
});
