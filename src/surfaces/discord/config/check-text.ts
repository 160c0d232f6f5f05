import { visible } from "../../../plan/visible.ts";
import type { Check, CheckedDiscord } from "./check-discord.ts";

/** How a terminal marks what it says; a pipe has no colours. */
export type Paint = Record<"green" | "yellow" | "red" | "dim", (text: string) => string>;

/** One line for each thing that was looked at, what to do below it, and how the bot comes to a server. */
export function checkText({ checks, invite }: Pick<CheckedDiscord, "checks" | "invite">, paint: Paint): string {
  const marks: Record<Check["result"], string> = {
    good: paint.green("ok   "),
    note: paint.yellow("note "),
    bad: paint.red("WRONG"),
  };
  const spelled = (text: string) => visible(text, { spelled: true });
  const lines = checks.flatMap(({ result, what, hint }) => [
    `${marks[result]}  ${spelled(what)}`,
    ...(hint === undefined ? [] : [`       ${paint.dim(spelled(hint))}`]),
  ]);
  if (invite !== undefined) lines.push("", "To add the bot to a server, open:", invite);
  return `${lines.join("\n")}\n`;
}
