import { resolve } from "node:path";
import type {
  AgentSessionRuntime,
  InlineExtension,
  ModelRuntime,
  SessionManager,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";
import { yes } from "../../desk/outcome.ts";
import { defined } from "../../plan/defined.ts";
import type { ToolsForPlanning } from "../tools-for-planning.ts";
import { chooseModel } from "./choose-model.ts";
import type { Pi } from "./load-pi.ts";
import type { PlanningOutcome } from "./planner.ts";

/** What a session of pi without a screen is started with. */
export interface PiParts {
  directory: string;
  /** As pi names it; pi's own choice by default. */
  model?: string;
  /** The user's own by default. */
  models?: ModelRuntime;
  settings?: SettingsManager;
  extensions: InlineExtension[];
  /** Tools of the user's extensions. */
  others?: Pick<ToolsForPlanning, "addTo">;
  flags?: ReadonlyMap<string, boolean>;
  /** In memory by default. */
  sessionManager?: SessionManager;
  /** pi's own by default. */
  systemPrompt?: string;
  /** Added to the system prompt. */
  morePrompt?: string;
  /** Only these; all by default. */
  tools?: readonly string[];
}

/**
 * Extensions of the user take no part in this session: there is no screen for them. Settings of an untrusted project are
 * not loaded.
 */
export async function startPi(pi: Pi, parts: PiParts): Promise<PlanningOutcome<AgentSessionRuntime>> {
  const { extensions, others, systemPrompt, morePrompt, tools, flags } = parts;
  const directory = resolve(parts.directory);
  const agentDir = pi.getAgentDir();
  const projectTrusted = new pi.ProjectTrustStore(agentDir).get(directory) === true;
  const settingsManager = parts.settings ?? pi.SettingsManager.create(directory, agentDir, { projectTrusted });
  const modelRuntime = parts.models ?? (await pi.ModelRuntime.create());
  const chosen = chooseModel(pi, modelRuntime, parts.model);
  if (!chosen.ok) return chosen;
  const noTools = tools?.length === 0;
  const runtime = await pi.createAgentSessionRuntime(
    async ({ cwd, sessionManager, sessionStartEvent }) => {
      const services = await pi.createAgentSessionServices({
        ...{ cwd, agentDir, modelRuntime, settingsManager },
        ...(flags && { extensionFlagValues: new Map(flags) }),
        resourceLoaderOptions: {
          ...{ noExtensions: true, noPromptTemplates: true, noThemes: true },
          ...(noTools && { noSkills: true }),
          extensionFactories: extensions,
          ...(others && { extensionsOverride: (loaded) => others.addTo(loaded) }),
          ...defined({ systemPrompt }),
          ...(morePrompt && { appendSystemPromptOverride: (base) => [...base, morePrompt] }),
        },
      });
      const created = await pi.createAgentSessionFromServices({
        ...{ services, sessionManager },
        ...chosen.value,
        ...defined({ sessionStartEvent }),
        ...(noTools ? { noTools: "all" as const } : tools && { tools: [...tools] }),
      });
      const broken = created.extensionsResult.errors[0];
      if (broken) throw new Error(`Plan mode did not load: ${broken.error}`);
      return { ...created, services, diagnostics: services.diagnostics };
    },
    { cwd: directory, agentDir, sessionManager: parts.sessionManager ?? pi.SessionManager.inMemory(directory) },
  );
  return yes(runtime);
}
