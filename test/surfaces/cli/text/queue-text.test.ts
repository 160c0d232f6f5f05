import fc from "fast-check";
import { expect, it } from "vitest";
import { columns } from "../../../../src/plan/wrap.ts";
import { styleFor } from "../../../../src/surfaces/cli/style.ts";
import { queueText } from "../../../../src/surfaces/cli/text/queue-text.ts";
import { codePoint } from "../../../code-point.ts";

const style = styleFor(false, {});
const now = new Date("2026-11-16T12:00:00.000Z");

it("shows the queue within its width, and nothing that a terminal would take for a command", () => {
  const title = fc.oneof(fc.string(), fc.string({ unit: codePoint }), fc.constant("漢字\u202e\u001b[31m".repeat(20)));
  fc.assert(
    fc.property(title, fc.integer({ min: 40, max: 120 }), fc.integer(), (words, width, priority) => {
      const entry = {
        ...{ id: "PLAN-0000000a", title: words, priority, at: "2026-11-16T09:00:00.000Z", after: [], position: 10 },
        waits_for: [{ plan: "PLAN-0000000b", because: "failed" as const, words: "PLAN-0000000b, which has failed" }],
      };
      const lease = { id: "l", host: words, pid: 7, began: "1", boot: "b" };
      const running = {
        ...{ id: "PLAN-0000000c", title: words, status: "paused" as const, started_at: "2026-11-16T09:00:00.000Z" },
        ...{ steps: 3, steps_done: 1, holder: { plan: "PLAN-0000000c", lease } },
      };
      const text = queueText({ entries: [entry], running: [running], most: 1 }, { style, width, now });
      const lines = text.split("\n").slice(1);
      expect(lines.filter((line) => columns(line) > width)).toEqual([]);
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    }),
  );
});
