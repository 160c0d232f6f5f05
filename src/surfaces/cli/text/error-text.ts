import { adviceLines } from "../../../lifecycle/next-action.ts";
import { visible } from "../../../plan/visible.ts";
import { callAction } from "../call-action.ts";
import type { CliError } from "../reply.ts";
import { problemsText } from "./problems-text.ts";

/** The reason of a refusal, and what to do now. */
export function errorText({ message, hint, next = [], problems }: CliError): string {
  const shown = visible(message, { multiline: true, spelled: true });
  const said = shown.startsWith("countersign ") ? `${shown}\n` : `countersign: ${shown}\n`;
  const advice = [...(hint ? [hint] : []), ...adviceLines(next, callAction)];
  const lines = advice.map((line) => `${visible(line, { multiline: true, spelled: true })}\n`);
  return `${said}${problems ? problemsText(problems) : ""}${lines.join("")}`;
}
