import { quotedLabel } from "../../acts/request-parse.ts";
import type { Outcome } from "../../desk/outcome.ts";

/** The answer that the words of a command line give: together one choice or a list, else each word is a choice. */
export function typedAnswer<Value>(parse: (said: string) => Outcome<Value>, words: readonly string[]): Outcome<Value> {
  const whole = parse(words.join(" "));
  if (whole.ok || words.length < 2) return whole;
  const each = parse(words.map(quotedLabel).join(", "));
  return each.ok ? each : whole;
}
