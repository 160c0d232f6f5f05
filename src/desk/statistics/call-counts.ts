import type { Judgement } from "../../lifecycle/agent-phase.ts";

/** The results of calls of one tool. */
export interface CallCount {
  /** Denied by the policy. */
  denied: number;
  /** It ran; a stricter setting would have denied it. */
  let_through: number;
  /** Outside the step's scope, though the tool is known. */
  out_of_scope: number;
  /** Of an unknown tool. */
  unknown: number;
  /** A person was asked whether to add it to the step. */
  asked: number;
}

/** By tool. Names of tools come from models: a map, because one may be called `__proto__`. */
export type CallCounts = Map<string, CallCount>;

export const NO_CALLS: Readonly<CallCount> = { denied: 0, let_through: 0, out_of_scope: 0, unknown: 0, asked: 0 };

export function countCall(counts: CallCounts, tool: string, more: Partial<CallCount>): void {
  const before = counts.get(tool) ?? NO_CALLS;
  const keys = Object.keys(NO_CALLS) as (keyof CallCount)[];
  const after = Object.fromEntries(keys.map((key) => [key, before[key] + (more[key] ?? 0)]));
  counts.set(tool, after as unknown as CallCount);
}

/** A call that the policy denied or flagged. */
export function countJudgement(counts: CallCounts, { tool, code, attempt, blocked }: Judgement): void {
  const isUnknown = code === "UNKNOWN_TOOL";
  const isOutside = !isUnknown && (code === "OUT_OF_SCOPE" || attempt === "out_of_scope_attempt");
  countCall(counts, tool, {
    denied: blocked ? 1 : 0,
    let_through: blocked ? 0 : 1,
    out_of_scope: isOutside ? 1 : 0,
    unknown: isUnknown ? 1 : 0,
  });
}
