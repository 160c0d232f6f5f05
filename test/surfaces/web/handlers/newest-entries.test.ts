import fc from "fast-check";
import { expect, it } from "vitest";
import { HOST } from "../../../../src/lifecycle/actor.ts";
import { NewestEntries } from "../../../../src/surfaces/web/handlers/newest-entries.ts";

it("the newest entries are those of all of them sorted, of which few are held", () => {
  const times = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1_000, maxLength: 5_000 });
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 200 }), (all, most) => {
      const entries = all.map((time, version) => ({
        ...{ at: String(time).padStart(3, "0"), version, project: "p", journal: "PLAN-00000000" },
        ...{ by: HOST, action: "paused", verified: true },
      }));
      const newest = new NewestEntries(most);
      for (const entry of entries) newest.add(entry);
      const sorted = entries.toSorted((a, b) => (a.at === b.at ? b.version - a.version : a.at < b.at ? 1 : -1));
      expect(newest.entries()).toEqual(sorted.slice(0, most));
      expect(newest.total).toBe(entries.length);
    }),
    { numRuns: 20 },
  );
});
