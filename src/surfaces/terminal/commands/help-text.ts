import { SUB_COMMANDS } from "./plan-words.ts";

/** pi shows a message between two columns of margin. */
const WIDTH = 78;
const USAGE = 32;

/** `/plan help`: a line for each sub-command, two where its usage is long. */
export function helpText(): string {
  const rows = Object.entries(SUB_COMMANDS).map(([name, row]) => line("usage" in row ? row.usage : name, row.does));
  return [line("<goal>", "plan it: read-only until you approve"), ...rows, ...PLAN].join("\n");
}

const PLAN = ["[plan] is an id, or its first characters; without one it is the plan of this", "session."];

function line(usage: string, does: string): string {
  const command = `/plan ${usage}`;
  return command.length < USAGE && USAGE + does.length <= WIDTH
    ? `${command.padEnd(USAGE)}${does}`
    : `${command}\n${" ".repeat(USAGE)}${does}`;
}
