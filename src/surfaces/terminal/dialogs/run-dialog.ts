import { nobodyAlone, type RunRequest, runChoices, runQuestion } from "../../../lifecycle/run-request-words.ts";
import { oneLine } from "../lines.ts";
import { type Dialog, digit } from "./dialog.ts";

/** What a run asks while it goes: more scope, more budget, or what is to become of a step that was interrupted. */
export function runDialog(request: RunRequest & { title?: string }): Dialog {
  const choices = runChoices(request);
  return {
    heading: oneLine(runQuestion(request)),
    ...(request.title !== undefined && { about: request.title }),
    passages: passagesOf(request),
    entries: [
      ...choices.map(({ word, label, description }, index) => ({
        ...{ ...digit(index), label },
        ...(description !== undefined && { description: oneLine(description) }),
        ...(LETS.includes(word) && { lets: true }),
      })),
      ...(request.kind === "amendment" ? [{ ...digit(choices.length), ...REFUSE_WITH_WORDS }] : []),
    ],
    picks: "at_once",
    answer: ([index = -1], words) => {
      const chosen = choices[index];
      if (chosen) return chosen.answer;
      return { kind: "amendment", choice: "refuse", ...(words !== "" && { note: words }) };
    },
  };
}

const LETS = ["once", "add", "go_on", "again"];

const REFUSE_WITH_WORDS = {
  label: "Refuse, and say what to do instead…",
  words: { asks: "Refuse it. What should be done instead?", sends: "refuses and sends" },
};

function passagesOf(request: RunRequest): Dialog["passages"] {
  switch (request.kind) {
    case "amendment":
      return [
        { kind: "note", text: request.reason },
        { kind: "exact", text: request.summary },
        ...(request.quorum === undefined ? [] : [{ kind: "note", text: nobodyAlone(request.quorum) } as const]),
      ];
    case "budget":
      return [{ kind: "note", text: "Nothing new starts until you say whether it may go on." }];
    case "interruption":
      return [{ kind: "note", text: request.why || "Its process ended while it ran." }];
  }
}
