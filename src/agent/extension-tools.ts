import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type {
  AgentSession,
  Extension,
  ExtensionFactory,
  InlineExtension,
  LoadExtensionsResult,
  ToolDefinition,
  ToolInfo,
} from "@earendil-works/pi-coding-agent";
import { defined } from "../plan/defined.ts";
import type { OfferedTool, StepTool } from "../policy/offered-tool.ts";
import { PI_TOOLS } from "../policy/tools/pi.ts";
import type { StepToolsHere } from "../run/capabilities.ts";
import { COUNTERSIGN_IS_LOADED } from "./is-loaded.ts";
import type { Pi } from "./planner/load-pi.ts";
import { serverFields, sourceOf, stepToolOf } from "./tool-source.ts";

/** The tools of the extensions and packages that the user's pi loads in this project. */
export interface ExtensionTools {
  /** Waits some seconds for these: an extension may still connect to the server that has them. */
  offered(names: Iterable<string>): Promise<StepToolsHere["tools"]>;
  /** A tool for another session, which runs where its extension is loaded. */
  definition(tool: OfferedTool): ToolDefinition | undefined;
  /** All that are registered now, as pi describes them. */
  infos(): ToolInfo[];
  /** Extensions that did not load or start, with the reason. */
  readonly failures: readonly ExtensionFailure[];
  /** Extensions are notified, and release their resources. */
  close(): Promise<void>;
}

export interface ExtensionFailure {
  extension: string;
  reason: string;
}

interface ExtensionToolsOptions {
  project: string;
  /** Extensions that the user named for one session of pi, as `pi -e` does. */
  also?: readonly string[];
  /** Milliseconds that the extensions have to load, to start and to register a tool that is wanted; ten seconds by default. */
  patience?: number;
}

const TEN_SECONDS = 10_000;
const FIVE_SECONDS = 5_000;
const NAMES_OF_PI = new Set(PI_TOOLS.map(({ name }) => name));

/**
 * Loads the extensions in a session of their own that has no model and takes part in no other session: they can
 * neither see nor change the calls, prompts and messages of the session that uses their tools. Extensions and packages
 * of the project are loaded only where the user had pi trust it. Nothing is installed.
 */
export async function openExtensionTools(pi: Pi, options: ExtensionToolsOptions): Promise<ExtensionTools> {
  const { project, also = [], patience = TEN_SECONDS } = options;
  const agentDir = pi.getAgentDir();
  const projectTrusted = new pi.ProjectTrustStore(agentDir).get(project) === true;
  const settings = pi.SettingsManager.create(project, agentDir, { projectTrusted });
  const failures = await missingPackages(pi, project, agentDir, settings);
  const eventBus = pi.createEventBus();
  // A Countersign among the extensions finds that another one is loaded, and does nothing.
  eventBus.on(COUNTERSIGN_IS_LOADED, (asked) => {
    (asked as { answered: boolean }).answered = true;
  });
  const loader = new pi.DefaultResourceLoader({
    ...{ cwd: project, agentDir, eventBus, settingsManager: settings, additionalExtensionPaths: [...also] },
    ...{ noSkills: true, noPromptTemplates: true, noThemes: true, noContextFiles: true },
    // A missing package would be installed.
    noExtensions: failures.length > 0,
    extensionFactories: serversOf(pi, agentDir, projectTrusted ? project : undefined),
    extensionsOverride: toolsOnly,
  });
  if (!(await isDoneWithin(patience, loader.reload())))
    return { ...NO_EXTENSIONS, failures: [slow("loaded", patience)] };
  const { session, extensionsResult } = await pi.createAgentSession({
    ...{ cwd: project, agentDir, resourceLoader: loader },
    // What an extension sets there is not written to the user's settings.
    settingsManager: pi.SettingsManager.inMemory({}, { projectTrusted }),
    sessionManager: pi.SessionManager.inMemory(project),
    modelRuntime: await pi.ModelRuntime.create({ refreshOnCreate: false }),
  });
  session.agent.streamFunction = () => {
    throw new Error("No model answers here: only the tools of this extension are used.");
  };
  failures.push(...extensionsResult.errors.map(({ path, error }) => ({ extension: path, reason: error })));
  const starting = session.bindExtensions({
    onError: ({ extensionPath, error }) => {
      // pi's own errors are about messages of extensions to a model, and there is none.
      if (!extensionPath.startsWith("<")) failures.push({ extension: extensionPath, reason: error });
    },
  });
  if (!(await isDoneWithin(patience, starting))) failures.push(slow("started", patience));
  return {
    failures,
    async offered(names) {
      const wanted = [...names];
      const until = performance.now() + patience;
      for (;;) {
        const found = extensionToolsOf(session);
        const isComplete = wanted.every((name) => found.some(({ tool }) => tool === name));
        const isAlone = extensionsResult.extensions.length === 0 || failures.length > 0;
        if (isComplete || isAlone || performance.now() > until) return found;
        await wait(50);
      }
    },
    definition: (tool) => definitionIn(session, tool),
    infos: () => session.getAllTools().filter(isOfExtension),
    async close() {
      const told = session.extensionRunner.emit({ type: "session_shutdown", reason: "quit" });
      await Promise.race([told, wait(FIVE_SECONDS, undefined, { ref: false })]);
      session.dispose();
    },
  };
}

/** The part of pi 1.x that connects to MCP servers, where the user or a trusted project has set up some. */
function serversOf(pi: Pi, agentDir: string, project: string | undefined): InlineExtension[] {
  const { createMcpExtension } = pi as { createMcpExtension?: () => ExtensionFactory };
  const files = [join(agentDir, "mcp.json"), ...(project === undefined ? [] : [join(project, ".pi", "mcp.json")])];
  if (createMcpExtension === undefined || !files.some((file) => existsSync(file))) return [];
  // As pi's program loads it: then the source of its tools is the same there and here.
  const asBuiltIn: object = { builtin: true, replaceable: true };
  return [{ name: "mcp", factory: createMcpExtension(), ...asBuiltIn }];
}

export const NO_EXTENSIONS: ExtensionTools = {
  offered: async () => [],
  definition: () => undefined,
  infos: () => [],
  failures: [],
  close: async () => {},
};

/** Code of others must not keep a step, a planner or a bot from starting for good. */
async function isDoneWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const stop = new AbortController();
  const over = wait(milliseconds, false, { signal: stop.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), over]);
  } finally {
    stop.abort();
  }
}

function slow(what: "loaded" | "started", patience: number): ExtensionFailure {
  return { extension: "An extension", reason: `it had not ${what} after ${patience / 1000} seconds` };
}

/** Of their handlers only those run in which they may register tools and release what they hold. */
const KEPT = new Set(["session_start", "session_shutdown"]);

class KeptHandlers extends Map<string, Extension["handlers"] extends Map<string, infer Handlers> ? Handlers : never> {
  override set(event: string, handlers: Parameters<Extension["handlers"]["set"]>[1]): this {
    return KEPT.has(event) ? super.set(event, handlers) : this;
  }
}

function toolsOnly(loaded: LoadExtensionsResult): LoadExtensionsResult {
  for (const extension of loaded.extensions) {
    extension.handlers = new KeptHandlers(extension.handlers);
    extension.commands.clear();
    extension.shortcuts.clear();
  }
  return loaded;
}

/** pi's package manager would install them. */
async function missingPackages(
  pi: Pi,
  cwd: string,
  agentDir: string,
  settingsManager: ReturnType<Pi["SettingsManager"]["create"]>,
): Promise<ExtensionFailure[]> {
  const missing: ExtensionFailure[] = [];
  await new pi.DefaultPackageManager({ cwd, agentDir, settingsManager }).resolve(async (source) => {
    missing.push({ extension: source, reason: "the package is not installed; starting pi installs it" });
    return "skip";
  });
  return missing;
}

/** Without those that took the name of a tool of pi: a plan that names `read` means pi's. */
function extensionToolsOf(session: AgentSession): StepTool[] {
  return session
    .getAllTools()
    .filter(isOfExtension)
    .map((info) => stepToolOf(info, new Map()));
}

function isOfExtension(info: ToolInfo): boolean {
  return sourceOf(info, new Map()) !== "pi" && !NAMES_OF_PI.has(info.name);
}

function definitionIn(session: AgentSession, { tool, source }: OfferedTool): ToolDefinition | undefined {
  const isThere = extensionToolsOf(session).some((one) => one.tool === tool && one.source === source);
  const definition = isThere ? session.getToolDefinition(tool) : undefined;
  if (definition === undefined) return undefined;
  const { name, label, description, parameters, prepareArguments } = definition;
  return {
    ...{ name, label, description, parameters },
    ...defined({ prepareArguments }),
    ...serverFields(definition),
    execute(id, input, signal, update) {
      session.setActiveToolsByName([tool]);
      const live = session.agent.state.tools.find((one) => one.name === tool);
      if (live === undefined) throw new Error(`${tool} is no longer there: its extension has withdrawn it.`);
      // The judged input is frozen; a tool may write to its own copy.
      return live.execute(id, structuredClone(input), signal, update);
    },
  };
}
