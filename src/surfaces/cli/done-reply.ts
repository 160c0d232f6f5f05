import type { Done } from "../../acts/act.ts";
import { doneLines } from "../../acts/done-lines.ts";
import type { Problem } from "../../plan/problem.ts";
import { visible } from "../../plan/visible.ts";
import { callAction } from "./call-action.ts";
import { planJson } from "./plan-json.ts";
import { type Reply, reply } from "./reply.ts";

/** What an act did, and what can be done next. */
export function doneReply(done: Done<object>, warnings: readonly Problem[] = []): Reply {
  const { plan, fact, next } = done;
  const json = {
    plan: planJson(plan),
    ...fact,
    next: next.map((action) => ({ ...action, command: callAction(action) })),
  };
  return reply(json, doneText(done), warnings);
}

export function doneText(done: Done<object>): string {
  const lines = doneLines(done, callAction).map((line) => visible(line));
  return lines.join("\n  ");
}
