import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { goAheadDialog } from "../../../../src/surfaces/terminal/dialogs/go-ahead-dialog.ts";
import { notTypedDialog } from "../../../../src/surfaces/terminal/dialogs/not-typed-dialog.ts";
import { text } from "../../../plan/arbitrary-plan.ts";
import { runs } from "../../../runs.ts";
import { PAUSE, stage } from "./stage.ts";

const DIGEST = `sha256:${"0123456789abcdef".repeat(4)}` as const;
const PLAN = { id: "PLAN-7c1e90ab", proposal: { revision: 2, digest: DIGEST, plan: { title: "Say two", steps: [] } } };

function goAhead({ words = "go ahead", title = "Say two", hasDraft = false } = {}) {
  const { id, proposal } = PLAN;
  return goAheadDialog(
    { id, proposal: { ...proposal, text: "", plan: { title, steps: [] } } as never },
    words,
    hasDraft,
  );
}

describe("“go ahead”, asked once more", () => {
  it("shows the words, and the revision and digest that would be signed", async () => {
    const { screen } = await stage(goAhead());
    expect(await screen()).toBe(
      [
        " what was said before",
        "─".repeat(80),
        " ? Approve revision 2 of PLAN-7c1e90ab?",
        "   Say two",
        " You wrote",
        " │ go ahead",
        " This approves all its steps, with the digest",
        ` ${DIGEST}`,
        "",
        "   1 ( ) Approve revision 2",
        "   2 ( ) No, the message is for the agent",
        "",
        " 1–2 or ↑↓ chooses · Enter confirms · Esc: no",
        "─".repeat(80),
      ].join("\n"),
    );
  });

  it("says that what was chosen in the review is not signed with it", async () => {
    const { screen } = await stage(goAhead({ hasDraft: true }));
    expect(await screen()).toContain("! Your choices and text in the review are not included: /plan opens it.");
  });

  it("is not answered by keys that were on their way, nor by Enter alone", async () => {
    const { press, pass, outcome, screen, ended } = await stage(goAhead(), { waits: false });
    await press("1", "enter");
    expect(outcome()).toBeUndefined();
    expect(await screen()).toContain("You pressed that key before this dialog appeared; press it again.");
    pass(PAUSE);
    await press("enter");
    expect(outcome()).toBeUndefined();
    expect(await screen()).toContain("Press 1, 2, or choose with ↑ ↓.");
    // The key alone signs nothing, and an Enter that follows at once does not either.
    await press("1", "enter");
    expect(outcome()).toBeUndefined();
    pass(PAUSE);
    await press("enter");
    expect(await ended).toMatchObject({ kind: "answered", answer: { kind: "confirmation", allow: true } });
  });

  it.each([
    "1 is fine",
    "1y",
    "1  x",
  ])("is not answered by a sentence that begins with its key: %s", async (sentence) => {
    const { press, pass, outcome } = await stage(goAhead());
    for (const letter of sentence) {
      await press((letter === " " ? "space" : letter) as never);
      pass(PAUSE);
    }
    await press("enter");
    expect(outcome()).toBeUndefined();
  });

  it.each([["2", "enter"], ["escape"]] as const)("signs nothing with %s", async (...keys) => {
    const { press, ended } = await stage(goAhead());
    await press(...keys);
    const outcome = await ended;
    expect(outcome.kind === "answered" && outcome.answer).not.toMatchObject({ allow: true });
  });

  it("cannot be answered before its last line could be read", async () => {
    const { press, screen, outcome, pass, ended } = await stage(goAhead({ words: "go\n".repeat(40) }), { rows: 20 });
    await press("1");
    pass(PAUSE);
    await press("enter");
    expect(outcome()).toBeUndefined();
    expect(await screen()).toContain("You have not read all of it");
    pass(PAUSE);
    await press("end");
    expect(await screen()).toContain(DIGEST);
    await press("enter");
    expect((await ended).kind).toBe("answered");
  });

  it("is never too wide, whatever the words and the title", async () => {
    await fc.assert(
      fc.asyncProperty(text, text, fc.integer({ min: 20, max: 90 }), async (words, title, columns) => {
        const { screen, press } = await stage(goAhead({ words, title, hasDraft: true }), { columns, rows: 24 });
        const lines = (await screen()).split("\n");
        expect(lines.filter((line) => visibleWidth(line) > columns)).toEqual([]);
        expect(lines.join("")).not.toMatch(/[\p{Cc}\u202e\u200b]/u);
        await press("escape");
      }),
      { numRuns: runs(40) },
    );
  });
});

describe("a command that did not come from the keyboard", () => {
  it("is shown to the letter, and done only if somebody says so", async () => {
    const { screen, press, ended } = await stage(notTypedDialog("/plan handoff\u202e"));
    expect(await screen()).toContain("│ /plan handoff‹U+202E›");
    await press("1");
    expect(await ended).toMatchObject({ answer: { kind: "confirmation", allow: true } });
  });
});

describe("a text that is longer than the screen", () => {
  it.each([14, 16, 18, 19, 20, 21, 22, 24])("is read to its last line on %d rows", async (rows) => {
    for (let lines = 1; lines <= 20; lines += 1) {
      const words = Array.from({ length: lines }, (_, number) => `word ${number}`).join("\n");
      const { screen, press, pass, outcome } = await stage(goAhead({ words }), { columns: 60, rows });
      for (let page = 0; page < 12; page++) {
        await press("pageDown");
        await screen();
      }
      expect(await screen()).toContain(DIGEST.slice(-10));
      await press("pageDown", "1");
      pass(PAUSE);
      await press("enter");
      await screen();
      expect([rows, lines, outcome()?.kind]).toEqual([rows, lines, "answered"]);
    }
  });
});
