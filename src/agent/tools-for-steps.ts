import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import { defined } from "../plan/defined.ts";
import type { OfferedTool } from "../policy/offered-tool.ts";
import type { Capability } from "../policy/situation.ts";
import { TOOLS_OF_PI } from "../policy/tools/pi.ts";
import { type ExtensionFailure, NO_EXTENSIONS, openExtensionTools } from "./extension-tools.ts";
import type { Pi } from "./planner/load-pi.ts";

/** The tools that steps can have here. */
export interface ToolsForSteps {
  offered: readonly OfferedTool[];
  /** The tool of an extension, for the session of a step. */
  definition(tool: OfferedTool): ToolDefinition | undefined;
  failures: readonly ExtensionFailure[];
  close(): Promise<void>;
}

export interface ToolsForStepsOptions {
  project: string;
  capabilities: Readonly<Record<string, Capability>>;
  /** Every tool is in scope: those of extensions are looked up although no plan names them. */
  isEveryTool?: boolean;
  also?: readonly string[];
  /** Milliseconds that extensions have to start and to register a tool that the plan names. */
  patience?: number;
}

/**
 * The one answer to "which tools can a step have here", for a plan that names these. Extensions are loaded only if a
 * name is not a tool of pi, because loading them takes time and runs their code.
 */
export async function toolsForSteps(
  pi: Pi,
  names: readonly string[],
  options: ToolsForStepsOptions,
): Promise<ToolsForSteps> {
  const { project, capabilities, isEveryTool = false, also, patience } = options;
  const isOfPi = (name: string) => TOOLS_OF_PI.some(({ tool }) => tool === name);
  const wanted = toolNames(names, capabilities).filter((name) => !isOfPi(name));
  const isNeeded = isEveryTool || wanted.length > 0;
  const extensions = isNeeded
    ? await openExtensionTools(pi, { project, ...defined({ also, patience }) })
    : NO_EXTENSIONS;
  const found = await extensions.offered(wanted);
  return {
    offered: [...TOOLS_OF_PI, ...found.filter(({ tool }) => !isOfPi(tool))],
    definition: (tool) => extensions.definition(tool),
    failures: extensions.failures,
    close: () => extensions.close(),
  };
}

/** Names in a plan as names of tools: a capability stands for its own, and `name@source` for a tool of that source. */
function toolNames(names: readonly string[], capabilities: ToolsForStepsOptions["capabilities"]): string[] {
  const tools = names.flatMap((name) =>
    Object.hasOwn(capabilities, name) ? (capabilities[name]?.tools ?? []) : [name],
  );
  return [...new Set(tools.map((name) => name.replace(/@.*$/s, "")))];
}
