import type { Outcome } from "../desk/outcome.ts";
import { quorumWords } from "../lifecycle/amendment.ts";
import { bindingPlan, type LivePlan } from "../lifecycle/plan-state.ts";
import type { Answer, Request, RequestState } from "../lifecycle/request.ts";
import { isPlanFirst, requestHeading, requestQuestion } from "../lifecycle/request-question.ts";
import { visible } from "../plan/visible.ts";
import type { Answerable } from "./request-choice.ts";
import { choicesOf } from "./request-choices.ts";
import { parseAnswer } from "./request-parse.ts";

/** A request as every surface asks it. Text of models and people is raw: the surface makes it visible. */
export interface RequestForm<Asked extends RequestState = RequestState> extends Answerable {
  request: Asked;
  heading: string;
  /** On one line, for a list. */
  question: string;
  /** In a few words, for a button. */
  topic: string;
  /** The facts to read before answering. */
  facts: readonly Fact[];
  /** The answer for a text, or for the words of the chosen choices. Nothing is chosen by default. */
  parse(said: string | readonly string[], words?: string): Outcome<Answer>;
}

/**
 * `words` come from a model or a person, `exact` is the literal text that would run, `diff` what a call would change in a
 * file (`diffLineOf` says what each line is), the others are ours.
 */
export interface Fact {
  as: "words" | "exact" | "diff" | "note" | "warning";
  text: string;
}

/** The form of a request; `plan` is the plan it is about, with details on a decision's options. */
export function formOf<Asked extends RequestState>(request: Asked, plan?: LivePlan): RequestForm<Asked> {
  const decisions = plan && request.kind === "decision" ? (bindingPlan(plan).decisions ?? []) : [];
  const id = request.kind === "decision" ? request.decision_id : undefined;
  const answerable = choicesOf(
    request,
    decisions.find(({ decision_id }) => decision_id === id),
  );
  return {
    ...answerable,
    request,
    heading: requestHeading(request),
    question: requestQuestion(request),
    topic: topicOf(request),
    facts: factsOf(request),
    parse: (said, words) => parseAnswer(answerable, said, words),
  };
}

function topicOf(request: Request): string {
  switch (request.kind) {
    case "decision":
      return request.header;
    case "amendment":
    case "interruption":
      return `step ${request.step_id}`;
    case "budget":
      return "continue or stop?";
    case "model":
      return "which model?";
    case "question":
      return "the question";
    case "confirmation":
      return isPlanFirst(request) ? "plan first?" : request.tool;
    case "divergence":
      return "which text holds?";
    case "review":
      return `revision ${request.revision}`;
  }
}

function factsOf(request: Request): Fact[] {
  switch (request.kind) {
    case "review":
      return [];
    case "decision":
    case "question":
      return [{ as: "words", text: request.question }];
    case "divergence":
      return [
        { as: "note", text: "The run waits until a person decides which text holds. The new one is not signed." },
      ];
    case "amendment":
      return [
        ...note(request.reason),
        ...callFacts(request),
        ...(request.quorum === undefined ? [] : note(quorumWords(request.quorum))),
      ];
    case "budget":
      return [{ as: "note", text: "The budget is used up: no new step starts until this is answered." }];
    case "interruption":
      return [{ as: "note", text: request.why.trim() || "Its process ended while it ran." }];
    case "model":
      return [
        { as: "note", text: "No new step starts until this is answered. It is recorded; the signed text stays." },
      ];
    case "confirmation":
      if (isPlanFirst(request)) {
        const how = "While it plans it can only read. It shows you the plan before anything is changed.";
        return [
          { as: "words", text: request.summary },
          { as: "note", text: how },
        ];
      }
      return [
        ...note(request.reason).map(({ as, text }) => ({ as, text: `Why you are asked: ${text}` })),
        ...callFacts(request),
      ];
  }
}

function note(text: string): Fact[] {
  return text.trim() === "" ? [] : [{ as: "note", text: text.trim() }];
}

function callFacts({ summary, diff }: { summary: string; diff?: string }): Fact[] {
  return diff === undefined ? literal("exact", summary) : literal("diff", diff);
}

/** Hidden characters may have been spelled out when the request was opened, so the spelling is searched. */
function literal(as: "exact" | "diff", text: string): Fact[] {
  const isHiding = /‹U\+[0-9A-F]{4,6}›/.test(visible(text, { multiline: true, spelled: true }));
  const warning: Fact = { as: "warning", text: "There are hidden characters in it; they are spelled out as ‹U+…›." };
  return [...(isHiding ? [warning] : []), { as, text }];
}
