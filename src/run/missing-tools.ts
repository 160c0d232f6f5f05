import type { Desk } from "../desk/desk.ts";
import { registryAt } from "../desk/program-tools.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { defined } from "../plan/defined.ts";
import type { Problem } from "../plan/problem.ts";
import { TOOLS_OF_PI } from "../policy/tools/pi.ts";
import { type HostTools, missingFor } from "./capabilities.ts";
import type { AskStepTools } from "./signing-warnings.ts";
import { stepsLeft, toolNamesLeft } from "./steps-left.ts";

/** A warning for each tool that a step lists and cannot have here. Asks only if pi's own tools are not enough. */
export async function missingTools(desk: Desk, state: LivePlan, ask: AskStepTools): Promise<Problem[]> {
  const { capabilities } = desk.configuration.config;
  const names = toolNamesLeft(state);
  const own: HostTools = { offered: TOOLS_OF_PI, registry: registryAt(desk), capabilities };
  const doubtful = names.filter((name) => missingFor([name], own).length > 0);
  if (doubtful.length === 0) return [];
  const here = await ask(names);
  if (!here.ok) {
    const message = `Countersign could not check whether a step can have ${doubtful.join(", ")}. ${here.refusal.message}`;
    return [{ severity: "warning", kind: "tools_not_checked", message, ...defined({ hint: here.refusal.hint }) }];
  }
  const host: HostTools = { ...own, offered: here.value.tools };
  const failed = (here.value.failures ?? []).map(({ extension, reason }) => `${extension} did not load: ${reason}`);
  const hint =
    failed.length > 0 ? failed.join(" ") : "The plan does not start before an extension of your pi brings it.";
  return doubtful.flatMap((name) =>
    missingFor([name], host).map((tool): Problem => {
      const stands = tool === name ? name : `${name}, which stands for ${tool}`;
      const message = `${listers(state, name)} ${stands}, and no extension here has it.`;
      return { severity: "warning", kind: "unknown_tool", message, hint: hint.replaceAll(/\s+/g, " ") };
    }),
  );
}

function listers(state: LivePlan, name: string): string {
  const steps = stepsLeft(state).filter(({ step }) => step.run === undefined && step.tools?.includes(name));
  if (steps.length === 0) return "The plan requires";
  const ids = steps.map(({ step }) => step.id).join(", ");
  return steps.length === 1 ? `Step ${ids} lists` : `Steps ${ids} list`;
}
