import type { Outcome } from "../../../desk/outcome.ts";

/** The value; a refusal is an error here, since the story knows what is allowed. */
export function told<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}
