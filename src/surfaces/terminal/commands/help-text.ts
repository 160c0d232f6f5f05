import { SUB_COMMANDS, type SubCommand } from "./plan-input.ts";

/** pi shows a message between two columns of margin, so 78 of 80 are left. */
const NAME = 9;
const CELL = 40;

/** `/plan help`: two columns if they fit, so that a terminal of 24 rows shows all of it above its editor. */
export function helpText(columns = 80): string {
  const cells = Object.entries(SUB_COMMANDS).map(([name, { does }]) => `${name.padEnd(NAME)}${does}`);
  const half = Math.ceil(cells.length / 2);
  if (columns < 2 * CELL) return [HEAD, ...cells, FOOT].join("\n");
  const rows = cells.slice(0, half).map((cell, index) => `${cell.padEnd(CELL)}${cells[half + index] ?? ""}`.trimEnd());
  return [HEAD, ...rows, FOOT].join("\n");
}

const HEAD = "/plan <goal> plans it, read-only until you approve; /plan with one of these:";
const FOOT = "/plan help <command> shows its arguments; /plan -- <goal> plans any goal.";

/** `/plan help <command>`: its arguments, and what it does. */
export function commandHelp(name: SubCommand): string {
  const row: { does: string; usage?: string; ofPlan?: true } = SUB_COMMANDS[name];
  return [`/plan ${name}${row.usage ? ` ${row.usage}` : ""}: ${row.does}`, ...(row.ofPlan ? [PLAN] : [])].join("\n");
}

const PLAN = "[plan] is an id or its first characters; without it, the plan of this session.";
