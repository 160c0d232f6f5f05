import { named } from "./named.ts";
import type { Situation } from "./situation.ts";
import type { Category, ToolCall } from "./tool.ts";
import { toolOf } from "./tool-of.ts";
import type { Ruling, Verdict, VerdictCode } from "./verdict.ts";

/** A fact about a judged call, for statistics and audits. */
export interface JudgementEvent {
  name:
    | "disallowed_tool_attempt_in_planning"
    | "out_of_scope_attempt"
    | "protected_path_attempt"
    | "guarded_tool_called"
    | "confirmation_needed";
  payload: {
    tool: string;
    source?: string;
    category: Category;
    mode: Situation["mode"];
    level: Situation["settings"]["level"];
    code: VerdictCode;
    rule: string;
    reason: string;
    /** Whether the call was stopped, or only recorded. */
    blocked: boolean;
    step?: string;
  };
}

/** The events to record for a verdict: none for a call without objections. */
export function eventsOfVerdict(call: ToolCall, verdict: Verdict, situation: Situation): JudgementEvent[] {
  const source = call.source === undefined ? {} : { source: named(call.source) };
  const step = situation.scope?.step?.id;
  return verdict.rulings.flatMap((ruling) => {
    const name = nameOf(ruling, verdict);
    if (name === undefined) return [];
    const payload = {
      tool: named(call.tool),
      ...source,
      category: toolOf(call, situation)?.category ?? "other",
      mode: situation.mode,
      level: situation.settings.level,
      code: ruling.code,
      rule: ruling.rule,
      reason: ruling.reason,
      blocked: verdict.verdict === "deny",
      ...(situation.mode === "executing" && step !== undefined && { step }),
    };
    return [{ name, payload }];
  });
}

function nameOf({ rule, code }: Ruling, { verdict }: Verdict): JudgementEvent["name"] | undefined {
  if (code === "ALLOWED") return undefined;
  if (code === "CONFIRMATION_NEEDED") return verdict === "confirm" ? "confirmation_needed" : undefined;
  switch (rule) {
    case "plan-mode":
      return "disallowed_tool_attempt_in_planning";
    case "plan-scope":
      return "out_of_scope_attempt";
    case "protected-paths":
      return "protected_path_attempt";
    case "guarded-tools":
      return "guarded_tool_called";
    default:
      return undefined;
  }
}
