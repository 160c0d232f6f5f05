import type { Answer } from "./request.ts";
import { answeredWith } from "./run-request-words.ts";

/** What somebody answered, after their name: "chose red". What people wrote is still to be made visible. */
export function answerWords(answer: Answer): string {
  switch (answer.kind) {
    case "review":
      return VERDICTS[answer.verdict];
    case "decision":
      return `chose ${answer.selections.join(", ")}`;
    case "divergence":
      return answer.choice === "signed" ? "goes on with the signed text" : "wants to review the new text";
    case "amendment":
    case "budget":
    case "interruption":
      return answeredWith(answer);
    case "question":
      return `answered: ${answer.text}`;
    case "confirmation": {
      const words = answer.allow ? "allowed it" : "refused it";
      return answer.note ? `${words}: ${answer.note}` : words;
    }
  }
}

const VERDICTS = { approved: "approved it", changes_requested: "asked for changes", rejected: "rejected it" };
