import { analysedLine } from "../analysed-line.ts";
import { mayBeGuarded } from "../may-be-guarded.ts";
import { named } from "../named.ts";
import type { Rule } from "../rule.ts";
import type { Situation } from "../situation.ts";
import type { ToolCall } from "../tool.ts";
import { toolOf } from "../tool-of.ts";
import { SUBMITTING } from "../tools/countersign.ts";

/** Some tools and operations need an approved plan, also outside plan mode. */
export const guardedTools: Rule = {
  name: "guarded-tools",
  priority: 150,
  code: "PLAN_NEEDED",
  judge(call, situation) {
    const { settings, activePlan } = situation;
    const says = settings.guarded === "block" ? "deny" : "note";
    if (mayBeGuarded(call, situation)) return { says, code: "PLAN_NEEDED", reason: UNCLEAR, hint: MEND };
    if (activePlan || settings.guardedTools.length === 0) return undefined;
    const guarded = namesOf(call, situation).find((name) => settings.guardedTools.includes(name));
    if (guarded === undefined) return undefined;
    const reason = `${named(guarded)} needs an approved plan, and none is running.`;
    return { says, code: "PLAN_NEEDED", reason, hint: hintOf(situation) };
  },
  examples: [
    { call: { tool: "gmail_send", input: {} }, says: "nothing" },
    { call: { tool: "gmail_send", input: {} }, situation: guard("gmail_send"), says: "deny", code: "PLAN_NEEDED" },
    {
      call: { tool: "gmail_send", input: {} },
      situation: guard("gmail_send", "log"),
      says: "note",
      code: "PLAN_NEEDED",
    },
    { call: { tool: "gmail_send", input: {} }, situation: guard("gmail"), says: "nothing" },
    {
      call: { tool: "gmail_send", input: {} },
      situation: { ...guard("gmail_send"), activePlan: true },
      says: "nothing",
    },
    { call: { tool: "odoo", input: { operation: "unlink" } }, situation: guard("odoo:unlink"), says: "deny" },
    { call: { tool: "odoo", input: { operation: "unlink" } }, situation: guard("unlink"), says: "deny" },
    { call: { tool: "odoo", input: { operation: "read" } }, situation: guard("odoo:unlink"), says: "nothing" },
    { call: { tool: "gmail_send", input: {} }, situation: unclear(), says: "deny", code: "PLAN_NEEDED" },
    { call: { tool: "bash", source: "pi", input: { command: "ls" } }, situation: unclear(), says: "deny" },
    { call: { tool: "bash", source: "pi", input: { command: "ls" } }, situation: unclear("log"), says: "note" },
    { call: { tool: "read", source: "pi", input: { path: "a" } }, situation: unclear(), says: "nothing" },
    { call: { tool: "gmail_send", input: {} }, situation: { ...unclear(), activePlan: true }, says: "nothing" },
    {
      call: { tool: "bash", source: "pi", input: { command: "terraform apply" } },
      situation: guard("terraform"),
      says: "deny",
    },
  ],
};

const UNCLEAR =
  "guardedTools in the settings has an error, so every tool that does more than read may need an approved plan.";
const MEND = "A person has to correct the settings: the config command tells what is wrong, and where.";
const APPROVED = "the step that names it can use it once a person has approved the plan.";

/** Names only tools that the agent can call now. */
function hintOf({ mode, readOnly, facts: { planTools = [] } }: Situation): string {
  if (readOnly !== undefined) return readOnly;
  if (mode === "planning") {
    const submit = SUBMITTING.find((tool) => planTools.includes(tool));
    return `Put it into a step and propose the plan${submit ? ` with ${submit}` : ""}: ${APPROVED}`;
  }
  const start = planTools.includes("enter_plan_mode")
    ? "Call enter_plan_mode and propose a plan"
    : "Ask the person to start plan mode, and propose a plan then";
  const list = planTools.includes("plan_list") ? " plan_list lists the plans that exist already." : "";
  return `${start}: ${APPROVED}${list}`;
}

function guard(name: string, guarded: "log" | "block" = "block") {
  return { settings: { guardedTools: [name], guarded } };
}

function unclear(guarded: "log" | "block" = "block") {
  return { settings: { isGuardUnclear: true, guarded } };
}

/** All names of a call: its tool, its operation, both, and the commands of its line. */
function namesOf(call: ToolCall, situation: Situation): string[] {
  const operation = call.input["operation"];
  const operations = typeof operation === "string" ? [operation, `${call.tool}:${operation}`] : [];
  return [call.tool, ...operations, ...commandsOf(call, situation)];
}

function commandsOf(call: ToolCall, situation: Situation): string[] {
  const tool = toolOf(call, situation);
  if (tool?.command === undefined) return [];
  const found = analysedLine(call, tool, situation);
  if (typeof found === "string") return [];
  return found.analysis.commands.flatMap((command) => [command, command.slice(command.lastIndexOf("/") + 1)]);
}
