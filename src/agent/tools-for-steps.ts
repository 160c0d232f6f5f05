import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import { PROGRAM, type ProgramTool } from "../desk/program-tools.ts";
import { defined } from "../plan/defined.ts";
import type { OfferedTool } from "../policy/offered-tool.ts";
import type { Capability } from "../policy/situation.ts";
import { TOOLS_OF_PI } from "../policy/tools/pi.ts";
import type { StepToolsHere } from "../run/capabilities.ts";
import type { Assignment } from "../run/step-runner.ts";
import { type ExtensionFailure, NO_EXTENSIONS, openExtensionTools } from "./extension-tools.ts";
import type { Pi } from "./planner/load-pi.ts";
import { programToolDefinition } from "./program-tool-definition.ts";
import { operationsOf } from "./tool-source.ts";

/** The tools that steps can have here. */
export interface ToolsForSteps {
  offered: StepToolsHere["tools"];
  /** The tool of an extension or of the program, for the session of a step. */
  definition(tool: OfferedTool, assignment: Pick<Assignment, "plan_id" | "step">): ToolDefinition | undefined;
  failures: readonly ExtensionFailure[];
  close(): Promise<void>;
}

export interface ToolsForStepsOptions {
  project: string;
  capabilities: Readonly<Record<string, Capability>>;
  /** Every tool is in scope: those of extensions are looked up although no plan names them. */
  isEveryTool?: boolean;
  also?: readonly string[];
  /** Of the program. */
  program: readonly ProgramTool[];
  /** Milliseconds that extensions have to start and to register a tool that the plan names. */
  patience?: number;
}

/**
 * The one answer to "which tools can a step have here", for a plan that names these. Extensions are loaded only if a
 * name is neither a tool of pi nor of the program, because loading them takes time and runs their code.
 */
export async function toolsForSteps(
  pi: Pi,
  names: readonly string[],
  options: ToolsForStepsOptions,
): Promise<ToolsForSteps> {
  const { project, capabilities, isEveryTool = false, also, program, patience } = options;
  const here = [
    ...TOOLS_OF_PI,
    ...program.map(({ name, parameters }) => ({
      ...{ tool: name, source: PROGRAM },
      ...defined({ operations: operationsOf(parameters) }),
    })),
  ];
  const isHere = (name: string) => here.some(({ tool }) => tool === name);
  const wanted = toolNames(names, capabilities).filter((name) => !isHere(name));
  const isNeeded = isEveryTool || wanted.length > 0;
  const extensions = isNeeded
    ? await openExtensionTools(pi, { project, ...defined({ also, patience }) })
    : NO_EXTENSIONS;
  const found = await extensions.offered(wanted);
  return {
    offered: [...here, ...found.filter(({ tool }) => !isHere(tool))],
    definition: (tool, assignment) => {
      const own = tool.source === PROGRAM ? program.find(({ name }) => name === tool.tool) : undefined;
      return own ? programToolDefinition(own, assignment) : extensions.definition(tool);
    },
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
