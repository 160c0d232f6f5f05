import { describe, expect, it } from "vitest";
import type { TimelineEntry } from "../../../../../src/surfaces/web/api/timeline.ts";
import {
  countSince,
  NOTHING,
  titleParts,
  withNewest,
  withOlder,
} from "../../../../../src/surfaces/web/page/timeline/timeline-entries.ts";
import { ADA } from "../run-fixtures.ts";

const entry = (id: number, more: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id: String(id),
  at: "2026-01-01T00:00:00.000Z",
  by: ADA,
  kind: "note",
  tone: "plain",
  action: "event",
  title: `entry ${id}`,
  verified: true,
  ...more,
});
const ids = ({ entries }: { entries: readonly TimelineEntry[] }) => entries.map(({ id }) => id).join(" ");

describe("a timeline", () => {
  const first = withNewest(NOTHING, { entries: [entry(3), entry(2)], more: true });

  it("puts what is new above what is known", () => {
    const known = withNewest(first, { entries: [entry(5), entry(4), entry(3)], more: true });
    expect(ids(known)).toBe("5 4 3 2");
    expect(known.more).toBe(true);
  });

  it("begins again where it cannot know what is missing in between", () => {
    expect(ids(withNewest(first, { entries: [entry(9), entry(8)], more: true }))).toBe("9 8");
  });

  it("grows downwards by pages, without an entry twice", () => {
    const known = withOlder(first, { entries: [entry(2), entry(1)], more: false });
    expect(ids(known)).toBe("3 2 1");
    expect(known.more).toBe(false);
    expect(withNewest(known, { entries: [entry(4), entry(3)], more: true }).more).toBe(false);
  });

  it("counts what came since a person scrolled away", () => {
    const { entries } = withNewest(first, { entries: [entry(5), entry(4), entry(3)], more: true });
    expect(countSince(entries, "3")).toBe(2);
    expect(countSince(entries, undefined)).toBe(0);
  });
});

describe("the title of an entry", () => {
  it("begins with You for the person who looks, with the name for others", () => {
    const signed = entry(1, { title: "Ada Keller countersigned revision 3" });
    expect(titleParts(signed, "ada")).toEqual({ subject: "You", rest: " countersigned revision 3" });
    expect(titleParts(signed, "mara").subject).toBe("Ada Keller");
    expect(titleParts(signed, undefined).subject).toBe("Ada Keller");
  });

  it("begins with its step", () => {
    expect(titleParts(entry(1, { title: "Step 4 runs", step: "four" }), undefined)).toEqual({
      subject: "Step 4",
      rest: " runs",
    });
    expect(titleParts(entry(1, { title: "Refused a call" }), undefined).subject).toBe("");
  });
});
