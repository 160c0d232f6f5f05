import type { CommandToRun } from "../../../../../plan/commands-to-run.ts";
import { counted } from "../../../../../plan/quantities.ts";
import type { Draft } from "../draft.ts";
import type { Review } from "../review.ts";
import { commandKey, type Part, partsOf } from "../seen/parts.ts";

/** What stands between a reader and their signature. */
export interface Signing {
  /** Those that approval runs: of steps that were not left out. */
  commands: readonly CommandToRun[];
  /** They lock the second act: a command is only signed after it was on the screen whole. */
  unshown: readonly CommandToRun[];
  parts: readonly Part[];
  /** They only speak. */
  unseen: readonly Part[];
}

export function signingOf({ plan, page, draft, seen }: Pick<Review, "plan" | "page" | "draft" | "seen">): Signing {
  const commands = commandsOf(page.commands, draft.value);
  const parts = partsOf(plan);
  return {
    // In the order of the plan: the person reads it so.
    commands,
    unshown: commands.filter((command) => !seen.has(commandKey(command))),
    parts,
    unseen: parts.filter(({ key }) => !seen.has(key)),
  };
}

function commandsOf(commands: readonly CommandToRun[], { leftOut }: Draft): CommandToRun[] {
  return commands.filter(({ step }) => !leftOut.includes(step)).sort((a, b) => a.place - b.place);
}

/** On the button of the second act: it names what is unseen. */
export function actWords({ unseen }: Signing): string {
  return unseen.length === 0 ? "Approve" : `Approve, ${counted(unseen.length, "part")} unseen`;
}

/** So long after it opened the sheet takes no second act: the first one may have been pressed twice. */
export const DEAF = 500;

/** Whether an event came so early that it may belong to the act before, or is a key that is held down. */
export function isTooEarly(event: Pick<Event, "timeStamp"> & { repeat?: boolean }, openedAt: number): boolean {
  return event.repeat === true || event.timeStamp - openedAt < DEAF;
}

/** How much of the line has to be drawn. */
export const WHOLE = 0.97;

/** How far along the line a pointer is, from 0 to 1. */
export function drawnTo(x: number, line: { left: number; width: number }, pen: number): number {
  const room = Math.max(1, line.width - pen);
  return Math.min(1, Math.max(0, (x - line.left - pen / 2) / room));
}

/** The digest in groups that can be compared: of eight digits, or its beginning and end. */
export function digestWords(digest: string, isWhole: boolean): string {
  const digits = digest.slice(digest.indexOf(":") + 1);
  const groups = (size: number): string[] => digits.match(new RegExp(`.{1,${size}}`, "g")) ?? [];
  if (isWhole) return groups(8).join(" ");
  const four = groups(4);
  return four.length <= 4 ? four.join(" ") : `${four.slice(0, 2).join(" ")} … ${four.slice(-2).join(" ")}`;
}
