import type { BrokenGroup } from "../../desk/broken-journal.ts";
import type { Desk } from "../../desk/desk.ts";
import { adviceLines } from "../../lifecycle/next-action.ts";
import { visible } from "../../plan/visible.ts";
import { wrap } from "../../plan/wrap.ts";
import { callAction } from "./call-action.ts";
import type { Session } from "./session.ts";
import type { Look } from "./style.ts";

interface Told {
  json: Record<string, unknown>;
  /** Before what a command lists. */
  text: string;
}

/**
 * Plans whose journals are gone or cannot be trusted, for commands that list plans or requests. Loaded only where there
 * are some.
 */
export async function tellDistrusted(session: Session, desk: Desk): Promise<Told | undefined> {
  const found = await Promise.all(
    [false, true].map((archived) => desk.plans({ status: ["broken"], limit: 1, archived })),
  );
  if (found.every(({ rows }) => rows.length === 0)) return undefined;
  const { distrustedPlans } = await import("../../acts/distrusted-plans.ts");
  const groups = await distrustedPlans(desk);
  if (groups.length === 0) return undefined;
  const text = groups.map((group) => `${groupText(group, session)}\n`).join("");
  return { json: { distrusted: groups.map(groupJson) }, text };
}

/** What is wrong, and under it the way back. */
export function groupText({ words, ...way }: BrokenGroup, { style, width }: Pick<Look, "style" | "width">): string {
  const said = wrap(visible(words, { spelled: true }), width).map((line) => `${style.bold(style.yellow(line))}\n`);
  return `${said.join("")}${wayBackText(way, { style, width })}`;
}

/** Commands stay whole, so that they can be copied. */
export function wayBackText(
  { hint, next }: Pick<BrokenGroup, "hint" | "next">,
  { style, width }: Pick<Look, "style" | "width">,
): string {
  const lines = [...(hint ? wrap(hint, width - 2) : []), ...adviceLines(next, callAction)];
  return lines.map((line) => `  ${style.dim(visible(line, { spelled: true }))}\n`).join("");
}

function groupJson({ journals, broken, words, hint, next }: BrokenGroup): Record<string, unknown> {
  const { message: _, ...why } = broken;
  const commands = next.map((action) => ({ ...action, command: callAction(action) }));
  return { plans: journals, ...why, message: words, ...(hint && { hint }), next: commands };
}
