import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formOf } from "../../src/acts/request-form.ts";
import { quotedLabel } from "../../src/acts/request-parse.ts";
import type { RequestState, RequestSubject } from "../../src/lifecycle/request.ts";
import { agent, decision, given, planOf, propose, T0 } from "../builders.ts";
import { runs } from "../runs.ts";

const asked = (subject: RequestSubject) =>
  ({ ...subject, id: `planner/${subject.kind}-7`, opened_at: T0, opened_by: agent("planner") }) as RequestState;
const form = (subject: RequestSubject) => formOf(asked(subject));

const choice = (options: string[], multi_select = false): RequestSubject => ({
  ...{ kind: "decision", decision_id: "where", header: "Where", question: "Where to?", options, multi_select },
});
const REVIEW: RequestSubject = { kind: "review", revision: 2, digest: "sha256:x" };
const DIVERGENCE: RequestSubject = { kind: "divergence", digest: "sha256:x" };
const AMENDMENT = {
  ...{ kind: "amendment", step_id: "a", subagent_id: "a-1", tool: "write", summary: "README.md", reason: "not signed" },
  adds: { tools: ["write"] },
} satisfies RequestSubject;
const BUDGET: RequestSubject = { kind: "budget", of: "plan", what: "tokens", used: 120_000, limit: 100_000 };
const INTERRUPTION: RequestSubject = { kind: "interruption", step_id: "a", why: "" };
const REFUSED: RequestSubject = { ...INTERRUPTION, wait_minutes: 10 };
const QUESTION: RequestSubject = { kind: "question", question: "Which?", options: ["Postgres", "SQLite, as now"] };
const CALL: RequestSubject = { kind: "confirmation", tool: "bash", summary: "rm -rf build", reason: "it deletes" };
const PLAN_FIRST: RequestSubject = {
  kind: "confirmation",
  tool: "enter_plan_mode",
  summary: "It is large",
  reason: "",
};

const ALL = [
  ...[
    REVIEW,
    DIVERGENCE,
    AMENDMENT,
    { ...AMENDMENT, quorum: 2 },
    { ...AMENDMENT, adds: {} },
    BUDGET,
    INTERRUPTION,
    REFUSED,
  ],
  ...[QUESTION, CALL, PLAN_FIRST, choice(["Here, now", "There"]), choice(["auth", "logging", "a, b"], true)],
];

describe("what a request asks", () => {
  it.each<[RequestSubject, string, string[]]>([
    [REVIEW, "Revision 2 waits for a signature", []],
    [choice(["Here, now", "There"]), "Where: Where to?", ["Here, now", "There"]],
    [DIVERGENCE, "The plan file differs from the signed text: which text holds?", ["signed", "review"]],
    [AMENDMENT, "Step a wants to use write, outside its approved scope", ["once", "add", "refuse"]],
    [BUDGET, "The run has used 120,000 tokens of 100,000 tokens", ["go_on", "stop"]],
    [INTERRUPTION, "Step a was interrupted; how far it got is unknown", ["again", "failed", "skip"]],
    // After the others: a number means the same for every interrupted step.
    [REFUSED, "Step a was interrupted: its provider refuses it for now", ["again", "failed", "skip", "wait", "stop"]],
    [
      { ...REFUSED, until: "2026-01-01T14:05:00.000Z" },
      "Step a waits for its provider, and runs again at 14:05 UTC",
      ["again", "failed", "skip", "wait", "stop"],
    ],
    [QUESTION, "planner asks: Which?", ["Postgres", "SQLite, as now"]],
    [CALL, "May bash be used? rm -rf build", ["yes", "no"]],
    [PLAN_FIRST, "The agent wants to plan first", ["yes", "no"]],
  ])("%j", (subject, question, words) => {
    expect(form(subject).question).toBe(question);
    expect(form(subject).choices.map(({ word }) => word)).toEqual(words);
  });

  it("comes with what should be read first, and a warning where something is hidden", () => {
    expect(form(CALL).facts).toEqual([
      { as: "note", text: "Why you are asked: it deletes" },
      { as: "exact", text: "rm -rf build" },
    ]);
    expect(form({ ...CALL, summary: "a\u202eb" }).facts.map(({ as }) => as)).toEqual(["note", "warning", "exact"]);
    expect(form({ ...CALL, summary: "a‹U+202E›b" }).facts.map(({ as }) => as)).toContain("warning");
    expect(form({ ...AMENDMENT, quorum: 2 }).facts.at(-1)?.text).toContain("This plan needs 2 signatures");
  });

  it("marks all that lets something happen, and nothing else", () => {
    const lets = (subject: RequestSubject) =>
      form(subject).choices.flatMap(({ word, lets }) => (lets === true ? [word] : []));
    expect([AMENDMENT, BUDGET, INTERRUPTION, REFUSED, CALL, PLAN_FIRST, DIVERGENCE].map(lets)).toEqual([
      ...[["once", "add"], ["go_on"], ["again"], ["again", "wait"], ["yes"], [], []],
    ]);
  });

  it("has what the plan says of a decision's options", () => {
    const options = [{ label: "red", description: "like fire" }, { label: "blue" }];
    const plan = given(propose({ ...planOf("a"), decisions: [decision("where", { options, recommended: "red" })] }));
    expect(formOf(asked(choice(["red", "blue"])), plan).choices).toMatchObject([
      { label: "red", description: "like fire", recommended: true },
      { label: "blue" },
    ]);
  });
});

describe("an answer", () => {
  it.each<[RequestSubject, string, unknown]>([
    [choice(["Here, now", "There"]), "Here, now", ["Here, now"]],
    [choice(["Here, now", "There"]), '"Here, now"', ["Here, now"]],
    [choice(["Here, now", "There"]), "here,  NOW", ["Here, now"]],
    [choice(["Here, now", "There"]), "2", ["There"]],
    [choice(["3", "1"]), "1", ["1"]],
    [choice(["auth", "logging"], true), "auth,logging", ["auth", "logging"]],
    [choice(["auth", "logging"], true), '"auth,logging"', ["auth", "logging"]],
    [choice(["auth", "logging"], true), "2, AUTH", ["auth", "logging"]],
    [choice(["auth", "logging"], true), "auth\nauth\n", ["auth"]],
    [choice(["Here, now", "There"], true), 'There, "Here, now"', ["Here, now", "There"]],
    [choice(["Here, now", "There"], true), "Here, now", ["Here, now"]],
  ])("of %j: %s", (subject, said, selections) => {
    expect(form(subject).parse(said)).toEqual({ ok: true, value: { kind: "decision", selections } });
  });

  it.each<[RequestSubject, string, unknown]>([
    [AMENDMENT, "once", { kind: "amendment", choice: "once" }],
    [AMENDMENT, "Add it to the step", { kind: "amendment", choice: "add" }],
    [AMENDMENT, "3", { kind: "amendment", choice: "refuse" }],
    [BUDGET, "go on", { kind: "budget", choice: "go_on" }],
    [BUDGET, "go-on", { kind: "budget", choice: "go_on" }],
    [INTERRUPTION, "SKIP", { kind: "interruption", choice: "skip" }],
    [REFUSED, "4", { kind: "interruption", choice: "wait" }],
    [REFUSED, "stop here", { kind: "interruption", choice: "stop" }],
    [DIVERGENCE, "1", { kind: "divergence", choice: "signed" }],
    [CALL, "Y", { kind: "confirmation", allow: true }],
    [CALL, "no", { kind: "confirmation", allow: false }],
    [QUESTION, "postgres", { kind: "question", text: "Postgres" }],
    [QUESTION, "1", { kind: "question", text: "1" }],
    [QUESTION, " neither, nor ", { kind: "question", text: "neither, nor" }],
    [QUESTION, "SQLite, as now", { kind: "question", text: "SQLite, as now" }],
  ])("of %j: %s", (subject, said, value) => {
    expect(form(subject).parse(said)).toEqual({ ok: true, value });
  });

  it.each<[RequestSubject, string | string[], string]>([
    [choice(["jwt", "cookie"]), "jwt,cookie", "wrong_number_of_options"],
    [choice(["jwt", "cookie"]), "basic", "unknown_option"],
    [choice(["jwt", "cookie"]), "3", "unknown_option"],
    [choice(["jwt", "cookie"]), "0", "unknown_option"],
    [choice(["Red", "red"]), "RED", "unknown_option"],
    [choice(["jwt", "cookie"], true), "jwt, basic", "unknown_option"],
    [choice(["jwt", "cookie"], true), "", "unknown_option"],
    [choice(["jwt", "cookie"], true), [], "wrong_number_of_options"],
    [choice(["jwt", "cookie"]), ["JWT"], "unknown_option"],
    [AMENDMENT, "maybe", "wrong_answer"],
    [AMENDMENT, "", "wrong_answer"],
    [{ ...AMENDMENT, adds: {} }, "add", "wrong_answer"],
    [{ ...AMENDMENT, quorum: 2 }, "add", "quorum_needed"],
    [{ ...AMENDMENT, quorum: 2 }, ["add"], "wrong_answer"],
    [BUDGET, "once", "wrong_answer"],
    [CALL, "yes, but not now", "wrong_answer"],
    [QUESTION, "  ", "wrong_answer"],
    [REVIEW, "yes", "wrong_answer"],
  ])("of %j is refused: %j", (subject, said, kind) => {
    expect(form(subject).parse(said)).toMatchObject({ ok: false, refusal: { kind } });
  });

  it("that is refused names the choices, so that one can be typed", () => {
    const refusal = { message: '"x" is none of the choices.', hint: 'Choose one of: 1 "Here, now", 2 There.' };
    expect(form(choice(["Here, now", "There"])).parse("x")).toMatchObject({ refusal });
    expect(form(CALL).parse("x")).toMatchObject({
      refusal: { hint: "Choose one of: 1 yes (allow once), 2 no (refuse)." },
    });
  });

  it("has a note only with a refusal, and own words only for a question", () => {
    const note = "use trash";
    expect(form(CALL).parse("no", note)).toEqual({ ok: true, value: { kind: "confirmation", allow: false, note } });
    expect(form(AMENDMENT).parse(["refuse"], note)).toEqual({
      ...{ ok: true, value: { kind: "amendment", choice: "refuse", note } },
    });
    expect(form(QUESTION).parse("Postgres", note)).toMatchObject({ ok: false, refusal: { kind: "wrong_answer" } });
    expect(form(QUESTION).parse([], "mine")).toEqual({ ok: true, value: { kind: "question", text: "mine" } });
    for (const [subject, said] of [
      [CALL, "yes"],
      [AMENDMENT, "once"],
      [BUDGET, "stop"],
    ] as const)
      expect(form(subject).parse(said, note)).toMatchObject({ ok: false, refusal: { kind: "wrong_answer" } });
  });
});

describe("for any options", () => {
  const label = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((text) => /^[^\s"'“]/.test(text));
  const sample = fc.constantFrom("a", "b, c", 'say "x"', "1", "2", "Here, now", "a\\", "x\ny", "C:\\");
  const labels = fc.uniqueArray(fc.oneof(label, sample), { minLength: 1, maxLength: 6 });

  it("each is chosen by its label, whatever is in it", () => {
    fc.assert(
      fc.property(labels, fc.boolean(), (options, isMany) => {
        for (const one of options)
          expect(form(choice(options, isMany)).parse(one)).toEqual({
            ...{ ok: true, value: { kind: "decision", selections: [one] } },
          });
      }),
      { numRuns: runs(1000) },
    );
  });

  it("any of them are chosen by a list of their labels, quoted where needed", () => {
    fc.assert(
      fc.property(labels, fc.infiniteStream(fc.boolean()), (options, picks) => {
        const some = options.filter(() => picks.next().value);
        const list = some.map(quotedLabel).join(", ");
        fc.pre(some.length > 0 && !options.includes(list));
        expect(form(choice(options, true)).parse(list)).toEqual({
          ...{ ok: true, value: { kind: "decision", selections: some } },
        });
      }),
      { numRuns: runs(1000) },
    );
  });

  it("no text lets something happen that does not name the choice which does", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom("y", "yes", "no", "once", "Allow", "ok", "sure", "allow it"));
    fc.assert(
      fc.property(fc.constantFrom(...ALL), text, (subject, said) => {
        const { choices, parse } = form(subject);
        const given = parse(said);
        const letting = choices.filter(({ lets }) => lets === true);
        const chosen = letting.find(({ answer }) => given.ok && answer === given.value);
        if (chosen === undefined) return;
        const number = String(choices.indexOf(chosen) + 1);
        const names = [chosen.word, chosen.label, number, ...(chosen.also ?? [])].map((name) => name.toLowerCase());
        const typed = said
          .trim()
          .replace(/^["'“]|["'”]$/g, "")
          .trim()
          .toLowerCase();
        expect([...names, ...names.map((name) => name.replace("_", " "))]).toContain(typed.replace(/-/g, " "));
      }),
      { numRuns: runs(1000) },
    );
  });
});
