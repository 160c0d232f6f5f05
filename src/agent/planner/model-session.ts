import { resolve } from "node:path";
import type { AgentSession, AgentSessionRuntime, InlineExtension } from "@earendil-works/pi-coding-agent";
import { yes } from "../../desk/outcome.ts";
import { defined } from "../../plan/defined.ts";
import { systemClock } from "../../run/clock.ts";
import { retryingStream } from "../step-runner/retrying-stream.ts";
import { limitContext, NO_RETRIES } from "../step-runner/session-limits.ts";
import type { ToolsForPlanning } from "../tools-for-planning.ts";
import { chooseModel } from "./choose-model.ts";
import { loadPi, type Pi } from "./load-pi.ts";
import {
  cannot,
  type PlannerHost,
  type PlanningOptions,
  type PlanningOutcome,
  type PlanningRefusal,
} from "./planner.ts";

const DEFAULTS = { seconds: 900, turns: 100 };
/** For one answer of the model; the user's own `retry.maxRetries` of pi replaces it. */
const ATTEMPTS = 8;
const THREE_MINUTES = 180_000;

export interface SessionParts {
  extensions: InlineExtension[];
  /** Tools of the user's extensions. */
  others?: Pick<ToolsForPlanning, "addTo">;
  /** At most so many tokens in one request. */
  maxContextTokens: number;
  /** pi's own by default. */
  systemPrompt?: string;
  noTools?: true;
}

/** A session of pi without display and storage, with the user's models, and a guaranteed end. */
export class ModelSession {
  readonly model: string;
  readonly #runtime: AgentSessionRuntime;
  readonly #options: PlanningOptions;
  readonly #limits: typeof DEFAULTS;
  readonly #ended: AbortSignal;
  readonly #clock: NodeJS.Timeout;
  #turns = 0;
  #isEnough = false;

  constructor(runtime: AgentSessionRuntime, options: PlanningOptions, attempts: number) {
    const { session } = runtime;
    this.model = nameOf(session);
    this.#runtime = runtime;
    this.#options = options;
    this.#limits = { seconds: options.seconds ?? DEFAULTS.seconds, turns: options.turns ?? DEFAULTS.turns };
    const limit = new AbortController();
    this.#clock = setTimeout(() => limit.abort(), this.#limits.seconds * 1000);
    this.#ended = AbortSignal.any([limit.signal, ...(options.signal ? [options.signal] : [])]);
    this.#ended.addEventListener("abort", () => void session.abort(), { once: true });
    const before = session.agent.finishTurn;
    session.agent.finishTurn = async (turn, signal) => {
      const decided = await before?.(turn, signal);
      this.#turns += 1;
      return this.#isEnough || this.#turns >= this.#limits.turns ? { action: "end" } : (decided ?? undefined);
    };
    const until = systemClock.steady() + this.#limits.seconds * 1000;
    session.agent.streamFunction = retryingStream(session.agent.streamFunction, {
      ...{ clock: systemClock, random: Math.random, attempts, idle: THREE_MINUTES },
      left: () => until - systemClock.steady(),
      waits: (reason, _, attempt) => options.onProgress?.({ type: "retried", attempt, reason }),
      gaveUp: () => {},
      heard: () => {},
      answered: () => {},
    });
  }

  get session(): AgentSession {
    return this.#runtime.session;
  }

  /** After this turn the model is not asked again. */
  enough(): void {
    this.#isEnough = true;
  }

  /**
   * Sends a message and waits until the model has stopped; returns its last words. The message is never a command of
   * pi.
   */
  async say(text: string): Promise<PlanningOutcome<string>> {
    const { session } = this;
    if (!this.#ended.aborted) {
      try {
        await session.prompt(text, { expandPromptTemplates: false });
        await session.waitForIdle();
      } catch (error) {
        if (!this.#ended.aborted) return modelFailed(this.model, error instanceof Error ? error.message : `${error}`);
      }
    }
    const ended = this.ended();
    if (ended) return ended;
    const last = session.messages.findLast((message) => message.role === "assistant");
    if (last?.stopReason === "error" || last?.stopReason === "aborted")
      return modelFailed(this.model, last.errorMessage ?? "it does not say why");
    if (this.#turns >= this.#limits.turns) {
      return cannot("no_plan", `There was no plan after ${this.#turns} answers of the model.`, {
        hint: "Make the goal smaller, or try --strategy decompose.",
      });
    }
    return yes(session.getLastAssistantText() ?? "");
  }

  cost(): number {
    return this.session.getSessionStats().cost;
  }

  /** Extensions are notified, and release their resources. */
  async close(): Promise<void> {
    clearTimeout(this.#clock);
    await this.#runtime.dispose();
  }

  /** Why it is over, if it is. */
  ended(): { ok: false; refusal: PlanningRefusal } | undefined {
    if (!this.#ended.aborted) return undefined;
    if (this.#options.signal?.aborted) return cannot("stopped", "Planning was stopped; nothing was proposed.");
    return cannot("timed_out", `There was no plan after ${this.#limits.seconds} seconds; nothing was proposed.`, {
      hint: "Give it more with --timeout SECONDS, or make the goal smaller.",
    });
  }
}

export async function openModelSession(
  options: PlanningOptions,
  host: PlannerHost,
  parts: SessionParts,
): Promise<PlanningOutcome<ModelSession>> {
  const pi = await loadPi();
  if (!pi.ok) return pi;
  const runtime = await startPi(pi.value, options, host, parts);
  if (!runtime.ok) return runtime;
  const { model, modelRuntime } = runtime.value.session;
  if (model !== undefined && modelRuntime.hasConfiguredAuth(model.provider)) {
    const { settingsManager } = runtime.value.session;
    const { retry } = settingsManager.getGlobalSettings();
    const attempts = retry?.enabled === false ? 1 : retry?.maxRetries === undefined ? ATTEMPTS : retry.maxRetries + 1;
    settingsManager.applyOverrides(NO_RETRIES);
    limitContext(settingsManager, model, parts.maxContextTokens);
    return yes(new ModelSession(runtime.value, options, attempts));
  }
  await runtime.value.dispose();
  // If pi finds no model, it inserts one that it calls unknown.
  const isNone = model === undefined || model.provider === "unknown";
  const what = isNone ? "No model is set up." : `There is no key for ${model.provider}/${model.id}.`;
  return cannot("no_model", what, {
    hint: `Log in to a provider (start countersign, then /login), set its key in the environment (ANTHROPIC_API_KEY, OPENAI_API_KEY …), or describe a model of your own in ${pi.value.getAgentDir()}/models.json.`,
  });
}

/**
 * Extensions of the user take no part in this session: no person is here to see what they do. Settings of an untrusted
 * project are not loaded.
 */
async function startPi(
  pi: Pi,
  options: PlanningOptions,
  host: PlannerHost,
  { extensions, others, systemPrompt, noTools }: SessionParts,
): Promise<PlanningOutcome<AgentSessionRuntime>> {
  const directory = resolve(options.directory);
  const agentDir = pi.getAgentDir();
  const projectTrusted = new pi.ProjectTrustStore(agentDir).get(directory) === true;
  const settingsManager = host.settings ?? pi.SettingsManager.create(directory, agentDir, { projectTrusted });
  const modelRuntime = host.models ?? (await pi.ModelRuntime.create());
  const chosen = chooseModel(pi, modelRuntime, options.model);
  if (!chosen.ok) return chosen;
  const runtime = await pi.createAgentSessionRuntime(
    async ({ cwd, sessionManager, sessionStartEvent }) => {
      const services = await pi.createAgentSessionServices({
        cwd,
        agentDir,
        modelRuntime,
        settingsManager,
        resourceLoaderOptions: {
          noExtensions: true,
          noPromptTemplates: true,
          noThemes: true,
          ...(noTools && { noSkills: true }),
          extensionFactories: extensions,
          ...(others && { extensionsOverride: (loaded) => others.addTo(loaded) }),
          ...defined({ systemPrompt }),
        },
      });
      const created = await pi.createAgentSessionFromServices({
        services,
        sessionManager,
        ...chosen.value,
        ...defined({ sessionStartEvent }),
        ...(noTools && { noTools: "all" }),
      });
      const broken = created.extensionsResult.errors[0];
      if (broken) throw new Error(`Plan mode did not load: ${broken.error}`);
      return { ...created, services, diagnostics: services.diagnostics };
    },
    { cwd: directory, agentDir, sessionManager: pi.SessionManager.inMemory(directory) },
  );
  return yes(runtime);
}

function modelFailed(model: string, why: string) {
  return cannot("model_failed", `${model} failed: ${why}`, {
    hint: "Nothing was proposed. Try again, or another --model.",
  });
}

function nameOf({ model }: AgentSession): string {
  return model === undefined ? "" : `${model.provider}/${model.id}`;
}
