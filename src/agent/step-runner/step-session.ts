import type { AgentSession, ModelRuntime, SettingsManager, ToolDefinition } from "@earendil-works/pi-coding-agent";
import { chooseModel } from "../planner/choose-model.ts";
import type { Pi } from "../planner/load-pi.ts";
import type { StepGuard } from "./step-guard.ts";
import { PI_TOOLS } from "./step-prompt.ts";

export interface StepSessionParts {
  project: string;
  models: ModelRuntime;
  /** Left out: the one that pi would take. */
  model: string | undefined;
  system: string;
  guard: StepGuard;
  /** Ours. A `bash` among them takes the place of pi's. */
  tools: ToolDefinition[];
  /** At most so many tokens in one request. */
  maxContextTokens: number;
}

export type StepSession = { ok: true; session: AgentSession; contextTokens: number } | { ok: false; reason: string };

/**
 * A session of pi for one step, which nobody sees and nothing keeps. Nothing of the user's or the project's gets into it
 * but the models: what is not in the plan that was signed never reaches an executor.
 */
export async function openStepSession(pi: Pi, parts: StepSessionParts): Promise<StepSession> {
  const { project, models, guard, tools } = parts;
  const agentDir = pi.getAgentDir();
  const chosen = chooseModel(pi, models, parts.model);
  if (!chosen.ok) return { ok: false, reason: [chosen.refusal.message, chosen.refusal.hint].filter(Boolean).join(" ") };
  const settingsManager = settingsOf(pi, project, agentDir);
  const resourceLoader = new pi.DefaultResourceLoader({
    ...{ cwd: project, agentDir, settingsManager },
    ...{ noExtensions: true, noSkills: true, noPromptTemplates: true, noThemes: true, noContextFiles: true },
    // As overrides: what is given as a text would be read as a file if there were one of that name.
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
    ...{ cwd: project, agentDir, modelRuntime: models, settingsManager, resourceLoader, ...chosen.value },
    sessionManager: pi.SessionManager.inMemory(project),
    tools: [...new Set([...PI_TOOLS, ...tools.map(({ name }) => name)])],
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
  // One after the other: a call must not be judged before the one ahead of it has changed the world.
  session.agent.toolExecution = "sequential";
  const contextTokens = Math.min(model.contextWindow > 0 ? model.contextWindow : Infinity, parts.maxContextTokens);
  settingsManager.applyOverrides({ compaction: compactionAt(contextTokens, model.contextWindow) });
  return { ok: true, session, contextTokens };
}

/** What the user has set for models holds here, too; nothing else does. We wait and warm caches ourselves, or not at all. */
function settingsOf(pi: Pi, project: string, agentDir: string): SettingsManager {
  const user = pi.SettingsManager.create(project, agentDir, { projectTrusted: false }).getGlobalSettings();
  const { defaultProvider, defaultModel, defaultThinkingLevel, modelThinkingLevels, thinkingBudgets, transport } = user;
  const kept = { defaultProvider, defaultModel, defaultThinkingLevel, modelThinkingLevels, thinkingBudgets, transport };
  return pi.SettingsManager.inMemory({
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
    retry: { enabled: false, provider: { maxRetries: 0 } },
    cacheWarming: "off",
  });
}

const FULL = 0.95;
const RECENT = 0.2;

/** pi makes a conversation shorter when less than the reserve is left of the model's window. */
function compactionAt(contextTokens: number, window: number) {
  return {
    enabled: window > 0,
    reserveTokens: Math.max(1, Math.ceil(window - FULL * contextTokens)),
    keepRecentTokens: Math.min(20_000, Math.floor(RECENT * contextTokens)),
  };
}

/** A tool of ours that pi has put another one in the place of. */
function notOurs(session: AgentSession, tools: readonly ToolDefinition[]): string | undefined {
  const lost = tools.find((tool) => session.getToolDefinition(tool.name)?.execute !== tool.execute);
  return lost && `${lost.name} is not the one it should be`;
}
