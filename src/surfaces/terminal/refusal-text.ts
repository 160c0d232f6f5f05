import type { DeskRefusal } from "../../desk/outcome.ts";
import { refusalLines } from "../../lifecycle/next-action.ts";
import { visible } from "../../plan/visible.ts";
import { callAction } from "./call-action.ts";

/** Why something was refused, and what can be done instead. */
export function refusalText(refusal: DeskRefusal): string {
  return refusalLines(refusal, callAction)
    .map((line) => visible(line, { multiline: true, spelled: true }))
    .join("\n");
}
