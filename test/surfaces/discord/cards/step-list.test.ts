import { describe, expect, it } from "vitest";
import { type StepListing, stepList } from "../../../../src/surfaces/discord/cards/step-list.ts";

const listing = (count: number, more: Partial<StepListing> = {}): StepListing => ({
  count,
  room: 1000,
  line: (index, room) => `${index + 1} ${"t".repeat(200)}`.slice(0, room),
  importance: () => 0,
  isHighRisk: () => false,
  ...more,
});

describe("a list of steps", () => {
  it("shortens titles before it leaves out steps", () => {
    const lines = stepList(listing(9)).split("\n");
    expect(lines).toHaveLength(9);
    expect(lines[0]).toHaveLength(110);
  });

  it("keeps the first, the last, and what matters, and says what it leaves out", () => {
    const risky = [70, 80, 120];
    const list = stepList(
      listing(200, {
        importance: (index) => (risky.includes(index) ? 3 : 0),
        isHighRisk: (index) => risky.includes(index),
      }),
    );
    expect(list.length).toBeLessThanOrEqual(1000);
    for (const index of [0, ...risky, 199]) expect(list).toContain(`${index + 1} ttt`);
    expect(list).toMatch(/\n⋮\n/);
    expect(list).toMatch(/\n… 18\d more steps, all in the attached plan$/);
  });

  it("says how many of high risk there was no room for", () => {
    const list = stepList(listing(200, { isHighRisk: () => true }));
    expect(list).toMatch(/… (\d+) more steps \(\1 of high risk\), all in the attached plan$/);
  });
});
