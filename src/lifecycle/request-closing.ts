import type { Answer, Closing } from "./request.ts";

/** How a request ended, as a subject and a verb: `ann` `chose red`, `The request` `expired`. Text of people is raw. */
export function closingWords(closing: Closing): { by: string; how: string } {
  return closing.how === "answered"
    ? { by: closing.by.name, how: answerWords(closing.answer) }
    : NOT_ANSWERED[closing.how];
}

const NOT_ANSWERED = {
  superseded: { by: "A newer request", how: "replaced it" },
  expired: { by: "The request", how: "expired" },
  cancelled: { by: "The request", how: "was cancelled" },
} as const;

/** Why a request can no longer be answered. */
export function closedWords(closing: Closing): string {
  const { by, how } = closingWords(closing);
  return closing.how === "answered" ? `${by} has answered already.` : `${by} ${how}.`;
}

/** An answer, after the name of who gave it: "chose red". */
export function answerWords(answer: Answer): string {
  switch (answer.kind) {
    case "review":
      return { approved: "approved it", changes_requested: "asked for changes", rejected: "rejected it" }[
        answer.verdict
      ];
    case "decision":
      return `chose ${answer.selections.join(", ")}`;
    case "divergence":
      return answer.choice === "signed" ? "chose the signed text" : "chose to review the new text";
    case "amendment":
      return noted(
        { once: "allowed it once", add: "added it to the step", refuse: "refused it" }[answer.choice],
        answer.note,
      );
    case "budget":
      return { go_on: "let it continue", stop: "stopped it" }[answer.choice];
    case "interruption":
      return {
        again: "chose to run it again",
        failed: "marked it as failed",
        skip: "skipped it",
        wait: "let it wait, and run again",
        stop: "stopped here",
      }[answer.choice];
    case "model":
      return `chose the model ${answer.model}`;
    case "question":
      return `answered: ${answer.text}`;
    case "confirmation":
      return noted(answer.allow ? "allowed it" : "refused it", answer.note);
  }
}

function noted(words: string, note: string | undefined): string {
  return note ? `${words}: ${note}` : words;
}
