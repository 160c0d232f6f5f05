import type { ModelRuntime } from "@earendil-works/pi-coding-agent";
import { runPlan } from "../../acts/run-plan.ts";
import { type SubagentsAtWork, withNews } from "../../agent/subagents-at-work.ts";
import { type Outcome, yes } from "../../desk/outcome.ts";
import { defined } from "../../plan/defined.ts";
import type { PlanId } from "../../plan/plan.ts";
import type { RunEnd } from "../../run/execute.ts";
import type { RunNews } from "../../run/run-news.ts";
import type { ServedProject } from "./handlers/dashboard.ts";

interface RunHere {
  stop: AbortController;
  ended: Promise<Outcome<RunEnd>>;
  atWork: SubagentsAtWork;
  waitsFor: readonly string[];
}

/** `begun`: its process is this one now. `waits`: for its slot, in the queue. */
type Begun = "begun" | "waits";

export interface RunsOptions {
  env: NodeJS.ProcessEnv;
  tell(project: ServedProject, plan: PlanId, news: RunNews): void;
  /** The user's own models and keys by default. */
  models?: ModelRuntime | undefined;
}

/** The plans that this server runs. What they ask waits in the inbox. */
export class Runs {
  readonly #options: RunsOptions;
  readonly #runs = new Map<string, RunHere>();
  #isClosing = false;

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  /** What its steps do now, as far as they have reported. */
  atWork(project: ServedProject, plan: PlanId): SubagentsAtWork {
    return this.#runs.get(nameOf(project, plan))?.atWork ?? new Map();
  }

  /** Why no step runs at the moment. */
  waitsFor(project: ServedProject, plan: PlanId): readonly string[] {
    return this.#runs.get(nameOf(project, plan))?.waitsFor ?? [];
  }

  has(project: ServedProject, plan: PlanId): boolean {
    return this.#runs.has(nameOf(project, plan));
  }

  /** Runs a plan that an act left to this process. Answers as soon as it is known whether it can run. */
  begin(project: ServedProject, plan: PlanId): Promise<Outcome<Begun>> {
    const name = nameOf(project, plan);
    const known = this.#runs.get(name);
    if (known !== undefined) return Promise.resolve(yes(known.waitsFor.length > 0 ? "waits" : "begun"));
    if (this.#isClosing) return Promise.resolve(yes("waits"));
    const { promise, resolve } = Promise.withResolvers<Outcome<Begun>>();
    const { desk } = project;
    const { env, models, tell } = this.#options;
    const stop = new AbortController();
    const run: Omit<RunHere, "ended"> = { stop, atWork: new Map(), waitsFor: [] };
    const ended = runPlan(plan, {
      ...{ desk, env, signal: stop.signal, canWait: true, turn: "wait" },
      tell: (news) => {
        run.atWork = withNews(run.atWork, news);
        if (news.type === "waiting") run.waitsFor = news.reasons;
        tell(project, plan, news);
        if (news.type === "changed") resolve(yes("begun"));
        if (news.type === "waiting" && news.reasons.length > 0) resolve(yes("waits"));
      },
      async agents() {
        const { piAgents } = await import("../../agent/step-runner/pi-agents.ts");
        return piAgents({ desk, env, ...defined({ models }) });
      },
    });
    this.#runs.set(name, Object.assign(run, { ended }));
    ended
      .then(
        (end) => resolve(end.ok ? yes("begun") : end),
        (error: unknown) => {
          process.emitWarning(`The run of ${plan} ended with an error: ${(error as Error)?.message ?? error}`);
          resolve(yes("begun"));
        },
      )
      .finally(() => this.#runs.delete(name));
    return promise;
  }

  /** The steps are interrupted and the plans paused, so that a person can resume them. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const { stop } of this.#runs.values()) stop.abort();
    await Promise.allSettled([...this.#runs.values()].map(({ ended }) => ended));
  }
}

function nameOf({ key }: ServedProject, plan: PlanId): string {
  return `${key}/${plan}`;
}
