import type { ToolCallEvent, ToolCallEventResult } from "@earendil-works/pi-coding-agent";
import { judgeCall } from "../desk/judge-call.ts";
import { modeOf } from "../desk/situation.ts";
import type { ToolCall } from "../policy/tool.ts";
import { toolOf } from "../policy/tool-of.ts";
import { verdictMessage } from "../policy/verdict-message.ts";
import { confine } from "../run/confine.ts";
import { askToAllow } from "./ask-to-allow.ts";
import { freeze } from "./freeze.ts";
import type { PlanSession } from "./plan-session.ts";

type Blocked = ToolCallEventResult & { block: true };

/**
 * The one place through which every call of every tool goes: what is not allowed does not run, and what was judged is
 * what runs. Whatever fails here blocks the call.
 */
export async function guardCall(session: PlanSession, event: ToolCallEvent): Promise<Blocked | undefined> {
  if (session.locked !== undefined) return blocked(session.locked);
  const call: ToolCall = { tool: event.toolName, source: session.sourceOf(event.toolName), input: event.input };
  // In force from the next call on, also in the same batch: the hooks of a batch come before its first tool.
  if (call.source === "countersign" && call.tool === "enter_plan_mode") {
    const refusal = await session.entersByItself(event.input);
    if (refusal !== undefined) return blocked(refusal.message, refusal.hint);
  }
  const state = await session.agent.state();
  const mode = modeOf(state);
  const sandbox = mode === "none" ? undefined : await session.sandbox();
  const judged = await judgeCall(session.agent.desk, session.agent.id, call, {
    state,
    cwd: session.cwd,
    sandbox: SANDBOX[sandbox?.sandbox ?? "off"],
    shell: "bash",
  });
  if (!judged.ok) return blocked(judged.refusal.message, judged.refusal.hint);
  const { verdict, situation } = judged.value;
  if (verdict.verdict === "deny") {
    session.tell({ type: "refused", tool: call.tool, verdict });
    return blocked(verdictMessage(verdict));
  }
  if (verdict.verdict === "confirm") {
    const answer = await askToAllow(session, call, verdict.reason);
    if (!answer.allowed) return blocked(answer.refused);
  }
  if (mode === "none" || sandbox === undefined) return undefined;
  const field = toolOf(call, situation)?.command;
  if (field !== undefined) {
    const confined = confine(String(call.input[field]), {
      ...{ desk: session.agent.desk, agent: session.agent.id, mode, cwd: session.cwd, sandbox, env: session.env },
      ...(situation.scope?.step?.files && { files: situation.scope.step.files }),
    });
    (event.input as Record<string, unknown>)[field] = confined.line;
    session.releaseLater(event.toolCallId, confined.release);
  }
  freeze(event.input);
  return undefined;
}

/** A tool that was hidden was called all the same, and was not found: what the guard would have said. */
export async function guardHidden(session: PlanSession, tool: string): Promise<string> {
  const { agent, cwd } = session;
  const call = { tool, source: session.sourceOf(tool), input: {} };
  const judged = await judgeCall(agent.desk, agent.id, call, { state: await agent.state(), cwd, sandbox: "off" });
  if (!judged.ok) return judged.refusal.message;
  const { verdict } = judged.value;
  session.tell({ type: "refused", tool, verdict });
  return verdict.verdict === "deny" ? verdictMessage(verdict) : `TOOL_BLOCKED_BY_MODE: ${tool} is not available now.`;
}

const SANDBOX = { on: "on", off: "off", refuse: "missing" } as const;

function blocked(...reasons: (string | undefined)[]): Blocked {
  return { block: true, reason: reasons.filter(Boolean).join("\n") };
}
