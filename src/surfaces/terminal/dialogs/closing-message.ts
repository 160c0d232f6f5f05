import type { Closing } from "../../../lifecycle/request.ts";
import { closingWords as wordsOf } from "../../../lifecycle/request-closing.ts";
import { oneLine } from "../lines.ts";
import type { Answered } from "../review/foot-lines.ts";

/** Who closed a request and how, for a dialog that is still open: `ana` `allowed it (discord)`. */
export function closingMessage(closing: Closing): Answered {
  const { by, how } = wordsOf(closing);
  const { kind, surface } = closing.by;
  const where = surface === "terminal" ? "in another terminal" : oneLine(surface);
  const isAnswered = closing.how === "answered" && kind !== "host";
  return { by: oneLine(by), how: isAnswered ? `${oneLine(how)} (${where})` : oneLine(how) };
}
