import type { ModelRuntime, SettingsManager } from "@earendil-works/pi-coding-agent";
import { defaultModel } from "../../agent/default-model.ts";
import { loadPi } from "../../agent/planner/load-pi.ts";
import type { PlanningRefusal } from "../../agent/planner/planner.ts";
import type { Planning, PlanningEnd } from "../../agent/planner/planning-in-progress.ts";
import type { PlanningNews } from "../../agent/planner/planning-news.ts";
import { no, type Outcome, yes } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import { mayEndPlanning } from "../../lifecycle/access.ts";
import type { Actor } from "../../lifecycle/actor.ts";
import { defined } from "../../plan/defined.ts";
import type { ServedProject } from "./handlers/dashboard.ts";

const MOST_NEWS = 200;
const MOST_ENDED = 30;
/** A model calls tools faster than a person reads. */
const TELL_EVERY_MS = 250;

/** A planning session of this server. */
export interface ServedPlanning {
  project: ServedProject;
  goal: string;
  by: Actor;
  started_at: string;
  ended_at?: string;
  planning: Planning;
  end?: PlanningEnd;
  news: { at: string; news: PlanningNews }[];
}

export interface PlanningsOptions {
  env: NodeJS.ProcessEnv;
  /** Something about this planning has changed. */
  tell(agent: string): void;
  /** The user's own models, keys and settings of pi by default. */
  models?: ModelRuntime;
  settings?: SettingsManager;
}

/** Planning sessions that run in this server. */
export class Plannings {
  readonly #options: PlanningsOptions;
  readonly #stop = new AbortController();
  #all: ServedPlanning[] = [];

  constructor(options: PlanningsOptions) {
    this.#options = options;
  }

  /** Those that go on, and those that ended lately; the newest first. */
  all(): readonly ServedPlanning[] {
    return this.#all;
  }

  async start(
    project: ServedProject,
    { goal, model }: { goal: string; model?: string | undefined },
    by: Person,
  ): Promise<{ ok: true; value: ServedPlanning } | { ok: false; refusal: PlanningRefusal }> {
    const { openPlanning } = await import("../../agent/planner/open-planning.ts");
    const { env, models, settings } = this.#options;
    const news: ServedPlanning["news"] = [];
    let begun: ServedPlanning | undefined;
    const opened = await openPlanning({
      // The session marks the environment of its shells: that must not be this server's.
      ...{ directory: project.directory, env: { ...env }, goal, by, surface: "web", signal: this.#stop.signal },
      ...defined({ model, models, settings }),
      onProgress: (one) => {
        news.push({ at: project.desk.at(), news: one });
        if (news.length > MOST_NEWS) news.shift();
        if (begun) this.#changed(begun);
      },
    });
    if (!opened.ok) return opened;
    const planning = opened.value;
    const served: ServedPlanning = { project, goal, by: { ...by }, started_at: project.desk.at(), planning, news };
    begun = served;
    this.#all.unshift(served);
    this.#changed(served);
    planning.done.then(
      (end) => this.#ended(served, end),
      (error: unknown) => {
        process.emitWarning(`Planning ended with an error: ${(error as Error)?.message ?? error}`);
        this.#ended(served, { how: "failed" });
      },
    );
    return yes(served);
  }

  async stop(agent: string, by: Actor): Promise<Outcome<ServedPlanning>> {
    const found = this.#all.find(({ planning }) => planning.agent === agent);
    if (found === undefined) return no("not_found", `No planning ${agent} runs on this server.`);
    const limited = mayEndPlanning(found.by, by);
    if (limited) return { ok: false, refusal: limited };
    if (found.end === undefined) await found.planning.stop(by);
    return yes(found);
  }

  /** The models that are there, with keys. */
  async models(): Promise<{ models: { id: string; name: string }[]; standard?: string; problem?: string }> {
    const pi = await loadPi();
    if (!pi.ok) return { models: [], problem: `${pi.refusal.message} ${pi.refusal.hint ?? ""}`.trim() };
    const models = this.#options.models ?? (await pi.value.ModelRuntime.create());
    const found = models.getAvailableSnapshot().map(({ provider, id, name }) => ({ id: `${provider}/${id}`, name }));
    const standard = defaultModel(this.#options.env);
    return {
      models: found,
      ...defined({ standard }),
      ...(found.length === 0 && { problem: "pi has no model with a key: log in with pi, or set a key." }),
    };
  }

  /** Plannings end in order: their questions are closed, their plans stay. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#all.map(({ planning }) => planning.done));
    for (const timer of this.#telling.values()) clearTimeout(timer);
  }

  #ended(served: ServedPlanning, end: PlanningEnd): void {
    served.end = end;
    served.ended_at = served.project.desk.at();
    const ended = this.#all.filter((one) => one.end !== undefined).slice(0, MOST_ENDED);
    this.#all = this.#all.filter((one) => one.end === undefined || ended.includes(one));
    this.#changed(served);
  }

  readonly #telling = new Map<string, NodeJS.Timeout>();

  #changed({ planning: { agent } }: ServedPlanning): void {
    if (this.#telling.has(agent)) return;
    const timer = setTimeout(() => {
      this.#telling.delete(agent);
      this.#options.tell(agent);
    }, TELL_EVERY_MS);
    timer.unref();
    this.#telling.set(agent, timer);
  }
}
