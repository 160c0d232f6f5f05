import { setTimeout } from "node:timers/promises";
import { NO_STATS } from "../lifecycle/step-result.ts";
import { defined } from "../plan/defined.ts";
import { waitsFor } from "../plan/graph.ts";
import type { Plan, Step, StepId } from "../plan/plan.ts";
import { duration } from "../plan/quantities.ts";
import { mayWrite } from "../policy/modes.ts";
import type { Loopback } from "../sandbox/loopback.ts";
import type { Confinement } from "./confine.ts";
import { keptAgent } from "./end-kept-processes.ts";
import { endProcessesOf } from "./end-processes.ts";
import { type Checked, runCommand } from "./run-command.ts";
import type { Assignment, StepClaim, StepRunner } from "./step-runner.ts";

export interface KeptOptions extends Pick<Confinement, "desk" | "env"> {
  sandbox: () => Promise<Confinement["sandbox"]>;
  /** As signed, with a person's additions. */
  plan: Plan;
  /** For all commands that need one of these processes, where a sandbox would give each a network of its own. */
  loopback?: Loopback;
  output(step: StepId, attempt: number, text: string): void;
  /** Told when one ends by itself after it was ready, and of each file that they planted. */
  tell(words: string): void;
  /** Looks for what they left in the project for other programs to run: a sentence for each. Nothing of them runs then. */
  planted?: () => Promise<string[]>;
}

interface KeptProcess {
  step: Step;
  agent: string;
  stop: AbortController;
  /** Aborted when it has ended. */
  gone: AbortController;
  ended: Promise<void>;
  /** How it ended, if it was not ended from here. */
  death?: string;
  isReady: boolean;
}

/** Milliseconds between two checks whether a process is ready; longer each time. */
const PAUSE = 100;
const LONGEST_PAUSE = 2_000;
/** One that fails at its start, because its port is taken, must not seem ready by the answers of another. */
const SETTLE = 500;
const GRACE = 500;
const FOREGROUND = "exit code 0; a command that keeps a process has to stay in the foreground";
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * The processes that steps of a run keep for later steps, such as a server. Each is the signed command of its step, in the step's
 * confinement, and lives until the run ends: this process ends it then, and its own death ends it, too.
 */
export class KeptProcesses implements StepRunner {
  readonly #options: KeptOptions;
  readonly #processes = new Map<StepId, KeptProcess>();
  /** Called when one has ended. */
  changed: () => void = () => {};

  constructor(options: KeptOptions) {
    this.#options = options;
  }

  /** Starts the process; the step's check decides when it is ready. */
  async run({ step, plan, attempt, subagent_id, loopback }: Assignment): Promise<StepClaim> {
    const { desk, env, sandbox, output, tell } = this.#options;
    if (step.run === undefined) {
      return { status: "failed", output: "", error: "The step has no command to run.", stats: NO_STATS };
    }
    await this.end(step.id);
    const kept: KeptProcess = {
      step,
      agent: keptAgent(subagent_id),
      stop: new AbortController(),
      gone: new AbortController(),
      ended: Promise.resolve(),
      isReady: false,
    };
    const running = runCommand(step.run, {
      ...{ desk, env, agent: kept.agent, mode: "executing", cwd: desk.project, sandbox: await sandbox() },
      ...{ signal: kept.stop.signal, isTied: true, writes: mayWrite(step) },
      ...defined({ files: step.files, loopback }),
      filesOfPlan: plan.steps.flatMap(({ files = [] }) => files),
      onOutput: (text) => output(step.id, attempt, text),
    });
    kept.ended = running
      .catch((error): Checked => ({ ok: false, said: error instanceof Error ? error.message : String(error) }))
      .then(({ ok, said }) => {
        if (!kept.stop.signal.aborted) kept.death = ok ? `${FOREGROUND}\n${said}`.trim() : said;
        kept.gone.abort();
        if (kept.isReady && kept.death !== undefined) tell(firstLine(deathOf(kept)));
        this.changed();
      });
    this.#processes.set(step.id, kept);
    return { status: "completed", output: `${step.keeps} runs until the run ends.`, stats: NO_STATS };
  }

  /** Repeats the check of a step until it passes. A process that ends first, or is not ready in time, fails it and is ended. */
  async ready(
    step: Step,
    { signal, limit }: { signal: AbortSignal; limit: number },
    check: (signal: AbortSignal) => Promise<Checked>,
  ): Promise<Checked> {
    const kept = this.#processes.get(step.id);
    if (kept === undefined) return { ok: false, said: `${step.keeps} does not run.` };
    const began = performance.now();
    const late = AbortSignal.timeout(Math.min(limit, LONGEST_TIMER));
    const over = AbortSignal.any([signal, late, kept.gone.signal]);
    let said = "";
    for (let pause = PAUSE; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
      const checked = over.aborted ? undefined : await check(over);
      if (checked?.ok)
        await setTimeout(SETTLE, undefined, { signal: AbortSignal.any([signal, kept.gone.signal]) }).catch(() => {});
      const seconds = (performance.now() - began) / 1000;
      if (checked?.ok && !signal.aborted && !kept.gone.signal.aborted) {
        kept.isReady = true;
        return { ...checked, seconds };
      }
      if (over.aborted) {
        await this.end(step.id);
        return { ok: false, said: failure(), seconds };
      }
      said = checked?.said ?? "";
      await setTimeout(pause, undefined, { signal: over }).catch(() => {});
    }

    function failure(): string {
      if (kept?.death !== undefined) return `${step.keeps} ended before it was ready: ${kept.death}`;
      if (signal.aborted) return "It was stopped.";
      const words = `${step.keeps} was not ready after ${duration(limit / 1000)}. verify_minutes in the step, or the setting verify_timeout_minutes, allows more.`;
      return [words, said].filter(Boolean).join("\n");
    }
  }

  /** Whether the process of this step runs; if not, how it ended, where this process saw it end by itself. */
  stateOf(id: StepId): { isRunning: boolean; death?: string } {
    const kept = this.#processes.get(id);
    return { isRunning: kept !== undefined && !kept.gone.signal.aborted, ...defined({ death: kept?.death }) };
  }

  /** For a step that failed: sentences about processes that it needs and that have ended by themselves. */
  async deathsFor(id: StepId): Promise<string[]> {
    const before = this.#processes.size === 0 ? [] : waitsFor(this.#options.plan.steps, id);
    const needed = before.flatMap((one) => this.#processes.get(one) ?? []);
    // The step may notice before this process does.
    if (needed.length > 0) await Promise.race([setTimeout(GRACE), ...needed.map(({ ended }) => ended)]);
    return needed.filter(({ death }) => death !== undefined).map(deathOf);
  }

  /** The loopback that commands of this step share: those of steps that keep a process, and of all steps that depend on one. */
  loopbackOf(id: StepId): Loopback | undefined {
    const { plan, loopback } = this.#options;
    if (loopback === undefined) return undefined;
    const keepers = new Set(plan.steps.filter(({ keeps }) => keeps !== undefined).map((step) => step.id));
    return keepers.has(id) || waitsFor(plan.steps, id).some((before) => keepers.has(before)) ? loopback : undefined;
  }

  async end(id: StepId): Promise<void> {
    const kept = this.#processes.get(id);
    if (kept === undefined) return;
    kept.stop.abort();
    await kept.ended;
    await endProcessesOf(kept.agent);
    this.#processes.delete(id);
  }

  /** Nothing of them is left then. */
  async endAll(): Promise<void> {
    await Promise.all([...this.#processes.keys()].map((id) => this.end(id)));
    const { planted, tell } = this.#options;
    for (const words of (await planted?.()) ?? []) tell(`Found when ${this.#names()} had ended: ${words}`);
  }

  #names(): string {
    return this.#options.plan.steps.flatMap(({ keeps }) => keeps ?? []).join(", ");
  }
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

function deathOf({ step, death }: KeptProcess): string {
  return `${step.keeps}, which step ${step.id} keeps, ended by itself: ${death}`;
}
