import { answerWords } from "../../../lifecycle/answer-words.ts";
import type { Closing } from "../../../lifecycle/request.ts";
import { oneLine } from "../lines.ts";
import type { Answered } from "../review/foot-lines.ts";

/** Who closed a request and how, for a dialog that is still open: `ana` `allowed it (discord)`. */
export function closingWords(closing: Closing): Answered {
  const { by } = closing;
  const how = closing.how === "answered" ? oneLine(answerWords(closing.answer)) : ENDS[closing.how];
  const where = by.kind === "host" ? "" : by.surface === "terminal" ? " (in another terminal)" : ` (${by.surface})`;
  return { by: oneLine(by.name), how: `${how}${oneLine(where) && ` ${oneLine(where)}`}` };
}

const ENDS = {
  superseded: "took it back, something newer is asked instead",
  expired: "closed it, the time to answer is over",
  cancelled: "took it back",
};
