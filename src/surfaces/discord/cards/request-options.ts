import type { Answer, Request } from "../../../lifecycle/request.ts";
import { isRunRequest, runChoices } from "../../../lifecycle/run-request-words.ts";
import type { Decision } from "../../../plan/plan.ts";
import type { Look } from "./card-message.ts";

/** One thing that can be answered with a click. */
export interface RequestOption {
  /** What a button carries: a place in the request's own list, or a word. */
  word: string;
  label: string;
  description?: string;
  look?: Look;
  isRecommended?: boolean;
  answer: Answer;
}

/** What a request can be answered with, the way to go on first; nothing where only words will do. */
export function optionsOf(request: Request, decision?: Decision): RequestOption[] {
  if (isRunRequest(request)) {
    return runChoices(request).map(({ word, label, description, answer }, index) => ({
      ...{ word, label, answer, look: index === 0 ? "primary" : STOPS.includes(word) ? "danger" : "secondary" },
      ...(description !== undefined && { description }),
    }));
  }
  switch (request.kind) {
    case "question":
      return (request.options ?? []).map((label, index) => ({
        ...{ word: String(index), label, answer: { kind: "question", text: label } },
      }));
    case "decision":
      return request.options.map((label, index) => {
        const description = decision?.options.find((option) => option.label === label)?.description;
        return {
          ...{ word: String(index), label, answer: { kind: "decision", selections: [label] } },
          ...(description !== undefined && { description }),
          ...(decision?.recommended === label && { isRecommended: true, look: "primary" }),
        };
      });
    case "confirmation":
      return request.tool === "enter_plan_mode"
        ? yesOrNo("Plan first", "No plan for this", "secondary")
        : yesOrNo("Allow once", "Deny", "danger");
    case "divergence":
      return [
        {
          ...{ word: "signed", label: "Go on with the signed text", look: "primary" },
          ...{ description: "what the file says now is not carried out" },
          answer: { kind: "divergence", choice: "signed" },
        },
        {
          ...{ word: "review", label: "Review the new text" },
          ...{ description: "the run stops here; its approval no longer holds" },
          answer: { kind: "divergence", choice: "review" },
        },
      ];
    case "review":
      return [];
  }
}

/** The answer that a click, or a choice from a menu, stands for; nothing if there is no such option. */
export function chosenAnswer(request: Request, chosen: readonly string[]): Answer | undefined {
  const options = optionsOf(request);
  const found = chosen.flatMap((word) => options.find((option) => option.word === word) ?? []);
  if (found.length === 0 || found.length !== chosen.length) return undefined;
  if (request.kind === "decision")
    return { kind: "decision", selections: [...new Set(found.map(({ label }) => label))] };
  return found.length === 1 ? found[0]?.answer : undefined;
}

function yesOrNo(yes: string, no: string, look: Look): RequestOption[] {
  return [
    { word: "yes", label: yes, look: "success", answer: { kind: "confirmation", allow: true } },
    { word: "no", label: no, look, answer: { kind: "confirmation", allow: false } },
  ];
}

const STOPS: readonly string[] = ["refuse", "stop"];
