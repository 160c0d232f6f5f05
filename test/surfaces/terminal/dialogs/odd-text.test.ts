import { initTheme, type Theme } from "@earendil-works/pi-coding-agent";
import { type TUI, visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { expect, it } from "vitest";
import { formOf } from "../../../../src/acts/request-form.ts";
import type { InboxEntry } from "../../../../src/desk/requests.ts";
import type { DialogOutcome } from "../../../../src/surfaces/terminal/dialogs/dialog.ts";
import { DialogView } from "../../../../src/surfaces/terminal/dialogs/dialog-view.ts";
import { quoted } from "../../../../src/surfaces/terminal/dialogs/quoted.ts";
import { requestDialog } from "../../../../src/surfaces/terminal/dialogs/request-dialog.ts";
import { bytesOf } from "../../../agent/bench/keys.ts";
import { codePoint } from "../../../code-point.ts";
import { runs } from "../../../runs.ts";
import { asked, PLAIN } from "./stage.ts";

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: codePoint, maxLength: 12 }) },
  { weight: 3, arbitrary: fc.string({ unit: "grapheme", maxLength: 30 }) },
  fc.constantFrom(
    "数据库",
    "👩‍👩‍👧‍👦",
    "é̂̃",
    "🇩🇪🇫🇷",
    "\t",
    "\n",
    "\r\n",
    "\x1b[31m",
    "\u202e",
    "‹U+202E›",
    " ".repeat(90),
    "x".repeat(250),
  ),
  fc.constantFrom("ข้าา", "क्षि", "ﷺ", "각", "\u0e33", "\uff9e", "\u200d", "\ufe0f", "1️⃣"),
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
const labels = fc.array(text, { minLength: 1, maxLength: 14 });

const entry: fc.Arbitrary<InboxEntry> = fc.oneof(
  fc.record({ question: text, options: labels }).map((more) => asked({ kind: "question", ...more })),
  text.map((question) => asked({ kind: "question", question })),
  fc
    .record({ tool: fc.oneof(text, fc.constant("enter_plan_mode")), summary: text, reason: text })
    .map((more) => asked({ kind: "confirmation", ...more })),
  fc
    .record({ header: text, question: text, options: labels, multi_select: fc.boolean(), title: text })
    .map(({ title, ...more }) => asked({ kind: "decision", decision_id: "d", ...more }, { title })),
  text.map((title) => asked({ kind: "divergence", digest: "x" }, { title })),
);

const key = fc.oneof(
  fc
    .constantFrom(
      "up",
      "down",
      "enter",
      "space",
      "1",
      "2",
      "3",
      "t",
      "pageUp",
      "pageDown",
      "home",
      "end",
      "tab",
      "ctrl+j",
    )
    .map(bytesOf),
  text.map((pasted) => `\x1b[200~${pasted}\x1b[201~`),
  fc.constantFrom("王", "é", "\x1b", "\x1b[99~"),
);

function open(shown: InboxEntry, rows: number, now: () => number, done: (outcome: DialogOutcome) => void): DialogView {
  const dialog = requestDialog(formOf(shown));
  if (dialog === undefined) throw new Error("There is no dialog for it.");
  const tui = { terminal: { rows, columns: 80 }, requestRender: () => {} } as unknown as TUI;
  return new DialogView(dialog, { tui, theme: PLAIN as Theme, done, now });
}

it("never draws a line that is too wide, whatever is asked, typed and answered elsewhere", () => {
  initTheme("dark");
  fc.assert(
    fc.property(
      entry,
      fc.integer({ min: 20, max: 200 }),
      fc.integer({ min: 5, max: 60 }),
      fc.array(key, { maxLength: 12 }),
      fc.option(fc.record({ by: text, how: text })),
      (shown, width, rows, keys, answered) => {
        let now = 0;
        let isDone = false;
        const view = open(
          shown,
          rows,
          () => now,
          () => {
            isDone = true;
          },
        );
        const check = () => {
          for (const line of view.render(width)) expect(visibleWidth(line)).toBeLessThanOrEqual(width);
        };
        // Where a person writes, pi shows their own text as it is.
        const checkHidden = () => expect(view.render(width).join("")).not.toMatch(/[\n\r\t\u202e]/);
        check();
        checkHidden();
        for (const data of keys) {
          now += 1000;
          if (!isDone) view.handleInput(data);
          check();
        }
        if (!answered || isDone) return;
        view.closeWith(answered);
        check();
        checkHidden();
      },
    ),
    { numRuns: runs(150) },
  );
});

it("loses no character of what would run", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.integer({ min: 20, max: 200 }), (line, width) => {
      const plain = line.replaceAll(/[^\p{L}\p{N}\p{P} ]/gu, "x");
      const lines = quoted(PLAIN, plain, width, { exact: true });
      expect(lines.map((part) => part.slice(2)).join("")).toBe(plain);
      for (const part of lines) expect(visibleWidth(part)).toBeLessThanOrEqual(width);
    }),
  );
});

const READING = new Set(["pageUp", "pageDown", "home", "end"].map(bytesOf));

it("never answers before the pause is over, whatever is typed", () => {
  initTheme("dark");
  fc.assert(
    fc.property(entry, fc.array(key, { maxLength: 20 }), (shown, keys) => {
      let now = 0;
      const outcomes: DialogOutcome[] = [];
      const view = open(
        shown,
        30,
        () => now,
        (outcome) => outcomes.push(outcome),
      );
      view.render(80);
      for (const data of keys) {
        // Reading on is no typing, and begins no new pause.
        if (!READING.has(data)) now += 299;
        view.handleInput(data);
      }
      expect(outcomes).toEqual([]);
    }),
    { numRuns: runs(100) },
  );
});
