import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";
import type { Stage } from "./stage.ts";

/** Ensures that the program and the stage end with this process in every case. */
export class Running {
  #stage: Stage | undefined;
  #child: ChildProcess | undefined;
  #patience = 0;
  #exited: Promise<number> = Promise.resolve(0);
  #interruption: Promise<never> | undefined;

  constructor() {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, this.#interrupt);
    process.on("exit", this.#removeStage);
    // The reader is gone, as with `| head`.
    process.stdout.on("error", () => this.#interrupt("SIGPIPE"));
  }

  get isInterrupted(): boolean {
    return this.#interruption !== undefined;
  }

  take(stage: Stage): Stage {
    this.#stage = stage;
    return stage;
  }

  /** Ends this process on Ctrl+D during `work`, when no app reads the terminal yet. */
  async unlessLeft<Value>(hasTerminal: boolean, work: () => Value | Promise<Value>): Promise<Value> {
    if (!hasTerminal) return work();
    const leave = () => this.#leave(0);
    process.stdin.once("end", leave).resume();
    try {
      return await work();
    } finally {
      process.stdin.off("end", leave).pause();
    }
  }

  /** `patience`: milliseconds in which it has to end when it is asked to. */
  start<Child extends ChildProcess>(child: Child, patience = 3_000): Child {
    this.#child = child;
    this.#patience = patience;
    this.#exited = new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", (code, signal) => resolve(code ?? (signal ? 128 + constants.signals[signal] : 1)));
    });
    return child;
  }

  /** Its exit code. */
  ends(child: ChildProcess): Promise<number> {
    this.start(child);
    return this.#exited;
  }

  /** After an interruption this ends the process, whatever else still runs in it. */
  stop(): Promise<void> {
    return this.#interruption ?? this.#end();
  }

  /** Asks it to end, kills it after a while, and removes the stage. */
  async #end(): Promise<void> {
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      const insist = setTimeout(() => child.kill("SIGKILL"), this.#patience);
      await this.#exited;
      clearTimeout(insist);
    }
    this.#removeStage();
  }

  // Again at the exit of this process: pending work may write there until then.
  readonly #removeStage = (): void => this.#stage?.remove();

  readonly #interrupt = (signal: NodeJS.Signals): void => this.#leave(128 + constants.signals[signal]);

  #leave(code: number): void {
    this.#interruption ??= this.#end().finally(() => process.exit(code)) as Promise<never>;
  }
}
