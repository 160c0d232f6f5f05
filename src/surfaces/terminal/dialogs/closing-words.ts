import type { Answer, Closing } from "../../../lifecycle/request.ts";
import { answeredWith } from "../../../lifecycle/run-request-words.ts";
import { oneLine } from "../lines.ts";
import type { Answered } from "../review/foot-lines.ts";

/** Who closed a request and how, for a dialog that is still open: `ana` `allowed it (discord)`. */
export function closingWords(closing: Closing): Answered {
  const { by } = closing;
  const how = closing.how === "answered" ? answerWords(closing.answer) : ENDS[closing.how];
  const where = by.kind === "host" ? "" : by.surface === "terminal" ? " (in another terminal)" : ` (${by.surface})`;
  return { by: oneLine(by.name), how: `${how}${oneLine(where) && ` ${oneLine(where)}`}` };
}

const ENDS = {
  superseded: "took it back, something newer is asked instead",
  expired: "closed it, the time to answer is over",
  cancelled: "took it back",
};

function answerWords(answer: Answer): string {
  switch (answer.kind) {
    case "review":
      return { approved: "approved it", changes_requested: "asked for changes", rejected: "rejected it" }[
        answer.verdict
      ];
    case "decision":
      return `chose ${answer.selections.map(oneLine).join(", ")}`;
    case "divergence":
      return answer.choice === "signed" ? "goes on with the signed text" : "wants to review the new text";
    case "amendment":
    case "budget":
    case "interruption":
      return oneLine(answeredWith(answer));
    case "question":
      return `answered: ${oneLine(answer.text)}`;
    case "confirmation": {
      const note = answer.note ? `: ${oneLine(answer.note)}` : "";
      return `${answer.allow ? "allowed it" : "refused it"}${note}`;
    }
  }
}
