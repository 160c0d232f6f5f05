import { visible } from "../../../plan/visible.ts";
import type { CliError } from "../reply.ts";
import { problemsText } from "./problems-text.ts";

/** Why something was not done, and what to do now. */
export function errorText({ message, hint, problems }: CliError): string {
  const said = `countersign: ${visible(message, { multiline: true, spelled: true })}\n`;
  return `${said}${problems ? problemsText(problems) : ""}${hint ? `${visible(hint, { multiline: true, spelled: true })}\n` : ""}`;
}
