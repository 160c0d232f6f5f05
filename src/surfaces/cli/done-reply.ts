import type { Done } from "../../acts/act.ts";
import { adviceLines } from "../../lifecycle/next-action.ts";
import { visible } from "../../plan/visible.ts";
import { callAction } from "./call-action.ts";
import { planJson } from "./plan-json.ts";
import { type Reply, reply } from "./reply.ts";

const MOST_SHOWN = 3;

/** What an act did, and what can be done next. */
export function doneReply({ plan, fact, words, next }: Done<object>): Reply {
  const lines = adviceLines(next.slice(0, MOST_SHOWN), callAction).map((line) => `  ${line}`);
  return reply(
    { plan: planJson(plan), ...fact, next: next.map((action) => ({ ...action, command: callAction(action) })) },
    [visible(words), ...lines].join("\n"),
  );
}
