import type { AgentSession, AgentSessionRuntime } from "@earendil-works/pi-coding-agent";
import { yes } from "../../desk/outcome.ts";
import { defined } from "../../plan/defined.ts";
import { systemClock } from "../../run/clock.ts";
import { retryingStream } from "../step-runner/retrying-stream.ts";
import { limitContext, NO_RETRIES } from "../step-runner/session-limits.ts";
import { loadPi } from "./load-pi.ts";
import {
  cannot,
  type PlannerHost,
  type PlanningOptions,
  type PlanningOutcome,
  type PlanningRefusal,
} from "./planner.ts";
import { type PiParts, startPi } from "./start-pi.ts";

const DEFAULTS = { seconds: 900, turns: 100 };
/** For one answer of the model; the user's own `retry.maxRetries` of pi replaces it. */
const ATTEMPTS = 8;
const THREE_MINUTES = 180_000;

export interface SessionParts extends Pick<PiParts, "extensions" | "others" | "systemPrompt" | "tools"> {
  /** At most so many tokens in one request. */
  maxContextTokens: number;
}

/** A session of pi without display and storage, with the user's models, and a guaranteed end. */
export class ModelSession {
  readonly model: string;
  readonly #runtime: AgentSessionRuntime;
  readonly #options: PlanningOptions;
  readonly #limits: typeof DEFAULTS;
  readonly #ended: AbortSignal;
  readonly #clock: NodeJS.Timeout | undefined;
  #turns = 0;
  #isEnough = false;

  constructor(runtime: AgentSessionRuntime, options: PlanningOptions, attempts: number) {
    const { session } = runtime;
    this.model = nameOf(session);
    this.#runtime = runtime;
    this.#options = options;
    this.#limits = { seconds: options.seconds ?? DEFAULTS.seconds, turns: options.turns ?? DEFAULTS.turns };
    const limit = new AbortController();
    // A planning that waits for persons has no limit of its own.
    if (Number.isFinite(this.#limits.seconds)) {
      this.#clock = setTimeout(() => limit.abort(), this.#limits.seconds * 1000);
    }
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

  /** A person has answered: the model gets as many answers as before. */
  again(): void {
    this.#turns = 0;
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
    return this.said();
  }

  /** The last words of a model that has stopped, or why it is no answer. */
  said(): PlanningOutcome<string> {
    const { session } = this;
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
  const { directory, model: name } = options;
  const { models, settings } = host;
  const runtime = await startPi(pi.value, { directory, ...parts, ...defined({ model: name, models, settings }) });
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

function modelFailed(model: string, why: string) {
  return cannot("model_failed", `${model} failed: ${why}`, {
    hint: "Nothing was proposed. Try again, or another --model.",
  });
}

function nameOf({ model }: AgentSession): string {
  return model === undefined ? "" : `${model.provider}/${model.id}`;
}
