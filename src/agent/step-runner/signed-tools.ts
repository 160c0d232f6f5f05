import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import { visible } from "../../plan/visible.ts";
import type { OfferedTool } from "../../policy/offered-tool.ts";
import { scopeTools } from "../../policy/scope-tools.ts";
import type { Situation } from "../../policy/situation.ts";
import { TOOLS_OF_PI } from "../../policy/tools/pi.ts";
import { missingFor, toolsFor } from "../../run/capabilities.ts";
import type { Assignment } from "../../run/step-runner.ts";
import type { Pi } from "../planner/load-pi.ts";
import { type ToolsForStepsOptions, toolsForSteps } from "../tools-for-steps.ts";

/** The tools of one step's session: pi's own, and those of others that were signed for the step. */
export type SignedTools =
  | { ok: true; offered: readonly OfferedTool[]; others: ToolDefinition[]; close(): Promise<void> }
  | { ok: false; reason: string };

export async function openSignedTools(
  pi: Pi,
  situation: Situation,
  assignment: Assignment,
  host: Pick<ToolsForStepsOptions, "project" | "also" | "program">,
): Promise<SignedTools> {
  const { settings, scope, registry } = situation;
  const { capabilities } = settings;
  const isEveryTool = settings.scope === "full";
  const names = [...(scopeTools(situation) ?? []), ...(scope?.step?.also ?? [])];
  const tools = await toolsForSteps(pi, names, { ...host, capabilities, isEveryTool });
  const hostTools = { offered: tools.offered, registry, capabilities };
  const missing = missingFor(names, hostTools);
  if (missing.length > 0) {
    await tools.close();
    const failed = tools.failures.map(({ extension, reason }) => ` ${extension} did not load: ${reason}.`);
    return { ok: false, reason: visible(`There is no tool ${missing.join(", ")} here.${failed.join("")}`) };
  }
  // A step that lists no tools was signed for pi's own: a tool of an extension must be named.
  const others = (isEveryTool ? tools.offered : toolsFor(names, hostTools)).filter(({ source }) => source !== "pi");
  return {
    ok: true,
    offered: [...TOOLS_OF_PI, ...others],
    others: others.flatMap((tool) => tools.definition(tool, assignment) ?? []),
    close: () => tools.close(),
  };
}
