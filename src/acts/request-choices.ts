import { no } from "../desk/outcome.ts";
import { additionWords, quorumWords } from "../lifecycle/amendment.ts";
import type { Answer, Request } from "../lifecycle/request.ts";
import { amount, isPlanFirst } from "../lifecycle/request-question.ts";
import type { Decision } from "../plan/plan.ts";
import { INTERRUPTED_CHOICES, providerChoices } from "./interrupted-steps.ts";
import type { Answerable, Choice } from "./request-choice.ts";

/**
 * The possible answers to a request, the one that continues first. `decision` has the plan's details on the options.
 */
export function choicesOf(request: Request, decision?: Decision): Answerable {
  switch (request.kind) {
    case "review":
      return { kind: "review", picks: "one", choices: [] };
    case "decision":
      return decisionChoices(request, decision);
    case "question":
      return {
        kind: "question",
        picks: "one",
        choices: (request.options ?? []).map((label) => ({
          word: label,
          label,
          answer: { kind: "question", text: label },
        })),
        words: request.options?.length
          ? { with: "answer", label: "In my own words…", asks: "Your answer, in your own words", needed: false }
          : { with: "answer", label: "Answer…", asks: "Your answer", needed: true },
      };
    case "divergence":
      return fixed("divergence", [
        {
          word: "signed",
          label: "Continue with the signed text",
          description: "the edited file does not run",
          leads: true,
          answer: { kind: "divergence", choice: "signed" },
        },
        {
          word: "review",
          label: "Review the new text",
          description: "the run stops here; its approval no longer holds",
          answer: { kind: "divergence", choice: "review" },
        },
      ]);
    case "amendment":
      return amendmentChoices(request);
    case "budget":
      return fixed("budget", [
        {
          word: "go_on",
          label: "Continue",
          description: `with ${amount(request.more ?? request.limit, request.what)} more`,
          lets: true,
          leads: true,
          answer: { kind: "budget", choice: "go_on" },
        },
        {
          word: "stop",
          label: "Stop",
          description: request.of === "plan" ? "the running steps end as failed" : "the step ends as failed",
          stops: true,
          answer: { kind: "budget", choice: "stop" },
        },
      ]);
    case "interruption":
      return fixed(
        "interruption",
        [
          ...INTERRUPTED_CHOICES,
          ...(request.wait_minutes === undefined ? [] : providerChoices(request.wait_minutes)),
        ].map((choice) => ({
          ...choice,
          ...(choice.word === "again" && { leads: true }),
          ...((choice.word === "again" || choice.word === "wait") && { lets: true }),
          answer: { kind: "interruption", choice: choice.word },
        })),
      );
    case "model":
      return fixed("model", [
        ...request.options.map(
          (model): Choice => ({ word: model, label: model, lets: true, answer: { kind: "model", model } }),
        ),
        {
          word: "same",
          label: `Try ${request.model} again`,
          description: "after you logged in to its provider",
          answer: { kind: "model", model: request.model },
        },
      ]);
    case "confirmation":
      return isPlanFirst(request) ? planFirst() : mayRun();
  }
}

/** The options of a decision. Only those of the request, or of the signed plan, can be chosen. */
export function decisionChoices(
  asked: { options: readonly string[]; multi_select?: boolean },
  decision?: Decision,
): Answerable {
  const choices = asked.options.map((label): Choice => {
    const description = decision?.options.find((option) => option.label === label)?.description;
    return {
      word: label,
      label,
      answer: { kind: "decision", selections: [label] },
      ...(description && { description }),
      ...(decision?.recommended === label && { recommended: true, leads: true }),
    };
  });
  return { kind: "decision", picks: asked.multi_select ? "several" : "one", choices };
}

function amendmentChoices({ adds, quorum, unattended }: Extract<Request, { kind: "amendment" }>): Answerable {
  const added = additionWords(adds);
  const withheld =
    quorum !== undefined
      ? no("quorum_needed", quorumWords(quorum), { facts: { quorum } }).refusal
      : added === ""
        ? no("wrong_answer", "There is nothing to add to the step; it can be allowed this once.").refusal
        : undefined;
  const add: Choice = {
    word: "add",
    label: unattended ? "Add it, and run the step again" : "Add it to the step",
    description: `it may use ${added} from now on`,
    lets: true,
    ...(unattended && { leads: true }),
    answer: { kind: "amendment", choice: "add" },
  };
  const once: Choice = {
    word: "once",
    label: "Allow once",
    lets: true,
    leads: true,
    answer: { kind: "amendment", choice: "once" },
  };
  return {
    ...fixed("amendment", [
      ...(unattended ? [] : [once]),
      ...(withheld ? [] : [add]),
      { word: "refuse", label: "Refuse", refuses: true, stops: true, answer: { kind: "amendment", choice: "refuse" } },
    ]),
    words: REFUSE_WITH_WORDS,
    ...(withheld && { withheld: { add: withheld } }),
  };
}

function mayRun(): Answerable {
  return {
    ...fixed("confirmation", [
      { word: "yes", also: ["y"], label: "Allow once", lets: true, leads: true, answer: ALLOWED },
      { word: "no", also: ["n"], label: "Refuse", refuses: true, stops: true, answer: REFUSED },
    ]),
    words: REFUSE_WITH_WORDS,
  };
}

function planFirst(): Answerable {
  return {
    ...fixed("confirmation", [
      { word: "yes", also: ["y"], label: "Plan first", leads: true, answer: ALLOWED },
      { word: "no", also: ["n"], label: "No plan for this", refuses: true, answer: REFUSED },
    ]),
    words: {
      with: "refusal",
      label: "No plan, and say why…",
      asks: "No plan for this. Why, or what should be done?",
      needed: false,
    },
  };
}

const REFUSE_WITH_WORDS: NonNullable<Answerable["words"]> = {
  with: "refusal",
  label: "Refuse, and say what to do instead…",
  asks: "Refuse it. What should be done instead?",
  needed: false,
};

const ALLOWED: Answer = { kind: "confirmation", allow: true };
const REFUSED: Answer = { kind: "confirmation", allow: false };

function fixed(kind: Request["kind"], choices: readonly Choice[]): Answerable {
  return { kind, picks: "one", choices };
}
