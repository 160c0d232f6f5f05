import { defined } from "../plan/defined.ts";
import type { Rule } from "./rule.ts";
import { CHAIN } from "./rules/chain.ts";
import type { Situation } from "./situation.ts";
import type { ToolCall } from "./tool.ts";
import { toolOf } from "./tool-of.ts";
import type { Ruling, Verdict } from "./verdict.ts";

/**
 * Judges a call. Any denial denies; otherwise a waiver allows a confirmation that is not firm. Inside plan mode a
 * call that no rule allows is denied; outside it only a denial stops a call, because Countersign is not the host's
 * permission system.
 */
export function judge(call: ToolCall, situation: Situation, chain: readonly Rule[] = CHAIN): Verdict {
  const said = chain.flatMap((rule) => ask(rule, call, situation)).sort((a, b) => a.priority - b.priority);
  const rulings = said.map((ruling) => (isSoftened(ruling, situation) ? { ...ruling, says: "note" as const } : ruling));
  const wouldDeny = said.some(({ says }, index) => says === "deny" && rulings[index]?.says === "note");
  const verdict = { rulings, ...placeOf(call, situation), ...(wouldDeny && { wouldDeny: true as const }) };

  const denial = rulings.find(({ says }) => says === "deny");
  if (denial) return { ...verdict, verdict: "deny", ...wordOf(denial) };
  if (situation.mode !== "none" && !rulings.some((ruling) => speaksForMode(ruling, situation))) {
    const reason = `No rule allows it while ${situation.mode}.`;
    return { ...verdict, verdict: "deny", code: "TOOL_BLOCKED_BY_MODE", rule: "silence", reason };
  }
  const confirmations = rulings.filter(({ says }) => says === "confirm");
  const confirmation = confirmations.find(({ isFirm }) => isFirm) ?? confirmations[0];
  const waiver = rulings.find(({ says }) => says === "waive");
  if (confirmation && (confirmation.isFirm || !waiver))
    return { ...verdict, verdict: "confirm", ...wordOf(confirmation) };
  const consent = (confirmation && waiver) ?? rulings[0];
  const { rule, reason } = consent ?? { rule: "silence", reason: "Nothing speaks against it." };
  return { ...verdict, verdict: "allow", code: "ALLOWED", rule, reason };
}

/** The result of a verdict after a person's answer. A denial is never asked about. */
export function settle(verdict: Verdict, answer: "yes" | "no" | undefined): "run" | "refuse" {
  switch (verdict.verdict) {
    case "allow":
      return "run";
    case "confirm":
      return answer === "yes" ? "run" : "refuse";
    case "deny":
      return "refuse";
  }
}

/** A rule that throws has not judged the call, and a call that was not judged is not allowed. */
function ask(rule: Rule, call: ToolCall, situation: Situation): Ruling[] {
  const { name, priority } = rule;
  try {
    const word = rule.judge(call, situation);
    return word ? [{ rule: name, priority, ...word }] : [];
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    const reason = `The rule ${name} could not judge this call: ${because}`;
    return [{ rule: name, priority, says: "deny", code: rule.code, reason, isBroken: true }];
  }
}

/**
 * At the levels `prompt` and `log`, plan mode and scope only report. Protected paths stay protected, and faults still
 * deny.
 */
function isSoftened(ruling: Ruling, { settings }: Situation): boolean {
  if (settings.level === "enforce" || ruling.isBroken || ruling.code === "SANDBOX_MISSING") return false;
  return MODE_RULES.has(ruling.rule) && (ruling.says === "deny" || ruling.says === "confirm");
}

/** In plan mode the rule of the mode must have judged the call. */
function speaksForMode({ rule }: Ruling, { mode }: Situation): boolean {
  return rule === (mode === "planning" ? "plan-mode" : "plan-scope");
}

const MODE_RULES = new Set(["plan-mode", "plan-scope"]);

function wordOf({ code, rule, reason, hint, span }: Ruling) {
  return { code, rule, reason, ...defined({ hint, span }) };
}

function placeOf(call: ToolCall, situation: Situation): Pick<Verdict, "where"> {
  if (toolOf(call, situation)?.command === undefined) return {};
  return { where: situation.mode !== "none" && situation.facts.sandbox === "on" ? "sandbox" : "host" };
}
