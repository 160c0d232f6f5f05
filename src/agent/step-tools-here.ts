import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import { defined } from "../plan/defined.ts";
import { TOOLS_OF_PI } from "../policy/tools/pi.ts";
import type { StepToolsHere } from "../run/capabilities.ts";
import type { PlanSession } from "./plan-session.ts";
import { loadPi } from "./planner/load-pi.ts";
import { type ToolsForStepsOptions, toolsForSteps } from "./tools-for-steps.ts";

/** Which tools a step can have, for a plan that names these: asks pi, and extensions if it names one of theirs. */
export async function stepToolsHere(
  desk: Desk,
  names: readonly string[],
  options: Pick<ToolsForStepsOptions, "also" | "patience"> = {},
): Promise<Outcome<StepToolsHere>> {
  const pi = await loadPi();
  if (!pi.ok) return no("not_found", pi.refusal.message, defined({ hint: pi.refusal.hint }));
  const { capabilities } = desk.configuration.config;
  const { project, tools } = desk;
  const program = tools?.list ?? [];
  const here = await toolsForSteps(pi.value, names, { project, program, capabilities, ...options });
  await here.close();
  return yes({ tools: here.offered, failures: here.failures });
}

/** The answer of a session of pi, which has the extensions or their tools already. */
export function stepToolsIn(session: PlanSession): StepToolsHere {
  const tools = session.stepTools().flatMap(({ tool, source }) => (source === undefined ? [] : [{ tool, source }]));
  return { tools: session.isBySubagents ? [...TOOLS_OF_PI, ...tools] : tools };
}
