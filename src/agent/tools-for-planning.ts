import type { Extension, LoadExtensionsResult, RegisteredTool, ToolInfo } from "@earendil-works/pi-coding-agent";
import { visible } from "../plan/visible.ts";
import type { StepTool } from "../policy/offered-tool.ts";
import { type ExtensionTools, openExtensionTools } from "./extension-tools.ts";
import type { Pi } from "./planner/load-pi.ts";
import { sourceOf, stepToolOf } from "./tool-source.ts";

/** The tools of the user's extensions, for a session that plans and does not load those extensions itself. */
export interface ToolsForPlanning {
  /** Adds them to the extensions of a session: each with its own source, without handlers, after those that are there. */
  addTo(loaded: LoadExtensionsResult): LoadExtensionsResult;
  /** Those that a step can have. */
  forSteps(): StepTool[];
  close(): Promise<void>;
}

/** An extension that does not load is reported, and planning does without its tools. */
export async function openToolsForPlanning(
  pi: Pi,
  project: string,
  report: (reason: string) => void,
): Promise<ToolsForPlanning> {
  const tell = (words: string) => report(visible(words.replaceAll(/\s+/g, " ")));
  let tools: ExtensionTools;
  try {
    tools = await openExtensionTools(pi, { project });
  } catch (error) {
    tell(`No extension was loaded, so planning has none of their tools: ${error}`);
    return NONE;
  }
  for (const { extension, reason } of tools.failures) {
    tell(`${extension} did not load, so planning does without its tools: ${reason}`);
  }
  return {
    addTo: (loaded) => ({ ...loaded, extensions: [...loaded.extensions, ...extensionsWith(tools)] }),
    forSteps: () => tools.infos().map((info) => stepToolOf(info, new Map())),
    close: () => tools.close(),
  };
}

const NONE: ToolsForPlanning = { addTo: (loaded) => loaded, forSteps: () => [], close: async () => {} };

function extensionsWith(tools: ExtensionTools): Extension[] {
  const extensions = new Map<string, Extension>();
  for (const info of tools.infos()) {
    const definition = tools.definition({ tool: info.name, source: sourceOf(info, new Map()) });
    if (definition === undefined) continue;
    const { path } = info.sourceInfo;
    const extension = extensions.get(path) ?? emptyExtension(info);
    extension.tools.set(info.name, withSource({ definition, sourceInfo: info.sourceInfo }));
    extensions.set(path, extension);
  }
  return [...extensions.values()];
}

function emptyExtension({ sourceInfo }: ToolInfo): Extension {
  return {
    ...{ path: sourceInfo.path, resolvedPath: sourceInfo.path, sourceInfo, hidden: true },
    ...{ handlers: new Map(), tools: new Map(), messageRenderers: new Map() },
    ...{ commands: new Map(), flags: new Map(), shortcuts: new Map() },
  };
}

/** pi would derive the source from the settings of the session that gets the tool, which may not know its package. */
function withSource(tool: RegisteredTool): RegisteredTool {
  const { sourceInfo } = tool;
  return Object.defineProperty(tool, "sourceInfo", { get: () => sourceInfo, set: () => {} });
}
