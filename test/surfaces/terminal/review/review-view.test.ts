import { afterEach, describe, expect, it } from "vitest";
import { digestOf } from "../../../../src/plan/digest.ts";
import type { Plan } from "../../../../src/plan/plan.ts";
import { emptyDraft } from "../../../../src/surfaces/terminal/review/review-draft.ts";
import type { ReviewSubject } from "../../../../src/surfaces/terminal/review/review-subject.ts";
import { KEYS, ReviewBench } from "./review-bench.ts";
import { FIRST, PLAN, subjectWith } from "./sample-subject.ts";

const benches: ReviewBench[] = [];
function open(...args: ConstructorParameters<typeof ReviewBench>): ReviewBench {
  const bench = new ReviewBench(...args);
  benches.push(bench);
  return bench;
}
afterEach(() => {
  for (const bench of benches.splice(0)) bench.stop();
});

const signed = { revision: 2, digest: digestOf(PLAN) };

/** A first revision, of which nothing was said yet. */
function firstText(): ReviewSubject {
  const { previous, ...rest } = subjectWith({ plan: FIRST, revision: 1, feedback: [] });
  return rest;
}

describe("the screen", () => {
  it("shows at 80 columns which text it is, what planning changed, and the steps with all they may do", async () => {
    const bench = open(firstText(), { rows: 22 });
    expect(await bench.screen()).toBe(
      [
        " Replace session cookies with JWT                                    revision 1",
        " PLAN-7c1e90ab · 3 steps                 ✓ planning changed nothing, at 9f2c1d7",
        "─".repeat(80),
        "  │ Sessions move from signed cookies to short-lived JWTs with refresh tokens.",
        "",
        "  3 steps",
        "▎ [x] 1 ● low   Find every use of the session cookie                 ⌕ research",
        "▎               tools read, grep · id uses",
        "  [x] 2 ● med   Add signing and verification                             ✎ code",
        "                files src/auth/** · tools read, edit · after 1 · id sign",
        "  [x] 3 ● med   Accept both cookie and token                             ✎ code",
        "                files src/auth/middleware.ts · tools read, edit · after 2",
        "                id both",
        "",
        "  Your approval signs this digest",
        `  ${digestOf(FIRST)}`,
        "",
        "",
        "",
        "─".repeat(80),
        " 1 approve  2 request changes  3 reject  type a comment",
        " space leave out  c comment  ⏎ unfold  e edit  ? help  esc close",
      ].join("\n"),
    );
  });

  it("shows at 60 columns the same, with wrapped titles and the state of the tree on a line of its own", async () => {
    const screen = await open(subjectWith(), { columns: 60, rows: 40 }).screen();
    expect(screen).toContain("\n ✓ planning changed nothing, at 9f2c1d7\n");
    expect(screen).toContain("▎ [x] 1 ● low   Find every use of the session    ⌕ research\n▎               cookie\n");
    expect(screen).toContain("↳ ana (discord): also look at the mobile");
  });

  it("marks new and changed steps, and earlier comments with whether their step changed since", async () => {
    const screen = await open(subjectWith(), { rows: 45 }).screen();
    expect(screen).toMatch(/Add signing and verification +changed {2}✎ code/);
    expect(screen).toMatch(/Run the whole suite +new {2}» run/);
    expect(screen).toMatch(/↳ ana \(discord\): needs a test +✓ addressed/);
    expect(screen).toMatch(/↳ ana \(discord\): also look at the mobile client +– unchanged/);
    expect(screen).toContain("Since revision 1: 1 step added, 2 changed · d shows everything");
    expect(screen).toContain("- sign may use more tools: bash");
  });

  it("shows comments on quotes where their text is now, and those that lost it with the feedback", async () => {
    const subject = subjectWith();
    const comments = [
      { step: "uses", on: "step uses, title", quote: "the session", words: "which?", state: "open" },
      { on: "summary", quote: "fast", words: "how fast?", state: "addressed" },
      { on: "step gone, run", quote: "rm", words: "why?", state: "lost" },
    ] as const;
    const feedback = subject.feedback.map((one) => ({ ...one, comments }));
    const screen = await open({ ...subject, feedback }, { rows: 100 }).screen();
    expect(screen).toMatch(/↳ ana \(discord\) on "the session": which\? +– unchanged/);
    expect(screen).toMatch(/↳ on summary, "fast", ✓ addressed:\n[ │]+how fast\?/);
    expect(screen).toMatch(/↳ on step gone, run, "rm", which was removed:\n[ │]+why\?/);
  });

  it("says what planning changed, what steps rely on, that there is no sandbox, and every warning", async () => {
    const subject = subjectWith({
      tree: { kind: "changed", files: ["left-over.txt"] },
      reliesOnChanged: [{ step: "both", files: ["src/auth/middleware.ts"] }],
      sandbox: false,
      warnings: [{ severity: "warning", kind: "no_check", message: "step suite has no check", hint: "add verify" }],
    });
    const screen = await open(subject, { rows: 60 }).screen();
    expect(screen).toContain("✗ planning changed 1 file");
    expect(screen).toContain("! 4 warnings, below the steps");
    expect(screen).toMatch(
      /suite[\s\S]*\n {2}Warnings\n {2}! Planning changed 1 file in the working tree: left-over.txt/,
    );
    expect(screen).toContain("! Step 3 relies on files that changed since 9f2c1d7: src/auth/middleware.ts");
    expect(screen).toContain("! No sandbox here: step 2 will ask before each command");
    expect(screen).toContain("! asks before each command: no sandbox");
    expect(screen).toContain("! step suite has no check (add verify)");
  });

  it("says that a change of the text voided what others had signed", async () => {
    const bench = open(subjectWith({ voided: { by: ["ana"], revision: 1 } }), { rows: 60 });
    expect(await bench.everything()).toContain("The text changed, which voids what ana signed (revision 1)");
  });

  it("says why it is not known what planning changed", async () => {
    const screen = await open(subjectWith({ tree: { kind: "unknown", because: "there is no git here" } })).screen();
    expect(screen).toContain("? changes by planning unknown");
    expect(screen).toContain("! Unknown whether planning changed anything: there is no git here");
  });

  it("spells out what the eye would miss, and says where it is", async () => {
    const plan: Plan = {
      ...FIRST,
      summary: "Harmless <!-- and then rm -rf / --> text",
      steps: [{ id: "a", title: "Read\u202edaeR", run: "ls\u200b", description: "\u001b[2Jgone" }],
    };
    const bench = open(subjectWith({ plan }), { rows: 40 });
    bench.press("a");
    const screen = await bench.screen();
    expect(screen).toContain("Read‹U+202E›daeR");
    expect(screen).toContain("ls‹U+200B›");
    expect(screen).toContain("‹U+001B›[2Jgone");
    expect(screen).toContain("Harmless <!-- and then rm -rf / --> text");
    expect(screen).toContain("! Hidden characters in step 1 (title), step 1 (run), step 1 (description);");
    expect(screen).toContain("! Comments that rendered Markdown hides, in summary");
  });

  it("lets no text of a plan pass for a line of its own", async () => {
    const plan: Plan = {
      ...FIRST,
      summary: "x\n  [x] 9 ● low   A step that is none",
      steps: [{ id: "a", title: "Real", files: ["src/** · tools none", "b, c"], run: "true\nrun rm -rf /" }],
    };
    const screen = await open(subjectWith({ plan }), { rows: 40 }).screen();
    expect(screen).toContain("│   [x] 9 ● low   A step that is none");
    expect(screen).toContain('files "src/** · tools none", "b, c"');
    expect(screen).toMatch(/run true⏎\n▎ +run rm -rf \//);
  });

  it("uses columns as wide as the characters are", async () => {
    const plan: Plan = { ...FIRST, title: "会话 cookie を JWT に 🏳️‍🌈", summary: "说".repeat(60) };
    const screen = await open(subjectWith({ plan })).screen();
    expect(screen).toContain("会话 cookie を JWT に");
    expect(screen.match(/说/g)).toHaveLength(60);
  });

  it("spells out what joins emoji, which terminals draw wider than they are counted", async () => {
    const plan: Plan = { ...FIRST, summary: "👩‍👩‍👧‍👦".repeat(20), steps: [{ id: "a", title: "👍🏽 ok ❤️" }] };
    const bench = open(subjectWith({ plan }));
    const screen = await bench.screen();
    expect(screen.split("\n")[0]).toContain("Replace session cookies");
    expect(screen).toContain("👩‹U+200D›👩‹U+200D›👧‹U+200D›👦");
    expect(screen).toContain("👍‹U+1F3FD› ok ❤️");
  });

  it("fits the rows there are when the terminal gets smaller, and keeps the selected step on the screen", async () => {
    const bench = open(subjectWith(), { rows: 40 });
    bench.press("j", "j");
    bench.terminal.resize(70, 14);
    const screen = await bench.screen();
    expect(screen).toMatch(/▎ \[x\] 3 ● high/);
    expect(screen).toContain("1 approve");
  });
});

describe("everything that is signed", () => {
  it("can be seen: each text of the plan comes by when steps are unfolded and one scrolls through", async () => {
    const bench = open(subjectWith(), { columns: 120 });
    bench.press("a");
    const seen = (await bench.everything()).replace(/\s+/g, " ");
    const { steps, decisions, base_commit, planner_model, executor_model, id, ...rest } = PLAN;
    const numbers = ["20,000 tokens", "5 min", "2 h"];
    for (const text of [...textsIn([rest, decisions, steps]), ...numbers]) {
      if (["medium", "description", "sha256"].includes(text)) continue;
      for (const line of text.split("\n")) expect(seen).toContain(line.replace(/\s+/g, " ").trim());
    }
  });

  it("can be seen to its last word in a description of 10,000 characters", async () => {
    const words = Array.from({ length: 1400 }, (_, number) => `word${number}`).join(" ");
    const bench = open(subjectWith({ plan: { ...FIRST, steps: [{ id: "a", title: "Long", description: words }] } }));
    expect(await bench.screen()).toMatch(/word0 [\s\S]*…\n.*\n.*⏎ \d+ more lines of description/);
    bench.press(KEYS.enter);
    const seen = await bench.everything();
    expect(words.length).toBeGreaterThan(10_000);
    expect(Array.from({ length: 1400 }, (_, n) => n).filter((n) => !new RegExp(`\\bword${n}\\b`).test(seen))).toEqual(
      [],
    );
  });

  it("can be reached line by line, in a plan of 40 steps", async () => {
    const steps = Array.from({ length: 40 }, (_, n) => ({
      id: `s${n}`,
      title: `Step of many ${n + 1}`,
      tools: ["read"],
    }));
    const bench = open(subjectWith({ plan: { ...FIRST, steps } }));
    const selected = new Set<string>();
    for (let n = 0; n < 42; n++) {
      const found = /▎ \[x\] +(\d+)/.exec(await bench.screen())?.[1];
      if (found) selected.add(found);
      bench.press(KEYS.down);
    }
    expect(selected.size).toBe(40);
    bench.press("g");
    expect(await bench.screen()).toContain("Since revision 1");
    bench.press("G");
    expect(await bench.screen()).toContain("sha256:");
  });

  it("is compared with the revision before, and d leads there and back", async () => {
    const bench = open();
    bench.press("d");
    expect(await bench.screen()).toContain("Revision 2, compared with revision 1");
    expect(await bench.screen()).toContain("! sign may use more tools: bash");
    bench.press("d");
    expect(await bench.screen()).not.toContain("compared with");
  });
});

describe("approving", () => {
  it.each([
    ["nothing else", [], "same", "now"],
    ["the second choice", [KEYS.down], "same", "later"],
    ["the third choice", [KEYS.down, KEYS.down], "fresh", "now"],
  ])("takes 1 and Enter, and with %s signs the text that is shown", async (_, keys, context, start) => {
    const bench = open();
    await bench.readAll();
    bench.press("1", ...keys);
    expect(bench.answers).toEqual([]);
    expect(await bench.screen()).toMatch(/Approve revision 2 of PLAN-7c1e90ab: 4 steps, sha256:\w{12}…/);
    bench.press(KEYS.enter);
    expect(bench.answer()).toEqual({
      kind: "approve",
      ...signed,
      choices: {},
      context,
      start,
      draft: bench.view.draft,
    });
  });

  it("says that /plan run starts the plan, if the approval does not", async () => {
    const bench = open(subjectWith({ startsBy: "/plan run" }));
    await bench.readAll();
    bench.press("1");
    const screen = await bench.screen();
    for (const words of ["▸ approve: /plan run starts it", "/plan run starts it with a fresh"])
      expect(screen).toContain(words);
    for (const words of ["run it now", "approve and run", "approve for later"]) expect(screen).not.toContain(words);
  });

  it("answers once, whatever is pressed afterwards", async () => {
    const bench = open();
    await bench.readAll();
    bench.press("1", KEYS.enter, "1", KEYS.enter, KEYS.escape);
    expect(bench.answers).toHaveLength(1);
  });

  it("takes notes along", async () => {
    const bench = open();
    await bench.readAll();
    bench.press("1", KEYS.down, KEYS.down, KEYS.down, KEYS.enter);
    expect(await bench.screen()).toContain("Notes for the agent that runs it:");
    bench.type("mind the gap");
    bench.press(KEYS.enter);
    expect(bench.answers).toEqual([]);
    expect(await bench.screen()).toContain("with your notes");
    bench.press(KEYS.enter);
    expect(bench.answer()).toMatchObject({ kind: "approve", notes: "mind the gap" });
  });

  it("takes the chosen model along", async () => {
    const bench = open();
    await bench.readAll();
    bench.press("1", ...Array.from({ length: 9 }, () => KEYS.down), KEYS.enter);
    expect(await bench.screen()).toContain("→ as planned: small-model");
    bench.press(KEYS.down, KEYS.enter);
    expect(await bench.screen()).toContain("• model big-model");
    bench.press(KEYS.enter);
    expect(bench.answer()).toMatchObject({ choices: { executor_model: "big-model" } });
  });

  it("leaves steps out, says at once what would not work, and why 1 does nothing then", async () => {
    const bench = open();
    await bench.readAll();
    bench.press(...Array.from({ length: 20 }, () => KEYS.down));
    while (!(await bench.screen()).includes("▎ [x] 3")) bench.press(KEYS.up);
    bench.press(" ");
    expect(await bench.screen()).toMatch(/\[ \] 3 ● high .* left out/);
    expect(await bench.screen()).toContain("✗ Step 4 needs step 3: leave it out as well, or keep both.");
    expect(await bench.screen()).toContain("(1 approve)");
    bench.press("1", KEYS.enter);
    expect(bench.answers).toEqual([]);
    bench.press(KEYS.enter, "j", " ");
    expect(await bench.screen()).not.toContain("✗ Step");
    expect(await bench.screen()).toContain("• without steps 3, 4");
    bench.press("1", KEYS.enter);
    expect(bench.answer()).toMatchObject({ kind: "approve", choices: { left_out: ["both", "suite"] } });
  });

  it("takes a step in again", async () => {
    const bench = open();
    bench.press(" ", " ");
    expect(await bench.screen()).toContain("Step 1 is included again.");
    expect(bench.view.draft.choices).toEqual({});
  });

  it("says that words would stay unsent", async () => {
    const bench = open();
    await bench.readAll();
    bench.press("j", "c");
    bench.type("why?");
    bench.press(KEYS.enter, "1");
    expect(await bench.screen()).toContain("! Your words and comments are not sent with an approval: 2 sends them.");
    bench.press(KEYS.enter);
    expect(bench.answer()).toMatchObject({ kind: "approve" });
  });

  it("is not there for somebody who may not, and says why", async () => {
    const bench = open(subjectWith({ offered: ["request_changes"], whyNot: "you asked for this plan" }));
    expect(await bench.screen()).not.toContain("1 approve");
    expect(await bench.screen()).not.toContain("3 reject");
    bench.press("1", KEYS.enter);
    expect(bench.answers).toEqual([]);
    bench.press("1");
    expect(await bench.screen()).toContain("Approving is not offered to you now: you asked for this plan");
  });

  it("begins with what the first approver chose, and says that other choices do not count", async () => {
    const bench = open(subjectWith({ signed: { by: ["ana"], choices: { left_out: ["suite"] } } }), { rows: 40 });
    expect(await bench.screen()).toContain("✓ Signed so far by ana");
    expect(await bench.screen()).toContain("• without step 4");
    bench.press("j", "j", "j", " ");
    expect(await bench.screen()).toContain("✗ ana signed other choices; only equal choices count together.");
  });
});

describe("asking for changes", () => {
  it("sends words of several lines with the comments on steps", async () => {
    const bench = open();
    bench.press("j", "c");
    expect(await bench.screen()).toContain("Your comment on step 2:");
    bench.type("use ed25519");
    bench.press(KEYS.enter);
    expect(await bench.screen()).toContain("↳ you: use ed25519");
    bench.press("2");
    expect(await bench.screen()).toContain("What should change? 1 comment goes with it.");
    bench.type("one");
    bench.press(KEYS.newLine);
    bench.type("two");
    bench.press(KEYS.enter);
    expect(bench.answer()).toMatchObject({
      kind: "request_changes",
      ...signed,
      feedback: "one\ntwo",
      comments: { sign: "use ed25519" },
    });
  });

  it("wants a word, or a comment", async () => {
    const bench = open();
    bench.press("2", KEYS.enter);
    expect(bench.answers).toEqual([]);
    expect(await bench.screen()).toContain("Write what should change");
  });

  it("takes digits and letters in the field for words", () => {
    const bench = open();
    bench.press("2");
    bench.type("1f l3 ?");
    expect(bench.answers).toEqual([]);
    bench.press(KEYS.enter);
    expect(bench.answer()).toMatchObject({ kind: "request_changes", feedback: "1f l3 ?" });
  });

  it("keeps the words when one goes back, and takes all of a long paste", async () => {
    const bench = open();
    const pasted = Array.from({ length: 30 }, (_, n) => `line ${n}`).join("\n");
    bench.press("2", `\x1b[200~${pasted}\x1b[201~`, KEYS.escape);
    expect(await bench.screen()).toContain("unsent text under 2");
    bench.press("2", KEYS.enter);
    expect(bench.answer()).toMatchObject({ feedback: pasted });
  });

  it.each([
    ["the top of the page", []],
    ["the end of the page", ["G"]],
    ["the comparison", ["d"]],
  ])("begins a comment at once from %s, so that no word of it is taken for a key", async (_, keys) => {
    const bench = open(subjectWith(), { rows: 20 });
    bench.press(...keys, "c");
    bench.type("now 1");
    bench.press(KEYS.enter);
    expect(bench.answers).toEqual([]);
    expect(Object.values(bench.view.draft.comments)).toEqual(["now 1"]);
    expect(await bench.screen()).toContain("↳ you: now 1");
  });

  it("selects a step before it leaves one out that was not on the screen", async () => {
    const bench = open(subjectWith(), { rows: 20 });
    bench.press("G", " ");
    expect(bench.view.draft.choices).toEqual({});
    expect(await bench.screen()).toContain("Step 4 is selected now; press the key again if you mean it.");
    bench.press(" ");
    expect(bench.view.draft.choices).toEqual({ left_out: ["suite"] });
  });

  it("survives words that pi's own editor would not", async () => {
    const bench = open(subjectWith(), { columns: 40 });
    bench.press("2", `\x1b[200~${"क्ष्".repeat(60)}क\x1b[201~`);
    bench.press(KEYS.up, KEYS.enter);
    expect(bench.answer()).toMatchObject({ kind: "request_changes", feedback: expect.stringContaining("क्ष्") });
  });

  it("drops a comment that is emptied", () => {
    const bench = open();
    bench.press("c", "x", KEYS.enter, "c", "\x7f", KEYS.enter);
    expect(bench.view.draft.comments).toEqual({});
  });
});

describe("rejecting", () => {
  it("takes 3 and Enter, as approving takes two keys, and words may be left out", async () => {
    const bench = open();
    bench.press("3");
    expect(await bench.screen()).toContain("Why do you reject it? (optional)");
    bench.press(KEYS.enter);
    expect(bench.answer()).toEqual({ kind: "reject", ...signed, draft: bench.view.draft });
  });

  it("says why, if the person does", () => {
    const bench = open();
    bench.press("3", "x", KEYS.enter);
    expect(bench.answer()).toMatchObject({ kind: "reject", feedback: "x" });
  });

  it("is not done by an Enter that follows the 3 at once", async () => {
    const bench = open(subjectWith(), { pause: 500 });
    bench.wait(1000);
    bench.press("3");
    bench.wait(100);
    bench.press(KEYS.enter);
    expect(bench.answers).toEqual([]);
    expect(await bench.screen()).toContain("The plan ends here: Enter rejects it.");
    bench.wait(501);
    bench.press(KEYS.enter);
    expect(bench.answer()).toMatchObject({ kind: "reject" });
  });
});

describe("closing", () => {
  it("answers nothing and keeps words, comments and choices for the next time", async () => {
    const bench = open();
    bench.press("j", "j", "j", " ", "c");
    bench.type("needed?");
    bench.press(KEYS.enter, "2");
    bench.type("smaller, please");
    bench.press(KEYS.escape, KEYS.escape);
    const answer = bench.answer();
    expect(answer.kind).toBe("closed");

    const again = open(subjectWith(), { draft: answer.draft, rows: 50 });
    expect(await again.screen()).toMatch(/\[ \] 4 ● low .* left out/);
    expect(await again.screen()).toContain("↳ you: needed?");
    again.press("2");
    expect(await again.screen()).toContain("smaller, please");
  });

  it("leads from help and comparison back to the plan first", async () => {
    const bench = open();
    bench.press("?");
    expect(await bench.screen()).toContain("leave the selected step out, or include it again");
    bench.press(KEYS.escape, "d", KEYS.escape);
    expect(bench.answers).toEqual([]);
    bench.press(KEYS.escape);
    expect(bench.answer().kind).toBe("closed");
  });

  it("hands over to the editor with the draft", () => {
    const bench = open();
    bench.press("c", "x", KEYS.enter, "e");
    expect(bench.answer()).toMatchObject({ kind: "edit", draft: { comments: { uses: "x" } } });
  });
});

describe("another answer that comes first", () => {
  it("is told with who gave it, and what was being typed stays on the screen", async () => {
    const bench = open();
    bench.press("2");
    bench.type("I would rather");
    bench.view.closeWith({ by: "ana", how: "approved revision 2 in Discord" });
    const screen = await bench.screen();
    expect(screen).toContain("■ ana approved revision 2 in Discord.");
    expect(screen).toContain("\n I would rather");
    expect(screen).not.toContain("Not sent");
    bench.press("1", "x", "2", "j");
    expect(bench.answers).toEqual([]);
    bench.press(KEYS.enter);
    expect(bench.answer()).toMatchObject({ kind: "closed", draft: { feedback: "I would rather" } });
  });

  it("shows words that are kept, and in no open field", async () => {
    const bench = open();
    await bench.readAll();
    bench.press("1", KEYS.down, KEYS.down, KEYS.down, KEYS.enter, "x", KEYS.escape, KEYS.escape);
    bench.press(KEYS.home, "c", "y", KEYS.enter);
    bench.view.closeWith({ by: "ana", how: "approved revision 2 in Discord" });
    expect(await bench.screen()).toContain("  Not sent\n▎ Your notes\n▎ │ x\n▎ Your comment on step 1 (uses)\n▎ │ y\n");
  });

  it("does not close on the Enter that was meant for the words", () => {
    const bench = open(subjectWith(), { pause: 500 });
    bench.wait(1000);
    bench.press("2", "x");
    bench.view.closeWith({ by: "ana", how: "rejected revision 2" });
    bench.press(KEYS.enter);
    expect(bench.answers).toEqual([]);
    bench.wait(1000);
    bench.press(KEYS.escape);
    expect(bench.answer().kind).toBe("closed");
  });

  it("cannot smuggle control characters in with a name", async () => {
    const bench = open();
    bench.view.closeWith({ by: "ana\x1b[2J", how: "approved" });
    expect(await bench.screen()).toContain("ana‹U+001B›[2J approved.");
  });
});

describe("another text that comes while one reads", () => {
  const next: Plan = { ...PLAN, steps: [...PLAN.steps.slice(0, 3), { id: "deploy", title: "Deploy", risk: "high" }] };
  const third = subjectWith({ plan: next, revision: 3 });

  it("is not signed by the 1 that was meant for the one before", async () => {
    const bench = open();
    await bench.readAll();
    bench.view.replaceSubject(third);
    expect(await bench.screen()).toContain("● Revision 3 came while you read revision 2. This is the new text.");
    bench.press("1", KEYS.enter);
    expect(bench.answers).toEqual([]);
    bench.press("1", KEYS.escape);
    await bench.everything();
    bench.press("1", KEYS.enter);
    expect(bench.answer()).toMatchObject({ kind: "approve", revision: 3, digest: digestOf(next) });
  });

  it("is not signed by the Enter that was meant for the one before", async () => {
    const bench = open();
    await bench.readAll();
    bench.press("1");
    bench.view.replaceSubject(third);
    bench.press(KEYS.enter);
    expect(bench.answers).toEqual([]);
    expect(await bench.screen()).not.toContain("Approve revision");
  });

  it("still counts as seen where it is the same", async () => {
    const bench = open();
    await bench.readAll();
    bench.view.replaceSubject(third);
    bench.press("1", "1");
    expect((await bench.screen()).replaceAll(/\s+/g, " ")).toMatch(/Not shown yet: [^.]*step 4/);
    expect(await bench.screen()).not.toMatch(/Not shown yet: steps/);
  });

  it.each([
    ["2", "request_changes"],
    ["3", "reject"],
  ])("is not answered by the Enter under %s that was meant for the one before", async (key, kind) => {
    const bench = open();
    bench.press(key, "x");
    bench.view.replaceSubject(third);
    bench.press(KEYS.enter);
    expect(bench.answers).toEqual([]);
    bench.press(KEYS.enter);
    expect(bench.answer()).toMatchObject({ kind, revision: 3 });
  });

  it("says so when it is the same revision with other words", async () => {
    const bench = open();
    bench.view.replaceSubject(subjectWith({ plan: next }));
    expect(await bench.screen()).toContain("The text of revision 2 was changed while you read.");
    bench.press("1");
    expect(bench.answers).toEqual([]);
  });

  it("keeps comments on steps that are still there, and makes words of the others", () => {
    const bench = open();
    bench.press("c", "a", KEYS.enter, "j", "j", "j", "c", "b", KEYS.enter, " ");
    bench.view.replaceSubject(third);
    expect(bench.view.draft).toMatchObject({ comments: { uses: "a" }, feedback: "On suite: b", choices: {} });
  });

  it("is none if only the facts are new", async () => {
    const bench = open();
    bench.view.replaceSubject(subjectWith({ warnings: [{ severity: "warning", kind: "x", message: "Look here." }] }));
    expect(await bench.screen()).toContain("! Look here.");
    await bench.readAll();
    bench.press("1", KEYS.enter);
    expect(bench.answer()).toMatchObject({ kind: "approve", ...signed });
  });

  it("makes a review that was answered elsewhere open again", async () => {
    const bench = open();
    bench.view.closeWith({ by: "ana", how: "asked for changes" });
    bench.view.replaceSubject(third);
    expect(await bench.screen()).not.toContain("■");
    bench.press("1");
    await bench.readAll();
    bench.press("1", KEYS.enter);
    expect(bench.answer()).toMatchObject({ kind: "approve", revision: 3 });
  });
});

describe("a person who is typing when the plan appears", () => {
  it("signs nothing with it, and finds it in the comment", async () => {
    const bench = open(subjectWith(), { pause: 500 });
    for (const letter of "/plans 1") {
      bench.wait(100);
      bench.press(letter);
    }
    bench.press(KEYS.enter);
    expect(bench.answers).toEqual([]);
    expect(bench.view.draft.feedback).toBe("/plans 1");
    expect((await bench.screen()).replaceAll(/\s+/g, " ")).toContain(
      "You began to type before the plan was shown: Enter sends it.",
    );
  });

  it("signs nothing with a paste", () => {
    const bench = open();
    bench.press("\x1b[200~1\r\x1b[201~");
    expect(bench.answers).toEqual([]);
    expect(bench.view.draft.feedback).toBe("1\n");
  });

  it("keeps what came before the first drawing", () => {
    const bench = open(subjectWith(), { pause: 500, ahead: "1 y" });
    bench.wait(1000);
    bench.press(KEYS.enter);
    expect(bench.answers).toEqual([]);
    expect(bench.view.draft.feedback).toBe("1 y");
  });

  it.each(["1", "2", "3", "e", " ", "j"])("takes no paste for a key, however short: %j", (key) => {
    const bench = open(subjectWith(), { pause: 500 });
    bench.wait(1000);
    bench.press(`\x1b[200~${key}\x1b[201~`);
    bench.wait(1000);
    expect(bench.answers).toEqual([]);
    expect(bench.view.draft).toMatchObject({ feedback: key, choices: {} });
  });
});

describe("a person who types while they read", () => {
  const SENTENCES = [
    "1 is fine, but 2 is not",
    "2 first, please",
    "3 should go",
    "1y",
    "1\u00e9",
    "edit the title",
    "don't do this",
    "1  ",
    " and one more thing",
    "fix step 2 first",
    "later",
    "can we do without step 3?",
    "go ahead",
    "just do it",
    "all good?",
    "?why",
    "你好",
  ];

  it.each(SENTENCES)("writes a comment and loses no character: %j", async (sentence) => {
    for (const gap of [0, 50, 399]) {
      const bench = open(subjectWith(), { pause: 500, rows: 60 });
      bench.wait(2000);
      for (const letter of sentence) {
        bench.press(letter);
        bench.wait(gap);
      }
      bench.wait(2000);
      expect(bench.answers).toEqual([]);
      expect(bench.view.draft).toMatchObject({
        feedback: sentence,
        rejection: "",
        notes: "",
        comments: {},
        choices: {},
      });
      // No burst of Enter after it signs either.
      bench.press(KEYS.enter, KEYS.enter, KEYS.enter);
      expect(bench.answers.map(({ kind }) => kind)).not.toContain("approve");
    }
  });

  describe("and sends it with Enter", () => {
    const sent = async (words: string) => {
      const bench = open(subjectWith(), { rows: 100, pause: 500 });
      bench.wait(1000);
      await bench.readAll();
      bench.wait(1000);
      bench.type(words);
      bench.wait(1000);
      bench.press(KEYS.enter);
      return bench;
    };

    it.each([
      "use pnpm instead",
      "fix step 2 first",
      "can we do without step 3?",
    ])("requests changes: %s", async (words) => {
      expect((await sent(words)).answer()).toMatchObject({ kind: "request_changes", feedback: words });
    });

    it("asks the agent a question, and the plan stays", async () => {
      const answer = (await sent("Why step 1?")).answer();
      expect(answer).toMatchObject({ kind: "ask", words: "Why step 1?" });
      expect(answer.draft.feedback).toBe("");
    });

    it.each(["LGTM", "go ahead", "Looks good to me 👍"])("is asked whether it approves: %s", async (words) => {
      const bench = await sent(words);
      expect(bench.answers).toEqual([]);
      const screen = await bench.screen();
      expect(screen).toContain("Approve revision 2 of");
      expect(screen).toContain(`▸ You wrote “${words}”.`);
      expect(screen).not.toContain("are not sent with an approval");
      // Back to the words, which are still there.
      bench.press(KEYS.escape);
      expect(await bench.screen()).toContain("Your comment on the plan:");
      bench.press(KEYS.enter, KEYS.enter);
      expect(bench.answers, "an Enter too early").toEqual([]);
      bench.wait(1000);
      bench.press(KEYS.enter);
      expect(bench.answer().kind).toBe("approve");
    });

    it("can say that its consent was a request for changes after all", async () => {
      const bench = await sent("go ahead");
      expect(await bench.screen()).toContain("send your words as a request for changes");
      for (let down = 0; down < 5; down++) bench.press(KEYS.down);
      expect(await bench.screen()).toContain("Enter sends it");
      bench.wait(1000);
      bench.press(KEYS.enter);
      expect(bench.answer()).toMatchObject({ kind: "request_changes", feedback: "go ahead" });
    });

    it.each([
      [0, { kind: "request_changes", feedback: "thanks!" }],
      [1, { kind: "ask", words: "thanks!" }],
    ])("is asked what it was, where that is not clear, and chooses entry %i", async (down, wanted) => {
      const bench = await sent("thanks!");
      expect(await bench.screen()).toMatch(
        /What is your comment\?\n.*a request for changes: the agent revises the plan/,
      );
      bench.press(KEYS.escape);
      expect(await bench.screen()).toContain("Your comment on the plan:");
      bench.press(KEYS.enter);
      for (let at = 0; at < down; at++) bench.press(KEYS.down);
      bench.wait(500);
      bench.press(KEYS.enter);
      expect(bench.answer()).toMatchObject(wanted);
    });

    it("may have meant an approval: that asks once more", async () => {
      const bench = await sent("thanks!");
      bench.wait(500);
      bench.press(KEYS.down, KEYS.down, KEYS.enter);
      expect(bench.answers).toEqual([]);
      expect(await bench.screen()).toContain("Approve revision 2 of");
    });

    it("goes on with the words when the person types while they are asked what it was", async () => {
      const bench = await sent("thanks!");
      bench.type(" And use pnpm");
      expect(bench.view.draft.feedback).toBe("thanks! And use pnpm");
    });

    it("chooses nothing with a second Enter that follows at once", async () => {
      const bench = await sent("thanks!");
      bench.press(KEYS.enter);
      expect(bench.answers).toEqual([]);
      expect(await bench.screen()).toContain("Choose first; then Enter.");
    });

    it("requests changes with every word behind the key 2", () => {
      const bench = open(subjectWith(), { rows: 100 });
      bench.press("2");
      bench.wait(2000);
      bench.type("thanks!");
      bench.press(KEYS.enter);
      expect(bench.answer()).toMatchObject({ kind: "request_changes", feedback: "thanks!" });
    });
  });

  it("uses a letter that stands alone as the shortcut that it is", async () => {
    const bench = open(subjectWith(), { pause: 500 });
    bench.wait(1000);
    bench.press(" ");
    expect(bench.view.draft.choices).toEqual({});
    bench.wait(400);
    expect(bench.view.draft.choices).toEqual({ left_out: ["uses"] });
    bench.press(" ", KEYS.down);
    expect(bench.view.draft.choices).toEqual({});
    bench.press("e");
    bench.wait(400);
    expect(bench.answer().kind).toBe("edit");
  });
});

describe("a plan that waits for no answer", () => {
  it("is only read: it offers neither comment nor edit, and nothing that is typed changes it", async () => {
    const bench = open(subjectWith({ offered: [] }), { rows: 60 });
    const screen = await bench.screen();
    expect(screen).toContain("\n ⏎ unfold  d diff  ? help  esc close");
    bench.type("1e c2 3please");
    expect(await bench.screen()).toContain("This plan waits for no answer of yours: you can only read it here.");
    bench.press(KEYS.enter, "d", KEYS.escape);
    expect(bench.answers).toEqual([]);
    expect(bench.view.draft).toMatchObject({ feedback: "", rejection: "", comments: {}, choices: {} });
    bench.press(KEYS.escape);
    expect(bench.answer().kind).toBe("closed");
  });
});

describe("the question before a signature", () => {
  it("is answered by Enter only after it could be read", async () => {
    const bench = open(subjectWith(), { pause: 500, rows: 100 });
    bench.wait(1000);
    await bench.readAll();
    bench.wait(1000);
    bench.press("1");
    bench.wait(400);
    bench.press(KEYS.enter);
    expect(bench.answers).toEqual([]);
    bench.wait(400);
    bench.press(KEYS.enter);
    expect(bench.answers).toEqual([]);
    bench.wait(501);
    bench.press(KEYS.enter);
    expect(bench.answer().kind).toBe("approve");
  });

  it("goes away with Esc, and with any letter, which begins a comment", () => {
    const bench = open(subjectWith(), { rows: 100 });
    bench.press("1", KEYS.escape);
    expect(bench.answers).toEqual([]);
    bench.press("1", "x");
    expect(bench.view.draft.feedback).toBe("1x");
    bench.press(KEYS.enter);
    expect(bench.answers).toEqual([]);
  });
});

describe("a plan that was not on the screen in full", () => {
  const steps = (more: object = {}) =>
    Array.from({ length: 34 }, (_, n) => ({ id: `s${n}`, title: `Step of many ${n + 1}`, ...(n === 20 ? more : {}) }));
  const warnings = Array.from({ length: 12 }, (_, n) => ({
    severity: "warning" as const,
    kind: "x",
    message: `Something ${n} to know before this is signed, in a sentence of some length.`,
  }));

  it("shows steps on its first screen, however many warnings there are", async () => {
    const bench = open(subjectWith({ plan: { ...FIRST, steps: steps() }, warnings }), { rows: 24 });
    expect(await bench.screen()).toContain("! 12 warnings, below the steps");
    expect(await bench.screen()).toContain("Step of many 1");
  });

  it("shows steps on a screen of 60 by 20 too: warnings that take more than two lines are summed up in one", async () => {
    const { previous, ...subject } = subjectWith({
      plan: { ...FIRST, steps: steps() },
      warnings: warnings.slice(0, 2),
    });
    const bench = open(subject, { columns: 60, rows: 20 });
    expect(await bench.screen()).toMatch(/! \d warnings, below the steps/);
    expect(await bench.screen()).toContain("Step of many 1");
  });

  it.each([
    [80, 24],
    [60, 20],
  ])("folds no line where that saves none, at %i by %i", async (columns, rows) => {
    const description = `${"Create NOTES.md. ".repeat(columns === 80 ? 12 : 7)}The end.`;
    const plan = { ...FIRST, summary: "", goal: "", steps: [{ id: "a", title: "Notes", description }] };
    const { previous, ...subject } = subjectWith({ plan, feedback: [] });
    const bench = open(subject, { columns, rows });
    const page = await bench.everything();
    expect(page).toContain("The end.");
    expect(page).not.toContain("more line");
  });

  it("says what is missing, and Enter shows it instead of signing", async () => {
    const { previous, ...subject } = subjectWith({ plan: { ...FIRST, steps: steps() }, feedback: [] });
    const bench = open(subject, { rows: 24 });
    bench.press("1");
    const words = (await bench.screen()).replaceAll(/\s+/g, " ");
    expect(words).toMatch(/Not shown yet: steps \d+ to 34\./);
    expect(words).toContain("Enter shows it · y approves anyway");
    bench.press(KEYS.enter);
    expect(bench.answers).toEqual([]);
    await bench.everything();
    bench.press("1");
    expect(await bench.screen()).toContain("▸ approve and run it now");
  });

  it("counts as shown when all of it was on the screen, also the steps that are left out", async () => {
    const { previous, ...subject } = subjectWith({ plan: { ...FIRST, steps: steps({ run: "rm -rf dist" }) } });
    const bench = open(subject, { rows: 24, draft: { ...emptyDraft(), choices: { left_out: ["s33"] } } });
    await bench.screen();
    expect(bench.shown).toEqual(new Set());
    bench.press("a");
    // All but the last page, on which the step is that is left out.
    for (let page = 0; page < 3; page++) bench.press(KEYS.pageDown);
    await bench.screen();
    expect(bench.shown).toEqual(new Set());
    await bench.everything();
    expect(bench.shown).toEqual(new Set([subject.digest]));
  });

  it("opens with the question and what is missing, when words of consent opened it", async () => {
    const bench = open(subjectWith({ plan: { ...FIRST, steps: steps({ run: "rm -rf dist" }) } }), {
      rows: 24,
      opens: "approval",
    });
    expect(await bench.screen()).toContain("Step 21 runs a command that you have not seen.");
    bench.type("wait");
    expect(bench.view.draft.feedback).toBe("wait");
    expect(bench.answers).toEqual([]);
  });

  it("is signed all the same with y, if nothing in it runs a command", async () => {
    const bench = open(subjectWith({ plan: { ...FIRST, steps: steps() } }), { rows: 24 });
    bench.press("1", "y");
    expect(bench.answer().kind).toBe("approve");
  });

  it.each([
    { run: "rm -rf dist" },
    { verify: "npm test" },
  ])("is not signed with y while a command of it was not shown: %j", async (more) => {
    const bench = open(subjectWith({ plan: { ...FIRST, steps: steps(more) } }), { rows: 24 });
    bench.press("1");
    expect(await bench.screen()).toContain("Step 21 runs a command that you have not seen.");
    bench.press("y");
    expect(bench.answers).toEqual([]);
    expect(bench.view.draft.feedback).toBe("1y");
  });

  it.each(["yes, but first the tests", "you forgot a test"])("is not signed by a sentence: %j", async (sentence) => {
    const bench = open(subjectWith({ plan: { ...FIRST, steps: steps() } }), { rows: 24, pause: 500 });
    bench.wait(1000);
    bench.press("1");
    bench.wait(1000);
    for (const letter of sentence) {
      bench.press(letter);
      bench.wait(399);
    }
    bench.wait(1000);
    expect(bench.answers).toEqual([]);
    expect(bench.view.draft.feedback).toBe(`1${sentence}`);
  });

  it("is signed by y alone, and not by one that is pasted or followed by Esc", async () => {
    const bench = open(subjectWith({ plan: { ...FIRST, steps: steps() } }), { rows: 24, pause: 500 });
    bench.wait(1000);
    bench.press("1");
    bench.wait(1000);
    bench.press("\x1b[200~y\x1b[201~", KEYS.escape, "1");
    bench.wait(1000);
    bench.press("y", KEYS.escape);
    bench.wait(1000);
    expect(bench.answers).toEqual([]);
    bench.press("1");
    bench.wait(1000);
    bench.press("y");
    bench.wait(400);
    expect(bench.answer().kind).toBe("approve");
  });

  it.each([
    [80, 24, undefined],
    [80, 24, "approval"],
    [60, 20, undefined],
    [60, 20, "approval"],
    [100, 40, undefined],
  ] as const)("is not signed with a command that the question covered, at %i by %i, opened with %s", async (columns, rows, opens) => {
    for (let count = 1; count < 24; count++) {
      const all = Array.from({ length: count }, (_, n) => ({
        id: `s${n}`,
        title: `Step ${n}`,
        run: `echo command-${n}.`,
      }));
      const { previous, ...subject } = subjectWith({ plan: { ...FIRST, steps: all }, feedback: [] });
      const bench = open(subject, { columns, rows, pause: 500, ...(opens && { opens }) });
      const screens = [await bench.screen()];
      bench.wait(1000);
      if (opens === undefined) bench.press("1");
      for (let page = 0; page < 20 && !screens.at(-1)?.includes("▸ approve and run it now"); page++) {
        bench.press(KEYS.pageDown);
        bench.wait(600);
        screens.push(await bench.screen());
      }
      bench.press(KEYS.enter);
      expect(bench.answer().kind).toBe("approve");
      for (const { run } of all) expect(screens.join("\n"), `${count} steps`).toContain(run);
    }
  });

  it("asks again when there is more to know while the approval is open", async () => {
    const bench = open(subjectWith(), { rows: 24, pause: 500 });
    bench.wait(1000);
    await bench.readAll();
    bench.wait(1000);
    bench.press("1");
    bench.wait(1000);
    expect(await bench.screen()).toContain("▸ approve and run it now");
    bench.view.replaceSubject(subjectWith({ tree: { kind: "changed", files: ["left-over.txt"] }, warnings }));
    expect(await bench.screen()).toContain("Not shown yet: ");
    bench.press(KEYS.enter);
    bench.wait(1000);
    bench.press(KEYS.enter);
    expect(bench.answers).toEqual([]);
  });

  it("does not count what is drawn under another view, and takes no Enter that was meant for that", async () => {
    const bench = open(subjectWith({ plan: { ...FIRST, steps: steps({ run: "rm -rf dist" }) } }), {
      rows: 24,
      pause: 500,
    });
    bench.wait(1000);
    const uncover = bench.cover();
    bench.terminal.resize(80, 200);
    await bench.screen();
    bench.terminal.resize(80, 24);
    await bench.screen();
    uncover();
    bench.wait(1000);
    bench.press("1");
    expect(await bench.screen()).toContain("Step 21 runs a command that you have not seen.");
    bench.press(KEYS.escape);
    await bench.readAll();
    bench.wait(1000);
    bench.press("1");
    bench.wait(1000);
    bench.cover()();
    bench.press(KEYS.enter);
    expect(bench.answers).toEqual([]);
  });

  it("does not count lines whose end is off a very narrow screen", async () => {
    const run = "echo one; echo two; rm -rf dist";
    const plan = { ...FIRST, steps: [{ id: "a", title: "Long", run, verify: "true", verify_minutes: 1000 }] };
    const bench = open(subjectWith({ plan }), { columns: 18, rows: 60 });
    await bench.readAll();
    bench.press("1");
    expect((await bench.screen()).replaceAll(/\s+/g, " ")).toContain("Step 1 runs a command that you have not");
  });

  it("does not count what is folded, and shows it unfolded", async () => {
    const run = Array.from({ length: 30 }, (_, n) => `echo line ${n}`).join("\n");
    const bench = open(subjectWith({ plan: { ...FIRST, steps: [{ id: "a", title: "Long", run }] } }), { rows: 50 });
    await bench.everything();
    bench.press(KEYS.home, "1");
    expect(await bench.screen()).toContain("Step 1 runs a command that you have not seen.");
    bench.press(KEYS.enter);
    expect(await bench.screen()).toContain("echo line 29");
    await bench.everything();
    bench.press("1", KEYS.enter);
    expect(bench.answer().kind).toBe("approve");
  });

  it.each([
    "a larger terminal",
    "paging",
  ])("is shown by %s while the approval is open, which then says so", async (how) => {
    const bench = open(subjectWith(), { rows: 30, pause: 500 });
    bench.wait(500);
    bench.press("a");
    bench.wait(500);
    bench.press("1");
    expect(await bench.screen()).toContain("Not shown yet");
    bench.wait(500);
    if (how === "paging") await bench.everything();
    else bench.terminal.resize(120, 200);
    expect(await bench.screen()).not.toContain("Not shown yet");
    expect(await bench.screen()).toContain("▸ approve and run it now");
    bench.press(KEYS.enter);
    expect(bench.answers, "an Enter that was meant to show more").toEqual([]);
    bench.wait(500);
    bench.press(KEYS.enter);
    expect(bench.answer().kind).toBe("approve");
  });

  it("stays seen at another width", async () => {
    const bench = open(subjectWith(), { rows: 30 });
    await bench.readAll();
    bench.terminal.resize(60, 20);
    await bench.screen();
    bench.press("1", KEYS.enter);
    expect(bench.answer().kind).toBe("approve");
  });
});

describe("keys of newer terminals", () => {
  it("mean the same", async () => {
    const bench = open();
    bench.press("\x1b[47:63;2u");
    expect(await bench.screen()).toContain("? goes back to the plan");
    bench.press("\x1b[47:63;2u", "\x1b[49u");
    expect(await bench.screen()).toContain("Approve revision 2");
  });
});

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
