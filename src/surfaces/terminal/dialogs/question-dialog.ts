import type { Request } from "../../../lifecycle/request.ts";
import { oneLine } from "../lines.ts";
import { type Dialog, digit } from "./dialog.ts";

type Question = Extract<Request, { kind: "question" }>;

/** A question of an agent: one of its options, or the person's own words. */
export function questionDialog({ question, options = [], opened_by }: Question): Dialog {
  const isFree = options.length === 0;
  return {
    heading: `${opened_by.name === "agent" ? "The agent" : oneLine(opened_by.name)} asks`,
    passages: [{ kind: "text", text: question }],
    entries: [
      ...options.map((label, index) => ({ ...digit(index), label })),
      {
        key: "t",
        label: "In my own words…",
        words: {
          asks: isFree ? "Your answer" : "Your answer, in your own words",
          sends: "sends",
          missing: `There is nothing to send yet. Write your answer, or press Esc ${isFree ? "to put it aside" : "to go back"}.`,
        },
      },
    ],
    picks: "at_once",
    first: 0,
    answer: ([index = options.length], words) => ({ kind: "question", text: options[index] ?? words }),
  };
}
