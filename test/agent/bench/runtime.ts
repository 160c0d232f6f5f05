import { join } from "node:path";
import {
  type AgentSessionRuntime,
  createAgentSessionFromServices,
  createAgentSessionRuntime,
  createAgentSessionServices,
  type EventBus,
  type InlineExtension,
  ModelRuntime,
  SessionManager,
  SettingsManager,
  type ToolDefinition,
} from "@earendil-works/pi-coding-agent";
import type { ScriptedModel } from "./model.ts";
import type { Project } from "./project.ts";

type Settings = NonNullable<Parameters<typeof SettingsManager.inMemory>[0]> & { tuiMode?: "regular" | "fullscreen" };

/** For tests that read what was scrolled away: pi 1.x takes the whole screen otherwise, and the terminal keeps nothing. */
export const WITH_SCROLLBACK = { tuiMode: "regular" } as const;

export interface RuntimeOptions {
  /** In this order they are loaded, and their handlers are called. */
  extensions?: InlineExtension[];
  extensionPaths?: string[];
  /** `file`: kept as pi keeps it, once the model has said something. A path: that session is opened again. */
  session?: "memory" | "file" | { file: string };
  /** The only tools there are. Left out: pi's default ones and those of the extensions. */
  tools?: string[];
  customTools?: ToolDefinition[];
  /** What was given on the command line, as `{ plan: true }` for `--plan`. */
  flags?: Record<string, boolean | string>;
  /** Left out: pi's own. */
  systemPrompt?: string;
  settings?: Settings;
  eventBus?: EventBus;
}

/** pi as its own programs start it, but with a scripted model and nothing of the user's. */
export async function startRuntime(
  project: Project,
  model: ScriptedModel,
  options: RuntimeOptions,
): Promise<AgentSessionRuntime> {
  const { agentDir } = project;
  const modelRuntime = await ModelRuntime.create({
    authPath: join(agentDir, "auth.json"),
    modelsPath: null,
    modelsStorePath: join(agentDir, "models-store.json"),
    refreshOnCreate: false,
  });
  modelRuntime.registerNativeProvider(model.provider);
  const settingsManager = SettingsManager.inMemory({
    compaction: { enabled: false },
    retry: { enabled: false },
    quietStartup: true,
    ...options.settings,
  });
  return createAgentSessionRuntime(
    async ({ cwd, sessionManager, sessionStartEvent }) => {
      const services = await createAgentSessionServices({
        cwd,
        agentDir,
        modelRuntime,
        settingsManager,
        extensionFlagValues: new Map(Object.entries(options.flags ?? {})),
        resourceLoaderOptions: {
          noExtensions: true,
          noSkills: true,
          noPromptTemplates: true,
          noThemes: true,
          noContextFiles: true,
          extensionFactories: options.extensions ?? [],
          additionalExtensionPaths: options.extensionPaths ?? [],
          ...(options.systemPrompt !== undefined && { systemPrompt: options.systemPrompt }),
          ...(options.eventBus && { eventBus: options.eventBus }),
        },
      });
      const created = await createAgentSessionFromServices({
        services,
        sessionManager,
        model: model.faux.getModel(),
        ...(sessionStartEvent && { sessionStartEvent }),
        ...(options.tools && { tools: options.tools }),
        ...(options.customTools && { customTools: options.customTools }),
      });
      // Two extensions with one name are for a test to look at; pi itself loads both, and its program then refuses to start.
      const broken = created.extensionsResult.errors.find(({ error }) => !error.includes("conflicts with"));
      if (broken) throw new Error(`The extension ${broken.path} did not load: ${broken.error}`);
      const wrong = services.diagnostics.find(({ type }) => type === "error");
      if (wrong) throw new Error(wrong.message);
      return { ...created, services, diagnostics: services.diagnostics };
    },
    { cwd: project.cwd, agentDir, sessionManager: managerOf(project, options.session ?? "memory") },
  );
}

function managerOf({ cwd, agentDir }: Project, session: NonNullable<RuntimeOptions["session"]>): SessionManager {
  if (session === "memory") return SessionManager.inMemory(cwd);
  const directory = join(agentDir, "sessions", "test");
  return session === "file" ? SessionManager.create(cwd, directory) : SessionManager.open(session.file, directory);
}
