import { describe, expect, it } from "vitest";
import { formOf } from "../../../../src/acts/request-form.ts";
import type { RequestState, RequestSubject } from "../../../../src/lifecycle/request.ts";
import { requestCard } from "../../../../src/surfaces/discord/cards/request-card.ts";
import { clickedWords } from "../../../../src/surfaces/discord/cards/request-controls.ts";
import { ANN, agent, decision, given, minutes, planOf, propose, T0 } from "../../../builders.ts";
import { cardText } from "./card-text.ts";
import { problemsOf } from "./problems-of.ts";

const asked = (subject: RequestSubject, more: Partial<RequestState> = {}): RequestState =>
  ({
    ...subject,
    id: `planner/${subject.kind}-7`,
    opened_at: T0,
    opened_by: agent("planner"),
    ...more,
  }) as RequestState;
const shown = (subject: RequestSubject) => {
  const card = requestCard(asked(subject));
  expect(problemsOf(card)).toEqual([]);
  return cardText(card);
};
const labels = (count: number) => Array.from({ length: count }, (_, index) => `label ${index + 1}`);
const choice = (options: string[], multi_select = false): RequestSubject => ({
  ...{ kind: "decision", decision_id: "d", header: "Colour", question: "Which?", options, multi_select },
});
const call: RequestSubject = { kind: "confirmation", tool: "bash", summary: "rm -rf build", reason: "it writes" };

describe("the card of a request", () => {
  it("has buttons for a few short options, and a form for other words", () => {
    const text = shown({ kind: "question", question: "Which one?", options: ["this", "that"] });
    expect(text).toContain("Which one?\n1. this\n2. that\nUse a button, or reply to this message.");
    expect(text).toContain("[this] [that] [In my own words…]");
    expect(shown({ kind: "question", question: "Why?" })).toContain("[Answer…]");
  });

  it("has a menu where they are long or many, and a form where they are too many for that", () => {
    expect(shown({ kind: "question", question: "?", options: ["x".repeat(90), "y"] })).toContain(
      "[Choose one … 1. xxx",
    );
    const phone = "x".repeat(38);
    expect(shown(choice([phone, "y"]))).toContain(`[${phone}] [y]`);
    expect(shown(choice([`${phone}x`, "y"]))).toContain(`[Choose one … 1. ${phone}x`);
    expect(shown(choice(labels(25)))).toContain("[Choose one … 1. label 1 | 2. label 2");
    expect(shown(choice(labels(60)))).toContain("[Choose one … (51 to 60) 51. label 51");
    expect(shown(choice(labels(60)))).toContain("[Answer…]");
    expect(shown(choice(labels(200)))).not.toContain("[Choose");
    expect(shown(choice(labels(30), true))).not.toContain("[Choose");
  });

  it("lets several be chosen where several may be", () => {
    const text = shown(choice(["red", "blue"], true));
    expect(text).toContain("Choose one or more.");
    expect(text).toContain("[Choose one or more … red | blue]");
  });

  it("says what a plan knows of its options", () => {
    const options = [{ label: "red", description: "like fire" }, { label: "blue" }];
    const plan = given(propose({ ...planOf("a"), decisions: [decision("d", { options, recommended: "red" })] }));
    const text = cardText(requestCard(asked(choice(["red", "blue"])), plan));
    expect(text).toContain("1. red ★ recommended: like fire");
    expect(text).toContain("[red ★] [blue]");
  });

  it("asks about a call with all of it, attached where it is long", () => {
    const text = shown(call);
    expect(text).toContain("rm -rf build");
    expect(text).toContain("Why you are asked: it writes");
    expect(text).toContain("[Allow once] [Refuse] [Refuse, and say what to do instead…]");
    const long = `echo ${"x".repeat(5000)}; rm -rf /`;
    const card = requestCard(asked({ ...call, summary: long } as RequestSubject));
    expect(cardText(card)).toContain("Read all of it in the attached file");
    expect(String(card.files?.[0]?.attachment)).toBe(long);
    expect(shown({ ...call, summary: "a\u202eb" } as RequestSubject)).toContain("hidden characters");
  });

  it("asks whether to plan first in other words", () => {
    const text = shown({ kind: "confirmation", tool: "enter_plan_mode", summary: "It is large", reason: "" });
    expect(text).toContain("The agent wants to plan first");
    expect(text).toContain("[Plan first] [No plan for this] [No plan, and say why…]");
  });

  it.each([
    [
      {
        kind: "amendment",
        step_id: "a",
        subagent_id: "s",
        tool: "write",
        summary: "x",
        reason: "r",
        adds: { tools: ["write"] },
      },
      "[Allow once] [Add it to the step] [Refuse] [Refuse, and say what to do instead…]",
    ],
    [{ kind: "budget", of: "plan", what: "tokens", used: 120, limit: 100 }, "[Continue] [Stop]"],
    [{ kind: "interruption", step_id: "a", why: "gone" }, "[Run it again] [Mark it as failed] [Skip it]"],
    [{ kind: "divergence", digest: "x" }, "[Continue with the signed text] [Review the new text]"],
  ] as const)("offers what a run can be told: %j", (subject, offered) => {
    expect(shown(subject as unknown as RequestSubject)).toContain(offered);
  });

  it("names the answer and its author once it is closed, and has no buttons", () => {
    const closing = {
      at: minutes(1),
      by: ANN,
      how: "answered",
      answer: { kind: "confirmation", allow: true },
    } as const;
    const card = requestCard(asked(call, { closing }));
    expect(cardText(card)).toContain("☑️ ann (terminal) allowed it");
    expect(card.components).toHaveLength(1);
    const over = requestCard(asked(call, { closing: { at: minutes(1), by: ANN, how: "expired" } }));
    expect(cardText(over)).toContain("▪️ The request expired.");
  });
});

describe("a click on a request", () => {
  const chosenAnswer = (request: RequestState, carried: readonly string[]) => {
    const words = clickedWords(formOf(request), carried);
    const given = words && formOf(request).parse(words);
    return given?.ok ? given.value : undefined;
  };

  it("becomes the answer it stands for", () => {
    expect(chosenAnswer(asked(call), ["yes"])).toEqual({ kind: "confirmation", allow: true });
    expect(chosenAnswer(asked(call), ["no"])).toEqual({ kind: "confirmation", allow: false });
    expect(chosenAnswer(asked(choice(["red", "blue"], true)), ["0", "1"])).toEqual({
      ...{ kind: "decision", selections: ["red", "blue"] },
    });
    expect(chosenAnswer(asked({ kind: "question", question: "?", options: ["a"] }), ["0"])).toEqual({
      ...{ kind: "question", text: "a" },
    });
  });

  it("is nothing where there is no such option", () => {
    for (const words of [[], ["2"], ["yes"], ["0", "7"], ["__proto__"]])
      expect(chosenAnswer(asked(choice(["red", "blue"])), words)).toBeUndefined();
  });
});
