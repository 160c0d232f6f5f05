import type { Step } from "../plan/plan.ts";
import { mayWrite } from "../policy/modes.ts";
import { type Checked, runCommand } from "../run/run-command.ts";
import type { PlanSession } from "./plan-session.ts";

/** The commands of steps, run by the host: what a step is, and what checks it. They end when somebody says so. */
export class StepCommands {
  readonly #session: PlanSession;
  #stop = new AbortController();

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** Ends what runs now. */
  interrupt(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  /** Aborted when what is started now is interrupted. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** A step without a check is believed. */
  async check(step: Step): Promise<Checked> {
    return step.verify === undefined ? { ok: true, said: "" } : this.run(step, step.verify);
  }

  async run(step: Step, command: string): Promise<Checked> {
    const { agent, env } = this.#session;
    const [turn, stop] = [this.#session.signal(), this.signal];
    const sandbox = await this.#session.sandbox();
    return runCommand(command, {
      ...{ desk: agent.desk, agent: agent.id, mode: "executing", cwd: agent.desk.project, sandbox, env },
      ...(step.files && { files: step.files }),
      writes: mayWrite(step),
      signal: turn ? AbortSignal.any([turn, stop]) : stop,
    });
  }
}
