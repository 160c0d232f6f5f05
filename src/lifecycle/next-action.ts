import type { PlanId } from "../plan/plan.ts";

/** Something a person can do next. Each surface says how it is called there: a command, a key, a button. */
export interface NextAction {
  move: Move;
  plan?: PlanId;
  /** The step, the decision, the request or the agent that it is about. */
  about?: string;
  flag?: "now" | "verify" | "everything" | "undo" | "missing";
  /** Of `adopt`: the journals that are put aside. With `about` instead: the former directory of the project. */
  journals?: readonly string[];
  /** A clause that completes "To …": "list all plans". It names no command. */
  what: string;
}

export type Move = (typeof MOVES)[number];

export const MOVES = [
  "plan",
  "approve",
  "answer",
  "decide",
  "run",
  "resume",
  "pause",
  "retry",
  "skip",
  "fail",
  "cancel",
  "rollback",
  "queue",
  "unqueue",
  "clone",
  "archive",
  "edit",
  "propose",
  "handoff",
  "show",
  "text",
  "watch",
  "plans",
  "inbox",
  "agents",
  "audit",
  "adopt",
  "import",
  "config",
  "doctor",
  "token",
] as const;

/** How a surface calls an action; undefined if it cannot be done there. */
export type CallAction = (action: NextAction) => string | undefined;

/** "To list all plans: /plans", a line each; actions that this surface does not have are left out. */
export function adviceLines(actions: readonly NextAction[], call: CallAction): string[] {
  return actions.flatMap((action) => {
    const command = call(action);
    return command === undefined ? [] : [`To ${action.what}: ${command}`];
  });
}

/** Why something was refused, and what can be done instead: for surfaces that show lines. */
export function refusalLines(
  { message, hint, next = [] }: { message: string; hint?: string; next?: readonly NextAction[] },
  call: CallAction,
): string[] {
  return [message, ...(hint ? [hint] : []), ...adviceLines(next, call)];
}
