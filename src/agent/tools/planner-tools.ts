import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import type { PlanSession } from "../plan-session.ts";
import { askUser } from "./ask-user.ts";
import { planApprove, planReject } from "./plan-answers.ts";
import { planGet, planList } from "./plan-reading.ts";
import { reportStep } from "./report-step.ts";
import { submitPlan } from "./submit-plan.ts";

/** `watching`: subagents carry out the plan, or planning ended without a person's decision. */
export type ToolSet = "planning" | "executing" | "watching";

/** Our tools in a mode. With aliases from other designs if the configuration asks for them. */
export function plannerTools(session: PlanSession, mode: ToolSet): ToolDefinition[] {
  const here = () => Promise.resolve(session);
  if (mode === "watching") return [planList(here), planGet(here)];
  if (mode === "executing") return [askUser(session), reportStep(session), planGet(here)];
  const aliases = session.agent.desk.configuration.config.tool_aliases.map((name) => ALIASES[name](session));
  return [askUser(session), submitPlan(session), planList(here), planGet(here), ...aliases];
}

const ALIASES = {
  present_plan: (session: PlanSession) => submitPlan(session, "present_plan"),
  plan_propose: (session: PlanSession) => submitPlan(session, "plan_propose"),
  plan_approve: planApprove,
  plan_reject: planReject,
};
