import { expect, it } from "vitest";
import { costSince } from "../../../src/surfaces/terminal/cost-since.ts";

it("counts what models have cost since a moment, and tells nothing where they cost nothing", () => {
  const said = (timestamp: number, total: number) => ({
    type: "message",
    message: { role: "assistant", timestamp, usage: { cost: { total } } },
  });
  const asked = { type: "message", message: { role: "user", timestamp: 3 } };
  const context = (...entries: object[]) => ({ sessionManager: { getBranch: () => entries } }) as never;
  const second = new Date(2).toISOString();
  expect(costSince(context(said(1, 5), said(2, 0.1), asked, { type: "custom" }, said(4, 0.2)), second)).toBeCloseTo(
    0.3,
  );
  expect(costSince(context(said(1, 5), said(2, 0)), second)).toBeUndefined();
});
