import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Comments } from "../../src/lifecycle/comment.ts";
import { commentStates } from "../../src/lifecycle/comment-states.ts";
import type { Review } from "../../src/lifecycle/plan-state.ts";
import { pathParts } from "../../src/plan/data-path.ts";
import { digestOf } from "../../src/plan/digest.ts";
import { quotableTexts } from "../../src/plan/find-quote.ts";
import type { Plan, Step } from "../../src/plan/plan.ts";
import type { Quote } from "../../src/plan/quote.ts";
import { ANN, decision, planOf, T0 } from "../builders.ts";

const PLAN: Plan = {
  ...planOf(
    { id: "build", title: "Build it", description: "Run the build.\nThen run the build once more." },
    { id: "copy", title: "Copy the files", run: "cp -r dist /srv/www" },
    "tell",
  ),
  summary: "A release in `three` steps.",
  risks: ["The disk is full", "Nobody looks"],
  decisions: [decision("store", { question: "Where to?" })],
};

function statesOf(comments: Comments, after: Plan, before = PLAN) {
  const review: Review = {
    ...{ at: T0, by: ANN, revision: 1, digest: digestOf(before), verdict: "changes_requested", feedback: "" },
    ...comments,
  };
  return commentStates([review], [{ digest: digestOf(before), plan: before }], after).map(
    ({ review: _, comment: __, ...fate }) => fate,
  );
}

function withStep(id: string, change: Partial<Step>, plan = PLAN): Plan {
  return { ...plan, steps: plan.steps.map((step) => (step.id === id ? { ...step, ...change } : step)) };
}

function without(id: string): Plan {
  return { ...PLAN, steps: PLAN.steps.filter((step) => step.id !== id) };
}

const quote = (more: Quote) => ({ quotes: [{ ...more, text: "Why?" }] });

describe("a comment on a step", () => {
  const comments = { comments: { copy: "Not as root." } };

  it("is open while the step is as it was, wherever that stands now", () => {
    expect(statesOf(comments, PLAN)).toEqual([{ state: "open", at: { step_id: "copy", path: "steps[1]" } }]);
    const moved = { ...PLAN, steps: PLAN.steps.toReversed().toSpliced(0, 1) };
    expect(statesOf(comments, moved)).toEqual([{ state: "open", at: { step_id: "copy", path: "steps[0]" } }]);
  });

  it("is addressed when the step changed, and says which fields", () => {
    expect(statesOf(comments, withStep("copy", { run: "cp dist /srv/www", risk: "low" }))).toEqual([
      { state: "addressed", fields: ["run", "risk"], at: { step_id: "copy", path: "steps[1]" } },
    ]);
  });

  it("is lost when the step is gone", () => {
    expect(statesOf(comments, without("copy"))).toEqual([{ state: "lost", why: "step_removed" }]);
  });

  it("stays at a step that only got another id, and counts as open", () => {
    expect(statesOf(comments, withStep("copy", { id: "deploy" }))).toEqual([
      { state: "open", at: { step_id: "deploy", path: "steps[1]" } },
    ]);
  });
});

describe("a comment on a quote", () => {
  it("is open where its text is now", () => {
    const after = withStep("copy", { run: "sudo cp -r dist /srv/www" });
    expect(statesOf(quote({ step_id: "copy", field: "run", quote: "dist /srv" }), after)).toEqual([
      { state: "open", at: { step_id: "copy", path: "steps[1].run", offset: 11, length: 9 } },
    ]);
  });

  it("is addressed when its field no longer has the text", () => {
    const after = withStep("copy", { run: "cp -r dist /var/www" });
    expect(statesOf(quote({ step_id: "copy", field: "run", quote: "/srv" }), after)).toEqual([
      { state: "addressed", fields: ["run"], at: { step_id: "copy", path: "steps[1].run" } },
    ]);
  });

  it("is lost with its step, its decision or its field", () => {
    const run = quote({ step_id: "copy", field: "run", quote: "/srv" });
    expect(statesOf(run, without("copy"))).toEqual([{ state: "lost", why: "step_removed" }]);
    const { run: _, ...rest } = PLAN.steps[1] as Step;
    expect(statesOf(run, { ...PLAN, steps: PLAN.steps.with(1, rest) })).toEqual([
      { state: "lost", why: "field_removed" },
    ]);
    const { decisions, ...undecided } = PLAN;
    expect(statesOf(quote({ decision_id: "store", field: "question", quote: "Where" }), undecided)).toEqual([
      { state: "lost", why: "decision_removed" },
    ]);
  });

  it("is found in lists, in decisions and under a step's new id", () => {
    const after = withStep("copy", { id: "deploy" }, { ...PLAN, risks: ["New", "The disk is full"] });
    const [risk, question, command] = statesOf(
      {
        quotes: [
          { field: "risks", quote: "disk", text: "Which?" },
          { decision_id: "store", field: "options", quote: "blue", text: "Why?" },
          { step_id: "copy", field: "run", quote: "cp", text: "Why?" },
        ],
      },
      after,
    );
    expect(risk).toMatchObject({ state: "open", at: { path: "risks[1]", offset: 4, length: 4 } });
    expect(question).toMatchObject({
      state: "open",
      at: { decision_id: "store", path: "decisions[0].options[1].label" },
    });
    expect(command).toMatchObject({ state: "open", at: { step_id: "deploy", path: "steps[1].run", offset: 0 } });
  });

  it("does not depend on line breaks, nor in prose on the marks of Markdown", () => {
    const wrapped = withStep("build", { description: "Run the build. Then run\n  the build once more." });
    expect(statesOf(quote({ step_id: "build", field: "description", quote: "run the build once" }), wrapped)).toEqual([
      { state: "open", at: { step_id: "build", path: "steps[0].description", offset: 20, length: 20 } },
    ]);
    expect(statesOf(quote({ field: "summary", quote: "in three steps" }), PLAN)).toMatchObject([
      { state: "open", at: { path: "summary", offset: 10, length: 16 } },
    ]);
    // In a command every character counts.
    const glob = withStep("copy", { run: "rm *" });
    const star = quote({ step_id: "copy", field: "run", quote: "rm *" });
    expect(statesOf(star, withStep("copy", { run: "rm" }), glob)).toMatchObject([{ state: "addressed" }]);
  });

  it("keeps apart what the field says twice", () => {
    const second = { step_id: "build", field: "description", quote: "the build", occurrence: 2 } as const;
    const firstChanged = withStep("build", { description: "Run the tests.\nThen run the build once more." });
    const secondChanged = withStep("build", { description: "Run the build.\nThen run the tests once more." });
    expect(statesOf(quote(second), PLAN)).toMatchObject([{ state: "open", at: { offset: 24 } }]);
    expect(statesOf(quote(second), firstChanged)).toMatchObject([{ state: "open", at: { offset: 24 } }]);
    expect(statesOf(quote(second), secondChanged)).toMatchObject([{ state: "addressed" }]);
  });

  it("of a text that is no longer known is looked for in the current one", () => {
    const review: Review = {
      ...{ at: T0, by: ANN, revision: 1, digest: digestOf(PLAN), verdict: "changes_requested", feedback: "" },
      ...quote({ field: "risks", quote: "Nobody" }),
    };
    expect(commentStates([review], [], PLAN)).toMatchObject([{ state: "open", at: { path: "risks[1]" } }]);
  });
});

const word = fc.stringMatching(/^[a-z]{1,6}$/);
const prose = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
const steps = fc
  .uniqueArray(
    fc.record({ id: fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/), title: prose, description: prose, run: prose }),
    { minLength: 2, maxLength: 6, selector: ({ id }) => id },
  )
  // Titles differ, so that no other step can pass for one under a new id.
  .map((all): Step[] => all.map((step, index) => ({ ...step, title: `${step.title} ${index}` })));
const plans = fc.record({ steps, summary: prose, risks: fc.array(prose, { minLength: 1, maxLength: 3 }) });

/** A comment on each step, and one on a random part of a field of each. */
const reviewed = fc
  .tuple(plans, fc.nat(), fc.nat(), fc.constantFrom("title", "description", "run"))
  .map(([{ steps: all, ...rest }, from, length, field]) => {
    const plan: Plan = { ...planOf("x"), ...rest, steps: all };
    const quotes = all.map(({ id, ...step }) => {
      const text = String(step[field as keyof typeof step]);
      const start = from % text.length;
      return { step_id: id, field, quote: text.slice(start, start + 1 + (length % text.length)), text: "?" };
    });
    const comments = Object.fromEntries(all.map(({ id }) => [id, "?"]));
    return { plan, field, comments, quotes: quotes.filter((one) => one.quote.trim() !== "") };
  });

describe("the comments on any plan", () => {
  it("are all open on the same text, each where its quote is", () => {
    fc.assert(
      fc.property(reviewed, ({ plan, comments, quotes }) => {
        for (const fate of statesOf({ comments, quotes }, plan, plan)) expect(fate).toMatchObject({ state: "open" });
        for (const [index, fate] of statesOf({ quotes }, plan, plan).entries()) {
          const { quote: wanted, ...place } = quotes[index] ?? { quote: "", field: "" };
          if (fate.state !== "open") throw new Error("not open");
          const { path, offset = -1, length = 0 } = fate.at;
          const text = quotableTexts(plan, { ...place, quote: wanted }).find((one) => one.path === path)?.text ?? "";
          expect(text.slice(offset, offset + length)).toBe(wanted.trim());
        }
      }),
    );
  });

  it("stay attached when steps move", () => {
    fc.assert(
      fc.property(reviewed, fc.nat(), ({ plan, comments, quotes }, by) => {
        const moved = [...plan.steps.slice(by % plan.steps.length), ...plan.steps.slice(0, by % plan.steps.length)];
        for (const fate of statesOf({ comments, quotes }, { ...plan, steps: moved }, plan)) {
          if (fate.state !== "open") throw new Error(`${fate.state} after a move`);
          const [, index] = pathParts(fate.at.path);
          expect(moved[Number(index)]?.id).toBe(fate.at.step_id);
        }
      }),
    );
  });

  it("are lost with their step, and only those", () => {
    fc.assert(
      fc.property(reviewed, fc.nat(), ({ plan, comments, quotes }, pick) => {
        const gone = plan.steps[pick % plan.steps.length]?.id;
        const after = { ...plan, steps: plan.steps.filter(({ id }) => id !== gone) };
        const on = [...Object.keys(comments), ...quotes.map(({ step_id }) => step_id)];
        for (const [index, { state }] of statesOf({ comments, quotes }, after, plan).entries()) {
          expect(state).toBe(on[index] === gone ? "lost" : "open");
        }
      }),
    );
  });

  it("are addressed where the quoted text alone is changed", () => {
    fc.assert(
      fc.property(reviewed, fc.nat(), ({ plan, field, quotes }, pick) => {
        const changed = quotes[pick % Math.max(1, quotes.length)];
        if (changed === undefined) return;
        const steps = plan.steps.map((step) => {
          const text = String(step[field as "title"]);
          return step.id === changed.step_id ? { ...step, [field]: text.replaceAll(changed.quote.trim(), "§") } : step;
        });
        for (const [index, { state }] of statesOf({ quotes }, { ...plan, steps }, plan).entries()) {
          expect(state).toBe(quotes[index] === changed ? "addressed" : "open");
        }
      }),
    );
  });
});
