import { diffOfCall } from "../desk/diff-of-call.ts";
import { awaitAnswer } from "../desk/requests.ts";
import type { Actor } from "../lifecycle/actor.ts";
import { openRequests } from "../lifecycle/request.ts";
import { defined } from "../plan/defined.ts";
import { visible } from "../plan/visible.ts";
import { wholeCall } from "../policy/call-words.ts";
import type { ToolCall } from "../policy/tool.ts";
import type { PlanSession } from "./plan-session.ts";

/** A person's answer about a call. `refused` is the message for the model; `by` is absent if no person answered. */
export type Allowed = { allowed: true; by: Actor } | { allowed: false; refused: string; by?: Actor };

const NOT_DONE = "It was not done: do not assume that the operation succeeded.";

/** Asks a person whether a call may run. If no person can be asked, it may not. */
export async function askToAllow(session: PlanSession, call: ToolCall, reason: string): Promise<Allowed> {
  if (!session.canAsk()) return silence(`${reason}\nNo person can be asked here.`);
  return session.run.runner.pausedDuring(() => ask(session, call, reason));
}

async function ask(session: PlanSession, call: ToolCall, reason: string): Promise<Allowed> {
  const { agent } = session;
  const diff = diffOfCall(agent.desk.project, session.cwd, call);
  const summary = wholeCall(call.input);
  const asked = await agent.send({ type: "confirm", tool: call.tool, summary, ...defined({ diff }), reason });
  const request = asked.ok ? openRequests(asked.value.requests).at(-1) : undefined;
  if (request === undefined) return silence(asked.ok ? "No person could be asked." : asked.refusal.message);
  const answered = await awaitAnswer(agent.desk, request.id, session.signal());
  const closing = answered.ok ? answered.value.closing : undefined;
  if (closing?.how !== "answered" || closing.answer.kind !== "confirmation") {
    if (closing === undefined) await agent.send({ type: "cancel_request", request_id: request.id });
    return silence("No person allowed it.");
  }
  const { allow, note } = closing.answer;
  if (allow) return { allowed: true, by: closing.by };
  const words = note ? `\nThey say: ${visible(note, { multiline: true })}` : "";
  return {
    allowed: false,
    refused: `${visible(closing.by.name)} refused this call. ${NOT_DONE}${words}`,
    by: closing.by,
  };
}

function silence(why: string): Allowed {
  return { allowed: false, refused: `${why} ${NOT_DONE}` };
}
