import type { Fact, RequestForm } from "../../../acts/request-form.ts";
import type { InboxEntry } from "../../../desk/requests.ts";
import { defined } from "../../../plan/defined.ts";
import { oneLine } from "../lines.ts";
import { visible } from "../visible-in-terminal.ts";
import { type Dialog, digit, type Entry, type Passage } from "./dialog.ts";

/** A request as the terminal asks it; nothing for a review, which has a view of its own. */
export function requestDialog(form: RequestForm<InboxEntry>): Dialog | undefined {
  const { kind, choices, request, words } = form;
  if (kind === "review") return undefined;
  const refusing = choices.find(({ refuses }) => refuses);
  return {
    heading: oneLine(form.heading),
    ...defined({ about: request.title }),
    passages: form.facts.map(passageOf),
    entries: [
      ...choices.map(({ label, description, recommended, lets }, index) => ({
        ...digit(index),
        label,
        ...defined({ description, recommended, lets }),
      })),
      ...(words ? [wordsEntry(words, choices.length)] : []),
    ],
    picks: form.picks === "several" ? "many" : kind === "decision" ? "one" : "at_once",
    // Nothing that allows something is chosen before the person chooses it.
    ...((kind === "decision" || kind === "question") && {
      first: Math.max(
        0,
        choices.findIndex(({ recommended }) => recommended),
      ),
    }),
    answer: (picked, said) => {
      const chosen = picked.flatMap((index) => choices[index] ?? []).map(({ word }) => word);
      if (chosen.length > 0) return form.parse(chosen);
      return form.parse(refusing ? [refusing.word] : [], said);
    },
  };
}

function passageOf({ as, text }: Fact): Passage {
  if (as === "words") return { kind: "text", text };
  return as === "exact" || as === "diff"
    ? { kind: as, text }
    : { kind: as, text: visible(text, { multiline: true, spelled: true }) };
}

function wordsEntry(words: NonNullable<RequestForm["words"]>, index: number): Entry {
  const { label, asks } = words;
  if (words.with === "refusal") return { ...digit(index), label, words: { asks, sends: "refuses and sends" } };
  const missing = `Write your answer first, or press Esc ${words.needed ? "to answer later" : "to go back"}.`;
  return { key: "t", label, words: { asks, sends: "sends", missing } };
}
