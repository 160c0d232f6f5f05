import type { AgentSession, ModelRuntime, SettingsManager, ToolDefinition } from "@earendil-works/pi-coding-agent";
import { TOOLS_OF_PI } from "../../policy/tools/pi.ts";
import { chooseModel } from "../planner/choose-model.ts";
import type { Pi } from "../planner/load-pi.ts";
import { limitContext, NO_RETRIES } from "./session-limits.ts";
import type { StepGuard } from "./step-guard.ts";

export interface StepSessionParts {
  project: string;
  models: ModelRuntime;
  /** pi's own choice by default. */
  model: string | undefined;
  system: string;
  guard: StepGuard;
  /** Ours, and those of extensions that were signed for the step. A `bash` among them replaces pi's. */
  tools: ToolDefinition[];
  /** At most so many tokens in one request. */
  maxContextTokens: number;
}

export type StepSession = { ok: true; session: AgentSession; contextTokens: number } | { ok: false; reason: string };

/**
 * A session of pi for one step, without display and storage. Nothing of the user or the project gets into it except
 * the models: an executor gets only the signed plan.
 */
export async function openStepSession(pi: Pi, parts: StepSessionParts): Promise<StepSession> {
  const { project, models, guard, tools } = parts;
  const agentDir = pi.getAgentDir();
  const chosen = chooseModel(pi, models, parts.model);
  if (!chosen.ok) return { ok: false, reason: [chosen.refusal.message, chosen.refusal.hint].filter(Boolean).join(" ") };
  const settingsManager = settingsOf(pi, project, agentDir);
  const resourceLoader = new pi.DefaultResourceLoader({
    cwd: project,
    agentDir,
    settingsManager,
    noExtensions: true,
    noSkills: true,
    noPromptTemplates: true,
    noThemes: true,
    noContextFiles: true,
    // As overrides: a plain text would be read as a file if one has that name.
    systemPromptOverride: () => parts.system,
    appendSystemPromptOverride: () => [],
    extensionFactories: [
      {
        name: "countersign",
        factory: (extension) => {
          extension.on("tool_call", (event) => guard.judge(event));
          for (const tool of tools) extension.registerTool(tool);
        },
      },
    ],
  });
  await resourceLoader.reload();
  const { session, extensionsResult } = await pi.createAgentSession({
    cwd: project,
    agentDir,
    modelRuntime: models,
    settingsManager,
    resourceLoader,
    ...chosen.value,
    sessionManager: pi.SessionManager.inMemory(project),
    tools: [...new Set([...TOOLS_OF_PI.map(({ tool }) => tool), ...tools.map(({ name }) => name)])],
  });
  const broken = extensionsResult.errors[0]?.error ?? notOurs(session, tools);
  if (broken !== undefined) {
    session.dispose();
    throw new Error(`The session of a step cannot be guarded: ${broken}`);
  }
  await session.bindExtensions({});
  const { model } = session;
  if (model === undefined || (await models.checkAuth(model.provider)) === undefined) {
    session.dispose();
    const isNone = model === undefined || model.provider === "unknown";
    return { ok: false, reason: isNone ? "No model is set up." : `There is no key for ${model.provider}/${model.id}.` };
  }
  // One after the other: a call must not be judged before the one ahead of it has taken effect.
  session.agent.toolExecution = "sequential";
  const contextTokens = limitContext(settingsManager, model, parts.maxContextTokens);
  return { ok: true, session, contextTokens };
}

/** The user's settings for models hold here, too; no others do. We retry and warm caches ourselves, or not at all. */
function settingsOf(pi: Pi, project: string, agentDir: string): SettingsManager {
  const user = pi.SettingsManager.create(project, agentDir, { projectTrusted: false }).getGlobalSettings();
  const { defaultProvider, defaultModel, defaultThinkingLevel, modelThinkingLevels, thinkingBudgets, transport } = user;
  const kept = { defaultProvider, defaultModel, defaultThinkingLevel, modelThinkingLevels, thinkingBudgets, transport };
  return pi.SettingsManager.inMemory({
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
    ...NO_RETRIES,
    cacheWarming: "off",
  });
}

/** A tool of ours that pi has replaced by another. */
function notOurs(session: AgentSession, tools: readonly ToolDefinition[]): string | undefined {
  const lost = tools.find((tool) => session.getToolDefinition(tool.name)?.execute !== tool.execute);
  return lost && `${lost.name} is not the one it should be`;
}
