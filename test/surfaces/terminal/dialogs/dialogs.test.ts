import { describe, expect, it } from "vitest";
import { closingMessage } from "../../../../src/surfaces/terminal/dialogs/closing-message.ts";
import { PanelPlace } from "../../../../src/surfaces/terminal/panel/panel-place.ts";
import {
  AMENDMENT,
  BY_ANA,
  CONFIRMATION,
  DECIDING,
  DIVERGENCE,
  decisionOf,
  FREE_QUESTION,
  LONG_CONFIRMATION,
  PLAN_FIRST,
  QUESTION,
} from "./sample-requests.ts";
import { asked, PAUSE, PLAIN, stage } from "./stage.ts";

const RULE = "─".repeat(80);

describe("a question", () => {
  it("is shown with its options, and a digit answers it", async () => {
    const { screen, press, ended } = await stage(QUESTION);
    expect(await screen()).toBe(
      [
        " what was said before",
        RULE,
        " ? The agent asks",
        " │ Which database should the sessions go to?",
        " │",
        " │ The tests use SQLite; 数据库 would be new.",
        "",
        " ▸ 1  Postgres",
        "   2  SQLite, as in the tests",
        "   3  Redis 数据库",
        "   t  In my own words…",
        "",
        " 1–3 or ↑↓ Enter answers · Esc: answer later",
        RULE,
      ].join("\n"),
    );
    await press("3");
    expect(await ended).toMatchObject({ kind: "answered", answer: { kind: "question", text: "Redis 数据库" } });
    expect(await screen()).not.toContain("The agent asks");
  });

  it("is answered with arrows and Enter", async () => {
    const { press, ended } = await stage(QUESTION);
    await press("down", "down", "up", "enter");
    expect(await ended).toMatchObject({ answer: { kind: "question", text: "SQLite, as in the tests" } });
  });

  it.each([
    ["t"],
    ["down", "down", "down", "enter"],
    ["up", "down", "down", "down", "down", "down", "enter"],
  ])("takes the person's own words, on several lines (%s)", async (...way) => {
    const { press, type, ended, screen } = await stage(QUESTION);
    await press(...way);
    await type("Ask 王 first,");
    await press("ctrl+j");
    await type("1 then 2");
    expect(await screen()).toMatch(/Your answer, in your own words\n ─+\n Ask 王 first,\n 1 then 2\n ─+\n Enter sends/);
    await press("enter");
    expect(await ended).toMatchObject({
      kind: "answered",
      answer: { kind: "question", text: "Ask 王 first,\n1 then 2" },
    });
  });

  it("takes a sentence as own words, whatever it contains", async () => {
    const { type, press, ended } = await stage(QUESTION);
    await type("give it 2 tables");
    await press("enter");
    expect(await ended).toMatchObject({ answer: { kind: "question", text: "give it 2 tables" } });
  });

  it("takes a paste as own words, and does not send it by itself", async () => {
    const { paste, press, ended, outcome } = await stage(QUESTION);
    await paste("1\n2\n");
    expect(outcome()).toBeUndefined();
    await press("!", "enter");
    expect(await ended).toMatchObject({ answer: { text: "1\n2\n!" } });
  });

  it("without options has a place to write at once, and sends nothing empty", async () => {
    const { press, type, screen, ended, outcome } = await stage(FREE_QUESTION);
    await press("enter");
    expect(await screen()).toContain("! Write your answer first");
    expect(outcome()).toBeUndefined();
    await type("15 minutes");
    await press("enter");
    expect(await ended).toMatchObject({ answer: { kind: "question", text: "15 minutes" } });
  });

  it("that is put aside keeps what was typed for the next time", async () => {
    const first = await stage(QUESTION);
    await first.press("t");
    await first.type("half a thou");
    await first.press("escape");
    expect(await first.screen()).toContain("t  In my own words… (your text is kept)");
    await first.press("escape");
    const aside = await first.ended;
    expect(aside).toEqual({ kind: "aside", draft: { words: "half a thou", picked: [] } });

    const again = await stage(QUESTION, { draft: aside.draft });
    expect(await again.screen()).toContain("half a thou");
    await again.type("ght");
    await again.press("enter");
    expect(await again.ended).toMatchObject({ answer: { text: "half a thought" } });
  });

  it("with more options than digits is answered by arrows, all of them in reach", async () => {
    const options = Array.from({ length: 30 }, (_, index) => `option number ${index + 1}`);
    const { press, screen, ended } = await stage(asked({ kind: "question", question: "Which?", options }));
    expect(await screen()).not.toContain("option number 29");
    for (let line = 0; line < 28; line++) await press("down");
    expect(await screen()).toContain("▸    option number 29");
    await press("enter");
    expect(await ended).toMatchObject({ answer: { text: "option number 29" } });
  });

  it("cannot draw lines that look like ours, nor hide anything", async () => {
    const { screen } = await stage(
      asked({ kind: "question", question: "a\n ▸ 1  Yes\u202e\u001b[2Jx", options: ["y\nz", "\u200b"] }),
    );
    const shown = await screen();
    expect(shown).toContain(" │  ▸ 1  Yes‹U+202E›‹U+001B›[2Jx");
    expect(shown).toContain("1  y ⏎ z");
    expect(shown).toContain("2  ‹U+200B›");
  });
});

describe("a confirmation", () => {
  it("shows why, and all of what would run, with nothing chosen yet", async () => {
    const { screen, press, outcome } = await stage(CONFIRMATION);
    const shown = await screen();
    expect(shown).toContain("? May bash be used?");
    expect(shown).toContain("Why you are asked: `rm` deletes files, and the plan does not say so.");
    expect(shown).toContain("! There are hidden characters in it; they are spelled out as ‹U+…›.");
    expect(shown).toContain("│ rm -rf dist ‹U+202E›/tmp/x && npm run build");
    expect(shown).not.toContain("▸");
    await press("enter", "space", "y");
    expect(outcome()).toBeUndefined();
  });

  it.each([
    ["1", { kind: "confirmation", allow: true }],
    ["2", { kind: "confirmation", allow: false }],
  ])("is answered by %s", async (key, answer) => {
    const { press, ended } = await stage(CONFIRMATION);
    await press(key);
    expect(await ended).toEqual({ kind: "answered", answer, draft: { words: "", picked: [] } });
  });

  it("keeps a sentence that is typed for the editor", async () => {
    const { type, press, screen, editor, outcome, ended } = await stage(CONFIRMATION);
    await type("use trash");
    expect(outcome()).toBeUndefined();
    expect(await screen()).toContain("! Only the keys below answer here; text that you type is kept for the editor.");
    await press("escape");
    expect(await ended).toMatchObject({ kind: "aside" });
    expect(editor()).toBe("use trash");
  });

  it("is refused with words about what to do instead", async () => {
    const { press, type, ended } = await stage(CONFIRMATION);
    await press("3");
    await type("1 use trash");
    await press("enter");
    expect(await ended).toMatchObject({ answer: { kind: "confirmation", allow: false, note: "1 use trash" } });
  });

  it("is never allowed with words that were written for a refusal", async () => {
    const { press, type, ended } = await stage(CONFIRMATION);
    await press("3");
    await type("no");
    await press("escape", "1");
    expect(await ended).toEqual({
      kind: "answered",
      answer: { kind: "confirmation", allow: true },
      draft: { words: "no", picked: [] },
    });
  });

  it("is not allowed by one key before its end was on the screen", async () => {
    const { press, pass, screen, ended, outcome } = await stage(LONG_CONFIRMATION);
    await press("1");
    expect(await screen()).toContain("You have not read all of it");
    await press("1", "1");
    expect(outcome(), "a key that is held down").toBeUndefined();
    pass(PAUSE);
    await press("1");
    expect(await ended).toMatchObject({ answer: { allow: true } });
  });

  it("is not allowed by one key after a jump to its end, which leaves out what is between", async () => {
    const { press, screen, outcome } = await stage(LONG_CONFIRMATION);
    await press("end");
    expect(await screen()).toContain("│ rm -rf /");
    await press("1");
    expect(await screen()).toContain("You have not read all of it");
    expect(outcome()).toBeUndefined();
  });

  it("is allowed by one key after all of it was on the screen", async () => {
    const { press, screen, ended } = await stage(LONG_CONFIRMATION);
    expect(await screen()).not.toContain("rm -rf /");
    while (!(await screen()).includes("│ rm -rf /")) await press("pageDown");
    await press("1");
    expect(await ended).toMatchObject({ answer: { allow: true } });
  });

  it("shows every character, spaces too, and which line breaks are its own", async () => {
    const summary = `echo ok${" ".repeat(100)}; rm -rf ~\nnext`;
    const { screen } = await stage(asked({ kind: "confirmation", tool: "bash", summary, reason: "r" }));
    const quoted = (await screen()).split("\n").filter((line) => /^ [│┊]/.test(line));
    expect(quoted.map((line) => line[1])).toEqual(["│", "┊", "│"]);
    expect(quoted[1]).toMatch(/^ ┊ {20,}; rm -rf ~$/);
  });

  it("asks in other words whether to plan first", async () => {
    const { screen, press, type, ended } = await stage(PLAN_FIRST);
    const shown = await screen();
    expect(shown).toContain("? The agent wants to plan first\n │ Three services and a migration.");
    expect(shown).toContain("1  Plan first\n   2  No plan for this\n   3  No plan, and say why…");
    expect(shown).not.toContain("enter_plan_mode");
    await press("3");
    await type("just do it");
    await press("enter");
    expect(await ended).toMatchObject({ answer: { kind: "confirmation", allow: false, note: "just do it" } });
  });
});

describe("a decision", () => {
  it("is shown with what the plan says of its options, and confirmed with Enter", async () => {
    const { screen, press, ended, outcome } = await stage(decisionOf(false), { plan: DECIDING });
    expect(await screen()).toContain(
      [
        " ? To be decided: Algorithm",
        "   Replace session cookies with JWT",
        " │ Which algorithm signs the tokens?",
        "",
        "   1 ( ) EdDSA",
        "         small and fast",
        " ▸ 2 (•) RS256 (recommended)",
        "         every library knows it",
        "   3 ( ) HS256",
      ].join("\n"),
    );
    await press("3");
    expect(outcome()).toBeUndefined();
    await press("up", "up", "enter");
    expect(await ended).toMatchObject({ answer: { kind: "decision", selections: ["EdDSA"] } });
  });

  it("takes several where it may, in the order of the plan", async () => {
    const { press, screen, ended, outcome } = await stage(decisionOf(true));
    await press("enter");
    expect(await screen()).toContain("! Nothing is marked yet");
    expect(outcome()).toBeUndefined();
    await press("3", "2", "up", "space", "2", "enter");
    expect(await ended).toMatchObject({ answer: { kind: "decision", selections: ["EdDSA", "HS256"] } });
  });

  it("that is put aside keeps its marks", async () => {
    const first = await stage(decisionOf(true));
    await first.press("1", "3", "escape");
    const { draft } = await first.ended;
    const again = await stage(decisionOf(true), { draft });
    expect(await again.screen()).toMatch(/1 \[x\] EdDSA\n.*2 \[ \] RS256\n.*3 \[x\] HS256/);
  });

  it("always shows what Enter would confirm", async () => {
    const { screen } = await stage(decisionOf(false), { plan: DECIDING, columns: 24, rows: 20 });
    expect(await screen()).toContain("(•) RS256");
  });
});

describe("an amendment", () => {
  it("shows every choice on a small screen, and scrolls what the call would do", async () => {
    const { screen } = await stage(AMENDMENT, { columns: 60, rows: 20 });
    const shown = await screen();
    expect(shown).toMatch(/lines 1–3 of \d+ ↓/);
    expect(shown).toMatch(
      / 1 {2}Allow once\n.* 2 {2}Add it to the step\n.*\n.* 3 {2}Refuse\n.* 4 {2}Refuse, and say what to do instead…\n 1–4/,
    );
  });
});

describe("on a small screen that a panel shares", () => {
  const panel = new PanelPlace();
  panel.lines = () => ["", " ▾ Say two  [░░░░] 0/4", "   ◐ one", "   ◐ two"];
  const small = { columns: 60, rows: 20, panel };
  const shownWith = async (what: Parameters<typeof stage>[0]) => {
    const lines = (await (await stage(what, small)).screen()).split("\n");
    const first = lines.findIndex((line) => line.includes("▾ Say two"));
    expect(lines.slice(first, first + 4)).toEqual([...panel.lines(60, PLAIN).slice(1), "─".repeat(60)]);
    return lines.slice(first + 4).join("\n");
  };

  it("covers the transcript before it hides a way to refuse", async () => {
    const shown = await shownWith(AMENDMENT);
    expect(shown).toMatch(/ 1 {2}Allow once\n[\s\S]* 3 {2}Refuse\n.* 4 {2}Refuse, and say what to do instead…\n 1–4/);
  });

  it("covers the transcript before it hides an option", async () => {
    const options = ["The person who changed the record last, as the old system knows", "Two", "Three", "Four", "Five"];
    const question =
      "Who owns a record of the old system that names no owner, or one that the new system does not know?";
    const shown = await shownWith(asked({ kind: "question", question, options }));
    expect(shown).toMatch(/ 1 {2}The person[\s\S]* 5 {2}Five\n.* t {2}In my own words…/);
  });

  it("leaves the transcript as it is where there is nothing to hide", async () => {
    const { screen } = await stage(asked({ kind: "question", question: "Which?", options: ["A"] }), small);
    expect(await screen()).toContain("what was said before");
  });
});

describe("a divergence", () => {
  it.each([
    ["1", "signed"],
    ["2", "review"],
  ])("is settled by %s: %s", async (key, choice) => {
    const { screen, press, ended } = await stage(DIVERGENCE);
    expect(await screen()).toContain(
      "? The plan file differs from the signed text\n   Replace session cookies with JWT",
    );
    await press(key);
    expect(await ended).toMatchObject({ answer: { kind: "divergence", choice } });
  });
});

describe("a sentence that begins with the key of an entry", () => {
  it.each(["1 of them", "2", "two, please", "t5"])("answers a question in the person's words: %s", async (sentence) => {
    const { type, press, ended, outcome, settle } = await stage(QUESTION);
    await type(`${sentence}.`);
    settle();
    expect(outcome()).toBeUndefined();
    await press("enter");
    expect(await ended).toMatchObject({ answer: { kind: "question", text: `${sentence}.` } });
  });

  it("allows nothing, and is kept for the editor", async () => {
    const { type, press, ended, outcome, editor, settle } = await stage(CONFIRMATION);
    await type("1 is wrong");
    settle();
    expect(outcome()).toBeUndefined();
    await press("escape");
    expect(await ended).toMatchObject({ kind: "aside" });
    await expect.poll(editor).toBe("1 is wrong");
  });

  it("is no sentence if nothing follows: the key alone answers, and Esc right behind it takes it back", async () => {
    const lone = await stage(CONFIRMATION);
    await lone.type("2");
    expect(lone.outcome()).toBeUndefined();
    lone.settle();
    expect(await lone.ended).toMatchObject({ answer: { allow: false } });
    const back = await stage(CONFIRMATION);
    await back.type("1");
    await back.press("escape");
    expect(await back.ended).toMatchObject({ kind: "aside" });
  });
});

describe("keys that were typed before the dialog appeared", () => {
  it("answer nothing, however long the person goes on typing, and return to the editor", async () => {
    const { press, pass, outcome, screen, editor, ended } = await stage(CONFIRMATION, { waits: false });
    for (const key of ["F", "i", "x", " ", "1", " ", "王", "enter", "escape", "1"]) {
      await press(key === " " ? "space" : key);
      pass(PAUSE - 1);
    }
    expect(outcome()).toBeUndefined();
    expect(await screen()).toContain("! You pressed that key before this dialog appeared; press it again.");
    pass(1);
    await press("2");
    expect(await ended).toMatchObject({ answer: { allow: false } });
    await expect.poll(editor).toBe("Fix 1 王1");
  });

  it("answer nothing either when something else had the keys in between", async () => {
    const { press, pass, leave, comeBack, outcome } = await stage(CONFIRMATION);
    leave();
    pass(10_000);
    comeBack();
    await press("1");
    expect(outcome()).toBeUndefined();
  });

  it("do not return to the editor if they were only an answer given too soon", async () => {
    const { press, pass, ended, editor } = await stage(CONFIRMATION, { waits: false });
    await press("1");
    pass(PAUSE);
    await press("1");
    await ended;
    expect(editor()).toBe("");
  });
});

describe("when somebody else answers first", () => {
  it("the dialog says who and what, keeps what was typed, and closes on a key", async () => {
    const abort = new AbortController();
    const { press, type, screen, pass, ended, outcome } = await stage(QUESTION, { signal: abort.signal });
    await press("t");
    await type("MySQ");
    abort.abort(closingMessage(BY_ANA));
    const shown = await screen();
    expect(shown).toContain("■ ana answered: Postgres (discord).\n Any key closes it · your text is kept");
    expect(shown).toContain(" Not sent\n │ MySQ");
    await press("L", "enter");
    expect(outcome(), "keys that were on their way").toBeUndefined();
    expect(await screen()).toContain("│ MySQL");
    pass(PAUSE);
    await press("x");
    expect(await ended).toEqual({ kind: "aside", draft: { words: "MySQL", picked: [] } });
  });

  it("an abort that says nothing closes it at once, with the draft", async () => {
    const abort = new AbortController();
    const { press, type, ended } = await stage(QUESTION, { signal: abort.signal });
    await press("t");
    await type("MySQ");
    abort.abort();
    expect(await ended).toEqual({ kind: "aside", draft: { words: "MySQ", picked: [] } });
  });

  it("nothing is shown if that was before", async () => {
    const { ended, screen } = await stage(QUESTION, { signal: AbortSignal.abort() });
    expect(await ended).toMatchObject({ kind: "aside" });
    expect(await screen()).not.toContain("asks");
    const closed = await stage({ ...QUESTION, closing: BY_ANA });
    expect(await closed.ended).toMatchObject({ kind: "aside" });
  });
});
